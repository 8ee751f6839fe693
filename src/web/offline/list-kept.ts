import type { EntryHead } from '#schema/entry.ts';
import { type EntryPage, listEntriesQuerySchema, type Subscriptions } from '#schema/reader-wire.ts';
import { compareEntries } from '#web/reader/merge-newest.ts';
import type { WaitingChange } from './database.ts';

interface KeptList {
  /** Of a request for a list. */
  search: URLSearchParams;
  heads: readonly EntryHead[];
  /** Null: the feeds of a folder are not known. */
  subscriptions: Subscriptions | null;
}

/** The list from what is kept, in one page; null if only the server can tell: further pages, and searches. */
export function listKept({ search, heads, subscriptions }: KeptList): EntryPage | null {
  const asked = listEntriesQuerySchema.safeParse(Object.fromEntries(search)).data;
  if (asked === undefined || asked.cursor !== undefined || asked.query !== undefined) return null;
  const { view, feedId, folderId, tagId } = asked;
  if (folderId !== undefined && subscriptions === null) return null;
  const inFolder = new Set(
    subscriptions?.feeds.filter((feed) => feed.folderId === folderId).map(({ id }) => id),
  );
  const items = heads.filter((head) => {
    if (view === 'unread' && head.read) return false;
    if (view === 'starred' && !head.starred) return false;
    if (view === 'saved' && head.feedId !== null) return false;
    if (feedId !== undefined && head.feedId !== feedId) return false;
    if (folderId !== undefined && (head.feedId === null || !inFolder.has(head.feedId))) return false;
    return tagId === undefined || head.tags.some(({ id }) => id === tagId);
  });
  return { items: items.sort(compareEntries), nextCursor: null, inSummary: [], inTranslation: [] };
}

/** As the reader sees it: with what the server has not been told yet. */
export function applyChange<T extends EntryHead>(head: T, change: WaitingChange | undefined): T {
  return change === undefined ? head : { ...head, ...change.patch };
}
