import type { QueryClient } from '@tanstack/react-query';
import type { Entry, EntryHead, EntryId } from '#schema/entry.ts';
import type { EntryPage, Subscriptions } from '#schema/reader-wire.ts';
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
  const unreadBy = by(head.read, patch.read) * -1;
  const starredBy = by(head.starred, patch.starred);
  if (unreadBy === 0 && starredBy === 0) return;
  queryClient.setQueryData<Subscriptions>(readerKeys.subscriptions(), (known) =>
    known === undefined
      ? known
      : {
          ...known,
          unread: Math.max(0, known.unread + unreadBy),
          starred: Math.max(0, known.starred + starredBy),
          feeds: known.feeds.map((feed) =>
            feed.id === head.feedId ? { ...feed, unread: Math.max(0, feed.unread + unreadBy) } : feed,
          ),
        },
  );
}

function by(before: boolean, after: boolean | undefined): number {
  if (after === undefined || after === before) return 0;
  return after ? 1 : -1;
}
