import { useState } from 'react';
import { languageSchema } from '#schema/language.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ownLanguageName } from './language-name.ts';
import { TextField } from './text-field.tsx';

interface OtherLanguageDialogProps {
  onChoose(code: string): void;
  onClose(): void;
}

/** Asks for a language code and shows the language's name before it is accepted. */
export function OtherLanguageDialog({ onChoose, onClose }: OtherLanguageDialogProps) {
  const { languages } = useStrings();
  const [written, setWritten] = useState('');
  const code = languageSchema.safeParse(normalizeLanguage(written)).data ?? null;
  return (
    <Dialog open title={languages.otherHeading} closeLabel={languages.close} onClose={onClose} size="small">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== null) onChoose(code);
        }}
      >
        <TextField
          data-autofocus
          label={languages.code}
          hint={languages.codeHint}
          value={written}
          maxLength={35}
          autoCapitalize="none"
          aria-invalid={written.trim() !== '' && code === null}
          onChange={(event) => setWritten(event.target.value)}
        />
        <output className="mt-2 block min-h-5 text-[0.8125rem]">
          {written.trim() === '' ? '' : code === null ? languages.unknown : ownLanguageName(code)}
        </output>
        <div className="mt-3 flex justify-end gap-2">
          <Button type="button" look="quiet" onClick={onClose}>
            {languages.cancel}
          </Button>
          <Button type="submit" look="primary" disabled={code === null}>
            {languages.choose}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
