import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPatch, MarkReadRequest } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { countChange, patchKnownHead } from './known-heads.ts';
import { readerKeys } from './reader-keys.ts';

/** Marks an entry as read or unread, stars it or not: at once on the screen, then at the server. */
export function usePatchEntry(): (head: EntryHead, patch: EntryPatch) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  return useCallback(
    (head, patch) => {
      patchKnownHead(queryClient, head.id, patch);
      countChange(queryClient, head, patch);
      client.reader.entries.patch(head.id, patch).catch(() => {
        // The connection notice says why; what is shown becomes true again.
        patchKnownHead(queryClient, head.id, { read: head.read, starred: head.starred });
        void queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() });
      });
    },
    [client, queryClient],
  );
}

export function useMarkAllRead() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: MarkReadRequest) => client.reader.entries.markRead(request),
    onSuccess: async () => {
      await Promise.all([
        queryClient.resetQueries({ queryKey: readerKeys.lists() }),
        queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() }),
        queryClient.invalidateQueries({ queryKey: ['entries', 'one'] }),
      ]);
    },
  });
}

export function useFetchFullText() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: EntryId) => client.reader.entries.fetchFullText(id),
    onSuccess: (entry) => queryClient.setQueryData(readerKeys.entry(entry.id), entry),
  });
}

export function useDeleteEntry() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: EntryId) => client.reader.entries.remove(id),
    onSuccess: async (_, id) => {
      queryClient.removeQueries({ queryKey: readerKeys.entry(id) });
      await Promise.all([
        queryClient.resetQueries({ queryKey: readerKeys.lists() }),
        queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() }),
      ]);
    },
  });
}
