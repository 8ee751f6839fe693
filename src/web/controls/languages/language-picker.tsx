import { type ComponentProps, useState } from 'react';
import { languageSchema, targetLanguages } from '#schema/language.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useInterfaceLanguage, useStrings } from '#web/strings/strings-provider.tsx';
import { ownLanguageName } from './language-name.ts';

const other = 'other';

type LanguagePickerProps = Omit<ComponentProps<typeof Picker<string>>, 'options'>;

/** Offers the common languages, the selected one, and an option to enter any other. */
export function LanguagePicker({ value, onChoose, ...picker }: LanguagePickerProps) {
  const { languages } = useStrings();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Picker
        {...picker}
        value={value}
        options={[...languageOptions(value), { value: other, label: languages.other }]}
        onChoose={(chosen) => (chosen === other ? setAsking(true) : onChoose(chosen))}
      />
      {isAsking ? (
        <OtherLanguageDialog
          onClose={() => setAsking(false)}
          onChoose={(code) => {
            setAsking(false);
            onChoose(code);
          }}
        />
      ) : null}
    </>
  );
}

function languageOptions(current: string): { value: string; label: string; lang: string }[] {
  const listed: string[] = targetLanguages.map(({ code }) => code);
  const codes = listed.includes(current) ? listed : [current, ...listed];
  return codes.map((code) => ({ value: code, label: ownLanguageName(code), lang: code }));
}

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

/** The three-letter codes of languages that many people read. All two-letter codes are tried as well. */
const longCodes = 'ast ceb ckb fil gsw haw hmn nds scn szl tzm yue'.split(' ');
/** From this number of letters on, the beginning of a name is enough. */
const leastLetters = 3;

/**
 * Finds a language by its code or by its name in the interface's language, in English or in the language itself.
 * Returns null if none or several match.
 */
export function findLanguage(written: string, interfaceLanguage: string): string | null {
  const code = languageSchema.safeParse(normalizeLanguage(written)).data ?? null;
  const wanted = fold(written);
  if (code !== null || wanted === '') return code;
  const names = namesIn(interfaceLanguage);
  const exact = names.get(wanted);
  if (exact !== undefined || wanted.length < leastLetters) return exact ?? null;
  const begun = new Set([...names].filter(([name]) => name.startsWith(wanted)).map(([, found]) => found));
  return begun.size === 1 ? ([...begun][0] ?? null) : null;
}

const known = new Map<string, ReadonlyMap<string, string>>();

function namesIn(interfaceLanguage: string): ReadonlyMap<string, string> {
  const before = known.get(interfaceLanguage);
  if (before !== undefined) return before;
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const local = new Intl.DisplayNames(interfaceLanguage, { type: 'language', fallback: 'none' });
  const names = new Map<string, string>();
  for (const code of listCodes().filter((each) => english.of(each) !== undefined)) {
    for (const name of [english.of(code), local.of(code), ownLanguageName(code)]) {
      const folded = fold(name ?? '');
      // If several languages share a name, the first one keeps it.
      if (folded !== '' && !names.has(folded)) names.set(folded, code);
    }
  }
  known.set(interfaceLanguage, names);
  return names;
}

function listCodes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const short = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const current = short.filter((code) => Intl.getCanonicalLocales(code)[0] === code);
  return [...targetLanguages.map(({ code }) => code), ...current, ...longCodes];
}

/** Removes accents, brackets and case. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}()（）,]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
