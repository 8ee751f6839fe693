import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPage, EntryPatch, MarkReadRequest, Subscriptions } from '#schema/reader-wire.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { countPatch } from '#web/offline/count-patch.ts';
import { readerKeys } from './reader-queries.ts';
import type { EntryPages } from './use-entry-list.ts';

const patching = ['entries', 'patch'] as const;

/** The tries take about 20 s including the delays, which is enough to restart a server. A mark may be sent twice. */
const maxTries = 7;

/** The most entries that the server accepts in one request. */
const perRequest = 1000;

/** Marks an entry as read, unread, starred or not: first on screen, then on the server. */
export function usePatchEntry(): (head: EntryHead, patch: EntryPatch) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: patching,
    // Changes are sent one after the other, so that the last key pressed also wins on the server.
    scope: { id: 'patch-entry' },
    mutationFn: ({ head, patch }: Patching) => client.reader.entries.patch(head.id, patch),
    retry: (failures, error) => failures < maxTries && toAppError(error).code === 'server_unreachable',
    retryDelay: (failures) => backOff(failures, { firstMs: 500, maxMs: 5_000 }),
    async onMutate({ head, patch }) {
      // A response older than this change must not undo it on screen.
      await queryClient.cancelQueries({ queryKey: ['entries'] });
      patchKnownHead(queryClient, head.id, patch);
      countChange(queryClient, head, patch);
    },
    onError(_, { head }) {
      // The display is rolled back, and the Reader reports it.
      patchKnownHead(queryClient, head.id, { read: head.read, starred: head.starred });
      void queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() });
    },
    onSettled() {
      if (queryClient.isMutating({ mutationKey: patching }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: ['entries'] });
    },
  });
  return useCallback((head, patch) => mutate({ head, patch }), [mutate]);
}

interface Patching {
  head: EntryHead;
  patch: EntryPatch;
}

export interface Marking {
  ids: readonly EntryId[];
  patch: EntryPatch;
}

/** Marks many entries. Returns the entries that changed, so that an undo can mark them back. */
export function usePatchEntries() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: patching,
    scope: { id: 'patch-entry' },
    async mutationFn({ ids, patch }: Marking): Promise<EntryId[]> {
      const changed: EntryId[] = [];
      for (let from = 0; from < ids.length; from += perRequest) {
        const some = ids.slice(from, from + perRequest);
        const these = await client.reader.entries.patchMany({ ids: some, ...patch });
        patchKnownHeads(queryClient, new Set(these), patch);
        changed.push(...these);
      }
      return changed;
    },
    async onSettled() {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['entries'] }),
        queryClient.invalidateQueries({ queryKey: readerKeys.subscriptions() }),
      ]);
    },
  });
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

type HeadPatch = Partial<Pick<EntryHead, 'read' | 'starred' | 'hasSummary' | 'summaryStart' | 'tags'>>;

/** Changes an entry everywhere it is shown, before the server responds. */
export function patchKnownHead(queryClient: QueryClient, id: EntryId, patch: HeadPatch): void {
  patchKnownHeads(queryClient, new Set([id]), patch);
}

/** Goes through the lists only once, however many entries change. */
function patchKnownHeads(queryClient: QueryClient, ids: ReadonlySet<EntryId>, patch: HeadPatch): void {
  const change = <T extends EntryHead>(head: T): T => (ids.has(head.id) ? { ...head, ...patch } : head);
  const changePage = (page: EntryPage): EntryPage => ({ ...page, items: page.items.map(change) });
  queryClient.setQueriesData<EntryPages>({ queryKey: readerKeys.lists() }, (data) =>
    data === undefined ? data : { ...data, pages: data.pages.map(changePage) },
  );
  queryClient.setQueriesData<EntryPage>({ queryKey: ['entries', 'newest'] }, (page) =>
    page === undefined ? page : changePage(page),
  );
  for (const id of ids) {
    queryClient.setQueryData<Entry>(readerKeys.entry(id), (entry) =>
      entry === undefined ? entry : change(entry),
    );
  }
}

/** Updates the counts beside the feeds when an entry is read, unread, starred or unstarred. */
function countChange(queryClient: QueryClient, head: EntryHead, patch: HeadPatch): void {
  queryClient.setQueryData<Subscriptions>(readerKeys.subscriptions(), (known) =>
    known === undefined ? known : countPatch(known, head, patch),
  );
}

/** Returns the entry whose change could not be saved, until the notice was closed. */
export function useRefusedPatch() {
  const refused = useMutationState({
    filters: { mutationKey: patching, status: 'error' },
    select: ({ state }) => ({
      at: state.submittedAt,
      title: (state.variables as Patching | undefined)?.head.title ?? '',
    }),
  }).at(-1);
  const [seenAt, setSeenAt] = useState(0);
  const at = refused?.at ?? 0;
  const dismiss = useCallback(() => setSeenAt(at), [at]);
  return { title: at > seenAt ? (refused?.title ?? null) : null, dismiss };
}
