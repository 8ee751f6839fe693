import { useQuery } from '@tanstack/react-query';
import type { Entry } from '#schema/entry.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

interface Wanted {
  entry: Entry | null;
  /** Null: not wanted. */
  language: string | null;
}

/** The translated article as a model read it, to find the passages of a summary. */
export function useTranslatedText({ entry, language }: Wanted): string | null {
  const client = useClient();
  const { data = null } = useQuery({
    queryKey: queryKeys.translatedText(entry?.id ?? null, language ?? '', entry?.contentHash ?? ''),
    queryFn: async () => {
      if (entry === null || language === null) return null;
      const query = { targetLanguage: language };
      const [{ titleKey, paragraphs }, text] = await Promise.all([
        client.translations.get(entry.id, query),
        client.translations.exportEntry(entry.id, { ...query, format: 'txt', layout: 'translation' }),
      ]);
      const title = paragraphs.find(({ key }) => key === titleKey)?.text ?? null;
      return withoutHead(text, [title === null ? entry.title : plainOf(title), entry.url]);
    },
    enabled: entry !== null && language !== null,
    gcTime: 0,
  });
  return data;
}

/** An exported article begins with its title and address. */
function withoutHead(text: string, lines: readonly (string | null)[]): string | null {
  const head = lines
    .filter((line) => line !== null && line !== '')
    .map((line) => `${line}\n\n`)
    .join('');
  return text.startsWith(head) ? text.slice(head.length).trim() : null;
}
