import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddEntryRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from '#web/reader/reader-keys.ts';

export function useAddEntry() {
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
    },
  });
}
