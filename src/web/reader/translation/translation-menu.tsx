import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationMenuProps {
  head: EntryHead;
  translation: ArticleTranslation;
  onFailed(failure: 'copy' | Error | null): void;
}

const copiedTexts = ['translation', 'both'] as const;

/** Translate again, copy, export, clear. */
export function TranslationMenu({ head, translation, onFailed }: TranslationMenuProps) {
  const { translation: words, panel } = useStrings();
  const client = useClient();
  const [isExporting, setExporting] = useState(false);
  const { copied, copy } = useCopy(() => onFailed('copy'));
  const { language, isRunning, translated, known } = translation;
  const isEmpty = translated === 0;

  function copyText(layout: (typeof copiedTexts)[number]): void {
    onFailed(null);
    client.translations
      .exportEntry(head.id, { format: 'txt', layout, targetLanguage: language })
      .then(copy)
      .catch(onFailed);
  }

  return (
    <span className="ms-auto flex items-center">
      <output className="flex items-center gap-1 text-xs text-muted">
        {copied ? (
          <>
            <Check aria-hidden className="size-3.5" />
            {panel.copied}
          </>
        ) : null}
      </output>
      <MoreMenu label={words.more} isModal={false}>
        <MenuItem
          disabled={isRunning || isEmpty || known?.canTranslate !== true}
          onSelect={() => void translation.start({ again: true })}
        >
          {words.again}
        </MenuItem>
        <DropdownMenu.Separator className={menuSeparatorClass} />
        {copiedTexts.map((layout) => (
          <MenuItem key={layout} disabled={isEmpty} onSelect={() => copyText(layout)}>
            {words.copy[layout]}
          </MenuItem>
        ))}
        <MenuItem disabled={isEmpty} onSelect={() => setExporting(true)}>
          {`${words.export}…`}
        </MenuItem>
        <DropdownMenu.Separator className={menuSeparatorClass} />
        <MenuItem
          disabled={isEmpty && !isRunning}
          onSelect={() => {
            onFailed(null);
            translation.clear().catch(onFailed);
          }}
        >
          {words.clear}
        </MenuItem>
      </MoreMenu>
      {isExporting ? (
        <ExportDialog head={head} translation={translation} onClose={() => setExporting(false)} />
      ) : null}
    </span>
  );
}
