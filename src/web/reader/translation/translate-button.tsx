import { ChevronDown, Languages } from 'lucide-react';
import { DropdownMenu, Popover } from 'radix-ui';
import { type ReactElement, type RefObject, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { OtherLanguageDialog } from '#web/controls/languages/language-picker.tsx';
import { MenuItem, menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/more-menu.tsx';
import { keyOf } from '#web/reader/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddModelLink } from './add-model-link.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslateButtonProps {
  translation: ArticleTranslation;
  action: TranslateAction;
  buttonRef: RefObject<HTMLButtonElement | null>;
}

/** Shows and hides the translation. The menu beside it chooses the language. */
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

interface LanguageMenuProps {
  translation: ArticleTranslation;
  action: TranslateAction;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  /** The button that opens the menu. */
  children: ReactElement;
}

/** Translates the article into the chosen language, or shows that translation. */
export function LanguageMenu({ translation, action, isOpen, onOpen, children }: LanguageMenuProps) {
  const { translation: words, languages } = useStrings();
  const [isTyping, setTyping] = useState(false);
  const { translatedInto, language, isInLanguage, hasAny } = translation;
  const listed: string[] = targetLanguages.map(({ code }) => code);
  const codes = [...new Set([...translatedInto, language, ...listed])].toSorted(
    (a, b) => listed.indexOf(a) - listed.indexOf(b),
  );
  return (
    <>
      {/* With a modal menu, Tab could still reach the content behind it. */}
      <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpen}>
        <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
        <DropdownMenu.Portal container={document.getElementById('main')}>
          <DropdownMenu.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className={`${menuClass} max-h-[min(26rem,70vh)] overflow-y-auto`}
          >
            <DropdownMenu.Label className="max-w-60 px-2.5 py-1 text-xs text-muted">
              {isInLanguage && !hasAny ? words.sameLanguage(ownLanguageName(language)) : words.language}
            </DropdownMenu.Label>
            {isInLanguage && !hasAny ? (
              <>
                <MenuItem onSelect={action.anyway}>{words.anyway}</MenuItem>
                <DropdownMenu.Separator className={menuSeparatorClass} />
              </>
            ) : null}
            <DropdownMenu.RadioGroup value={language} onValueChange={action.into}>
              {codes.map((code) => (
                <DropdownMenu.RadioItem key={code} value={code} lang={code} className={menuItemClass}>
                  <span
                    aria-hidden
                    className={`size-1.5 rounded-full ${code === language ? 'bg-accent' : ''}`}
                  />
                  <span className="flex-1">{ownLanguageName(code)}</span>
                  {translatedInto.includes(code) ? (
                    <span lang={document.documentElement.lang} className="text-xs text-muted">
                      {words.stored}
                    </span>
                  ) : null}
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            <DropdownMenu.Separator className={menuSeparatorClass} />
            <MenuItem onSelect={() => setTyping(true)}>{languages.other}</MenuItem>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isTyping ? (
        <OtherLanguageDialog
          onClose={() => setTyping(false)}
          onChoose={(code) => {
            setTyping(false);
            action.into(code);
          }}
        />
      ) : null}
    </>
  );
}
