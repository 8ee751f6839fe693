import { useState } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { type ExportEntryQuery, exportFormats } from '#schema/translations/translation-wire.ts';
import { nameExport } from '#text/paragraphs/name-export.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { ArticleTranslation } from './use-translation.ts';

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
export function ExportDialog({ head, translation: { known, language }, onClose }: ExportDialogProps) {
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
