import { DropdownMenu } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { OtherLanguageDialog } from '#web/controls/languages/other-language-dialog.tsx';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface LanguageMenuProps {
  translation: ArticleTranslation;
  action: TranslateAction;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  /** The button that opens it. */
  children: ReactElement;
}

/** Translates the article into the language chosen, or shows that translation. */
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
      {/* Content behind a modal menu could still be reached by Tab. */}
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
