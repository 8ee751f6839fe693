import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '#schema/entry.ts';
import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from '#web/reader/reader-keys.ts';

/** `onAdded` is called even if whoever added it is no longer shown: the first entry replaces the first screen. */
export function useAddEntry(onAdded: (entry: Entry) => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: AddEntryRequest) => client.reader.entries.add(request),
    onSuccess: async (entry) => {
      queryClient.setQueryData(readerKeys.entry(entry.id), entry);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() }),
        queryClient.resetQueries({ queryKey: readerKeys.lists() }),
      ]);
      onAdded(entry);
    },
  });
}
