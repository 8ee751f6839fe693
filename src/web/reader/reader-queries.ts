import { useQuery } from '@tanstack/react-query';
import type { EntryId } from '#schema/entry.ts';
import { useClient } from '#web/api/client-provider.tsx';
import type { Place } from './place.ts';

/** The keys of the Reader's queries. The first part of a key is the name that the server uses in change events. */
export const readerKeys = {
  subscriptions: () => ['feeds', 'subscriptions'] as const,
  refresh: () => ['feeds', 'refresh'] as const,
  /** Change events never refetch the lists. Updates come through `newest`, so that no entry disappears. */
  lists: () => ['entry-list'] as const,
  list: (place: Place) => ['entry-list', place] as const,
  newest: (place: Place) => ['entries', 'newest', place] as const,
  entry: (id: EntryId) => ['entries', 'one', id] as const,
};

export function useEntry(id: EntryId | null) {
  const client = useClient();
  return useQuery({
    queryKey: readerKeys.entry(id ?? (0 as EntryId)),
    queryFn: () => client.reader.entries.get(id ?? (0 as EntryId)),
    enabled: id !== null,
  });
}

export function useSubscriptions() {
  const client = useClient();
  return useQuery({
    queryKey: readerKeys.subscriptions(),
    queryFn: () => client.reader.subscriptions(),
  });
}
