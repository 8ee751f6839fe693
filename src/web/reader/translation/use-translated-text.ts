import { useQuery } from '@tanstack/react-query';
import type { Entry } from '#schema/entry.ts';
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
    queryFn: () =>
      entry === null || language === null
        ? null
        : client.translations.text(entry.id, { targetLanguage: language }),
    enabled: entry !== null && language !== null,
    gcTime: 0,
  });
  return data;
}
