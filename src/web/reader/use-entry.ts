import { useQuery } from '@tanstack/react-query';
import type { EntryId } from '#schema/entry.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from './reader-keys.ts';

export function useEntry(id: EntryId | null) {
  const client = useClient();
  return useQuery({
    queryKey: readerKeys.entry(id ?? (0 as EntryId)),
    queryFn: () => client.reader.entries.get(id ?? (0 as EntryId)),
    enabled: id !== null,
  });
}
