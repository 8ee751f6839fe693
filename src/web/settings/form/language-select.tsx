import { useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { OtherLanguageDialog } from '#web/controls/languages/other-language-dialog.tsx';
import { withChosen } from '#web/settings/summaries/options.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './inputs.tsx';

const other = 'other';
export const anyLanguage = '*';

interface LanguageSelectProps extends FieldProps {
  value: string;
  /** The name of the choice of all languages, where that is possible. */
  any?: string;
  onChoose(code: string): void;
}

/** The common languages, the selected one, and an option to enter any other. */
export function LanguageSelect({ value, any, onChoose, ...field }: LanguageSelectProps) {
  const { languages } = useStrings();
  const [isAsking, setAsking] = useState(false);
  const common = targetLanguages.map(({ code, ownName }) => ({ value: code, label: ownName, lang: code }));
  const all = any === undefined ? [] : [{ value: anyLanguage, label: any }];
  return (
    <>
      <Select<string>
        {...field}
        value={value}
        options={[
          ...all,
          ...withChosen(common, value === anyLanguage ? null : value, ownLanguageName(value)),
          { value: other, label: languages.other },
        ]}
        onChoose={(code) => (code === other ? setAsking(true) : onChoose(code))}
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
