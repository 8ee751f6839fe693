import { useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useInterfaceLanguage, useStrings } from '#web/strings/strings-provider.tsx';
import { findLanguage } from './find-language.ts';
import { ownLanguageName } from './language-name.ts';

interface OtherLanguageDialogProps {
  onChoose(code: string): void;
  onClose(): void;
}

/** Asks for a language by name or code, and shows its own name before it is accepted. */
export function OtherLanguageDialog({ onChoose, onClose }: OtherLanguageDialogProps) {
  const { languages } = useStrings();
  const [written, setWritten] = useState('');
  const interfaceLanguage = useInterfaceLanguage();
  const code = findLanguage(written, interfaceLanguage);
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
          label={languages.name}
          hint={languages.nameHint}
          value={written}
          maxLength={60}
          autoCapitalize="none"
          aria-invalid={written.trim() !== '' && code === null}
          onChange={(event) => setWritten(event.target.value)}
        />
        <output className="mt-2 block min-h-5 text-[0.8125rem]">
          {written.trim() === ''
            ? ''
            : code === null
              ? languages.unknown
              : `${ownLanguageName(code)} (${code})`}
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
