import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { Picker } from '#web/controls/choice.tsx';
import { interfaceLanguages } from '#web/strings/languages.ts';
import type { LanguageChoice } from '#web/strings/resolve-language.ts';
import { useLanguageChoice, useStrings } from '#web/strings/strings-provider.tsx';
import { LookChoice } from '#web/theme/look-choice.tsx';
import { RailPopoverButton } from './rail-popover-button.tsx';

export function AppearanceMenu() {
  const { shell } = useStrings();
  const [isOpen, setOpen] = useState(false);
  return (
    <RailPopoverButton
      label={shell.appearance}
      isOpen={isOpen}
      setOpen={setOpen}
      className="w-84 space-y-4 rounded-lg p-4"
      button={
        <>
          <SunMoon aria-hidden className="size-5" strokeWidth={1.75} />
          <span>{shell.appearance}</span>
        </>
      }
    >
      <AppearanceFields />
    </RailPopoverButton>
  );
}

export function AppearanceFields() {
  const { appearance } = useStrings();
  const { choice, choose } = useLanguageChoice();
  return (
    <>
      <LookChoice part="theme" />
      <div>
        <p aria-hidden className="mb-1.5 text-xs text-muted">
          {appearance.language}
        </p>
        <Picker<LanguageChoice>
          label={appearance.language}
          value={choice}
          options={[
            { value: 'auto', label: appearance.automatic },
            ...interfaceLanguages.map(({ code, ownName }) => ({ value: code, label: ownName, lang: code })),
          ]}
          onChoose={choose}
          className="w-full"
        />
      </div>
    </>
  );
}
