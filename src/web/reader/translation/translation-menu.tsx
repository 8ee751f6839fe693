import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { type ExportEntryQuery, exportFormats } from '#schema/translations/translation-wire.ts';
import { nameExport } from '#text/paragraphs/name-export.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { MenuItem, MoreMenu, menuSeparatorClass } from '#web/controls/more-menu.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { ArticleTranslation } from './use-translation.ts';

interface TranslationMenuProps {
  head: EntryHead;
  translation: ArticleTranslation;
  onFailed(failure: 'copy' | Error | null): void;
}

const copiedTexts = ['translation', 'both'] as const;

/** Offers to translate again, copy, export and clear the translation. */
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

type Format = ExportEntryQuery['format'];

const types: Record<Format, string> = { md: 'text/markdown', html: 'text/html', txt: 'text/plain' };
const exportedTexts = ['translation', 'both', 'original'] as const;
type ExportedText = (typeof exportedTexts)[number];

interface ExportDialogProps {
  head: EntryHead;
  translation: ArticleTranslation;
  onClose(): void;
}

/** Downloads the article, its translation, or both. */
function ExportDialog({ head, translation: { known, language }, onClose }: ExportDialogProps) {
  const { translation: words, languages } = useStrings();
  const client = useClient();
  const [layout, setLayout] = useState<ExportedText>('both');
  const [format, setFormat] = useState<Format>('md');
  const [error, setError] = useState<Error | null>(null);

  async function download(): Promise<void> {
    setError(null);
    try {
      const query = { format, layout, targetLanguage: language };
      const text = await client.translations.exportEntry(head.id, query);
      const name = nameExport(head.title, { layout, source: known?.sourceLanguage ?? null, language });
      downloadText({ name: fileNameOf(name, format), type: types[format], text });
      onClose();
    } catch (thrown) {
      setError(thrown as Error);
    }
  }

  return (
    <Dialog open title={words.export} closeLabel={languages.close} onClose={onClose} size="small">
      <div className="space-y-4">
        <Segmented<ExportedText>
          labelShown
          label={words.text}
          value={layout}
          onChoose={setLayout}
          options={exportedTexts.map((value) => ({ value, label: words.texts[value] }))}
        />
        <Segmented<Format>
          labelShown
          label={words.format}
          value={format}
          onChoose={setFormat}
          options={exportFormats.map((value) => ({ value, label: words.formats[value] }))}
        />
        <ErrorNotice error={error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {languages.cancel}
          </Button>
          <Button look="primary" data-autofocus onClick={() => void download()}>
            {words.download}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
