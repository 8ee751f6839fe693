import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { summarizedTexts } from '#schema/runs/summary.ts';
import { Button } from '#web/controls/button.tsx';
import { menuClass, menuItemClass } from '#web/controls/menu.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { EntryPanel } from './use-entry-panel.ts';

/** Chooses between the article and its translation, where there is one in the target language. */
export function SummaryOfMenu({ panel }: { panel: EntryPanel }) {
  const { summaryOf: words } = useStrings().translation;
  const { choice } = panel.view;
  const { targetLanguage } = choice;
  if (choice.of === undefined && !panel.translatedInto.includes(targetLanguage)) return null;
  const isPartial = !panel.completeIn.includes(targetLanguage);
  return (
    // Content behind a modal menu could still be reached by Tab.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" aria-label={words.menu} title={words.menu} className="-ms-1 w-6 px-0!">
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <DropdownMenu.RadioGroup
            value={choice.of ?? 'original'}
            onValueChange={(value) => panel.choose({ of: value === 'translation' ? value : undefined })}
          >
            {summarizedTexts.map((text) => (
              <DropdownMenu.RadioItem
                key={text}
                value={text}
                disabled={text === 'translation' && isPartial}
                className={`${menuItemClass} ps-8`}
              >
                <DropdownMenu.ItemIndicator className="absolute start-2.5">
                  <Check aria-hidden className="size-4 text-accent" />
                </DropdownMenu.ItemIndicator>
                {words.choices[text]}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {isPartial ? (
            <DropdownMenu.Label className="max-w-60 ps-8 pe-2.5 pb-1.5 text-xs text-muted">
              {words.partial}
            </DropdownMenu.Label>
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
