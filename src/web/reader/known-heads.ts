import type { QueryClient } from '@tanstack/react-query';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPage, Subscriptions } from '#schema/reader-wire.ts';
import { countPatch } from '#web/offline/count-patch.ts';
import { readerKeys } from './reader-keys.ts';
import type { EntryPages } from './use-entry-list.ts';

type HeadPatch = Partial<Pick<EntryHead, 'read' | 'starred' | 'hasSummary' | 'summaryStart' | 'tags'>>;

/** Updates an entry everywhere it is shown, before the server responds. */
export function patchKnownHead(queryClient: QueryClient, id: EntryId, patch: HeadPatch): void {
  patchKnownHeads(queryClient, new Set([id]), patch);
}

/** Goes through the lists once, however many entries change. */
export function patchKnownHeads(queryClient: QueryClient, ids: ReadonlySet<EntryId>, patch: HeadPatch): void {
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
export function countChange(queryClient: QueryClient, head: EntryHead, patch: HeadPatch): void {
  queryClient.setQueryData<Subscriptions>(readerKeys.subscriptions(), (known) =>
    known === undefined ? known : countPatch(known, head, patch),
  );
}
