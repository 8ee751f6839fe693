import { ChevronDown, Languages } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddModelLink } from './add-model-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslateButtonProps {
  translation: ArticleTranslation;
  action: TranslateAction;
  buttonRef: RefObject<HTMLButtonElement | null>;
}

/** Shows and hides the translation; the menu beside it chooses the language. */
export function TranslateButton({ translation, action, buttonRef }: TranslateButtonProps) {
  const { translation: words } = useStrings();
  const { known, isShown, hasAny, language } = translation;
  const cannot = known !== null && !known.canTranslate && !hasAny;
  const does = isShown ? words.hide : hasAny ? words.show : words.into(ownLanguageName(language));
  return (
    <Popover.Root
      open={action.asking === 'model'}
      onOpenChange={(isOpen) => action.ask(isOpen ? 'model' : null)}
    >
      <Popover.Anchor asChild>
        <span className="flex items-center gap-px sm:ms-2">
          <Button
            ref={buttonRef}
            look="quiet"
            aria-pressed={isShown}
            {...keyHint(cannot ? words.cannot : does, keyOf('translate'))}
            onClick={action.toggle}
            className={`gap-1! px-2! ${isShown ? 'bg-accent-wash text-accent!' : ''} ${cannot ? 'text-muted!' : ''}`}
          >
            <Languages aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{words.translate}</span>
          </Button>
          <LanguageMenu
            translation={translation}
            action={action}
            isOpen={action.asking === 'language'}
            onOpen={(isOpen) => action.ask(isOpen ? 'language' : null)}
          >
            <Button
              look="quiet"
              disabled={known?.canTranslate === false}
              aria-label={words.language}
              title={words.language}
              className="w-6 px-0!"
            >
              <ChevronDown aria-hidden className="size-3 text-muted" />
            </Button>
          </LanguageMenu>
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.translate}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            buttonRef.current?.focus({ preventScroll: true });
          }}
          className="z-50 max-w-72 rounded-lg border border-line bg-surface px-3.5 py-3 text-[0.8125rem] shadow-lg outline-none"
        >
          <p>{words.cannot}</p>
          <p className="mt-2">
            <AddModelLink />
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
