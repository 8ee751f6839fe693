import { DropdownMenu } from 'radix-ui';
import type { EntryHead } from '#schema/entry.ts';
import { type ExportEntryQuery, exportFormats } from '#schema/translation-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem, MoreMenu, Submenu } from '#web/controls/more-menu.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationMenuProps {
  head: EntryHead;
  translation: ArticleTranslation;
  onFailed(failure: 'copy' | Error | null): void;
}

const types: Record<ExportEntryQuery['format'], string> = {
  md: 'text/markdown',
  html: 'text/html',
  txt: 'text/plain',
};
const texts = ['translation', 'both'] as const;

/** Translate again, copy, export, clear. */
export function TranslationMenu({ head, translation, onFailed }: TranslationMenuProps) {
  const { translation: words, panel } = useStrings();
  const client = useClient();
  const { copied, copy } = useCopy(() => onFailed('copy'));
  const { language, isRunning, translated, known } = translation;

  function withText(
    { format, layout }: Pick<ExportEntryQuery, 'format' | 'layout'>,
    use: (text: string) => void | Promise<void>,
  ): void {
    onFailed(null);
    client.translations
      .exportEntry(head.id, { format, layout, targetLanguage: language })
      .then(use)
      .catch(onFailed);
  }

  return (
    <>
      <MoreMenu label={words.more}>
        <MenuItem
          disabled={isRunning || translated === 0 || known?.canTranslate !== true}
          onSelect={() => void translation.start({ again: true })}
        >
          {words.again}
        </MenuItem>
        <DropdownMenu.Separator className={menuSeparatorClass} />
        {texts.map((layout) => (
          <MenuItem
            key={layout}
            disabled={translated === 0}
            onSelect={() => withText({ format: 'txt', layout }, copy)}
          >
            {words.copy[layout]}
          </MenuItem>
        ))}
        <DropdownMenu.Separator className={menuSeparatorClass} />
        {texts.map((layout) => (
          <Submenu key={layout} label={words.export[layout]}>
            {exportFormats.map((format) => (
              <MenuItem
                key={format}
                disabled={translated === 0}
                onSelect={() =>
                  withText({ format, layout }, (text) =>
                    downloadText({ name: fileNameOf(head.title, format), type: types[format], text }),
                  )
                }
              >
                {words.formats[format]}
              </MenuItem>
            ))}
          </Submenu>
        ))}
        <DropdownMenu.Separator className={menuSeparatorClass} />
        <MenuItem
          disabled={translated === 0 && !isRunning}
          onSelect={() => {
            onFailed(null);
            translation.clear().catch(onFailed);
          }}
        >
          {words.clear}
        </MenuItem>
      </MoreMenu>
      <output className="sr-only">{copied ? panel.copied : ''}</output>
    </>
  );
}
