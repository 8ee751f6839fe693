import { ChevronDown, Languages } from 'lucide-react';
import { DropdownMenu, Popover } from 'radix-ui';
import { useState } from 'react';
import { targetLanguages } from '#schema/language.ts';
import { Button } from '#web/controls/button.tsx';
import { ownLanguageName } from '#web/controls/language-name.ts';
import { menuClass, menuItemClass, menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem } from '#web/controls/more-menu.tsx';
import { OtherLanguageDialog } from '#web/controls/other-language-dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddModelLink } from './add-model-link.tsx';
import type { TranslateAction } from './use-translate-action.ts';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslateButtonProps {
  translation: ArticleTranslation;
  action: TranslateAction;
}

/** Shows and hides the translation; the menu beside it chooses the language. */
export function TranslateButton({ translation, action }: TranslateButtonProps) {
  const { translation: words } = useStrings();
  const { known, isShown, hasAny, language } = translation;
  const cannot = known !== null && !known.canTranslate && !hasAny;
  return (
    <Popover.Root
      open={action.asking === 'model'}
      onOpenChange={(isOpen) => action.ask(isOpen ? 'model' : null)}
    >
      <Popover.Anchor asChild>
        <span className="ms-2 flex items-center">
          <Button
            look="quiet"
            aria-pressed={isShown}
            disabled={known === null}
            title={cannot ? words.cannot : `${words.into(ownLanguageName(language))} (t)`}
            onClick={action.toggle}
            className={`gap-1! pe-1! ps-2! ${isShown ? 'bg-accent-wash text-accent!' : ''} ${cannot ? 'text-muted!' : ''}`}
          >
            <Languages aria-hidden className="size-4" />
            {words.translate}
          </Button>
          <LanguageMenu translation={translation} action={action} />
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.translate}
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

function LanguageMenu({ translation, action }: TranslateButtonProps) {
  const { translation: words, languages } = useStrings();
  const [isTyping, setTyping] = useState(false);
  const { known, language, isInLanguage, hasAny } = translation;
  const listed: string[] = targetLanguages.map(({ code }) => code);
  const stored = known?.languages.map(({ targetLanguage }) => targetLanguage) ?? [];
  const codes = [...new Set([...stored, language, ...listed])].toSorted(
    (a, b) => listed.indexOf(a) - listed.indexOf(b),
  );
  return (
    <>
      {/* Content behind a modal menu could still be reached by Tab. */}
      <DropdownMenu.Root
        modal={false}
        open={action.asking === 'language'}
        onOpenChange={(isOpen) => action.ask(isOpen ? 'language' : null)}
      >
        <DropdownMenu.Trigger asChild>
          <Button
            look="quiet"
            disabled={known === null || !known.canTranslate}
            aria-label={words.language}
            title={words.language}
            className="px-1!"
          >
            <ChevronDown aria-hidden className="size-3 text-muted" />
          </Button>
        </DropdownMenu.Trigger>
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
                  {stored.includes(code) ? (
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
