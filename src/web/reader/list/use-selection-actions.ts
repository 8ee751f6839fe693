import { useMutation } from '@tanstack/react-query';
import { toAppError } from '#schema/app-error.ts';
import type { EntryHead } from '#schema/entry.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useAppSession } from '#web/app-session/app-session-provider.tsx';
import { downloadText, fileNameOf } from '#web/controls/files/download-text.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Summaries and exports of one or many entries, one request after the other. */
export function useSelectionActions(tell: (text: string) => void) {
  const client = useClient();
  const { selection: words } = useStrings().reader.list;
  const { values } = useAppSession();

  const summarize = useMutation({
    async mutationFn(heads: readonly EntryHead[]) {
      let [started, refused] = [0, 0];
      const { targetLanguage, detailLevel } = values;
      const choice = {
        ...(targetLanguage === null ? {} : { targetLanguage }),
        ...(detailLevel === null ? {} : { detailLevel }),
      };
      for (const { id } of heads) {
        try {
          await client.reader.summaries.start(id, { ...choice, trigger: 'manual' });
          started += 1;
        } catch (thrown) {
          // Too short, only a title, blocked or deleted: the others can still be summarized.
          const { code } = toAppError(thrown);
          if (!code.startsWith('source_') && code !== 'not_found') throw thrown;
          refused += 1;
        }
      }
      return { started, refused };
    },
    onSuccess: ({ started, refused }) =>
      tell(
        [
          ...(started === 0 ? [] : [words.summarizing(started)]),
          ...(refused === 0 ? [] : [words.refused(refused)]),
        ].join(' '),
      ),
  });

  const exportAll = useMutation({
    async mutationFn(heads: readonly EntryHead[]) {
      const texts: string[] = [];
      for (const { id } of heads) {
        texts.push(await client.translations.exportEntry(id, { format: 'md', layout: 'original' }));
      }
      const [only] = heads;
      const name = heads.length === 1 && only !== undefined ? only.title : words.file(heads.length);
      downloadText({ name: fileNameOf(name, 'md'), type: 'text/markdown', text: texts.join('\n\n---\n\n') });
    },
  });

  return { summarize, exportAll };
}
