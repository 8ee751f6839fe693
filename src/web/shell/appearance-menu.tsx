import { SunMoon } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Picker } from '#web/controls/picker.tsx';
import { interfaceLanguages } from '#web/strings/languages.ts';
import type { LanguageChoice } from '#web/strings/resolve-language.ts';
import { useLanguageChoice, useStrings } from '#web/strings/strings-provider.tsx';
import { LookChoice } from '#web/theme/look-choice.tsx';
import { railItemClass } from './rail-item.ts';

export function AppearanceMenu() {
  const { shell } = useStrings();
  return (
    <Popover.Root>
      <Popover.Trigger className={railItemClass}>
        <SunMoon aria-hidden className="size-5" strokeWidth={1.75} />
        <span>{shell.appearance}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <AppearanceChoices />
      </Popover.Portal>
    </Popover.Root>
  );
}

function AppearanceChoices() {
  const { shell } = useStrings();
  const railIsBeside = window.matchMedia('(min-width: 48rem)').matches;
  return (
    <Popover.Content
      side={railIsBeside ? 'right' : 'top'}
      align="end"
      sideOffset={8}
      collisionPadding={12}
      aria-label={shell.appearance}
      className="z-40 w-84 max-w-[calc(100vw-1.5rem)] space-y-4 rounded-lg border border-line bg-surface p-4 shadow-lg outline-none"
    >
      <AppearanceFields />
    </Popover.Content>
  );
}

/** Theme and interface language; both take effect immediately. */
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
