import { type ComponentProps, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { Picker } from '#web/controls/picker.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ownLanguageName } from './language-name.ts';
import { OtherLanguageDialog } from './other-language-dialog.tsx';

const other = 'other';

type LanguagePickerProps = Omit<ComponentProps<typeof Picker<string>>, 'options'>;

/** The common languages, the selected one, and an option to enter any other. */
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
