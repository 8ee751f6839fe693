import type { EntryHead, EntryId, entryViews } from '#schema/entry.ts';
import type { FeedId, FolderId } from '#schema/feed.ts';
import type { ListEntriesQuery, Subscriptions } from '#schema/reader-wire.ts';
import type { TagId, TagRef } from '#schema/tags/tag.ts';
import { parseId } from '#web/api/parse-id.ts';
import type { Strings } from '#web/strings/en/en.ts';

export type EntryView = (typeof entryViews)[number];

const views: Readonly<Record<EntryView, true>> = { unread: true, all: true, starred: true, saved: true };

/** The URL parameters beside the view: a feed, folder or tag, the search query, and a passage of the article. */
export interface ReaderSearch {
  feed?: FeedId;
  folder?: FolderId;
  tag?: TagId;
  q?: string;
  /** The start and end of a passage in the article's text, such as `120-240`. */
  passage?: string;
}

/** The place that says which entries the list shows. */
export interface Place extends Omit<ReaderSearch, 'passage'> {
  view: EntryView;
}

/** Ignores unknown or invalid parameters. */
export function parseReaderSearch(search: Record<string, unknown>): ReaderSearch {
  const feed = parseId(search.feed) as FeedId | undefined;
  const folder = parseId(search.folder) as FolderId | undefined;
  const tag = parseId(search.tag) as TagId | undefined;
  // The router parses a query of digits as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q) : '';
  const passage = parsePassage(search.passage) === null ? undefined : String(search.passage);
  return {
    ...(passage === undefined ? {} : { passage }),
    ...(feed === undefined ? {} : { feed }),
    ...(folder === undefined || feed !== undefined ? {} : { folder }),
    ...(tag === undefined || feed !== undefined || folder !== undefined ? {} : { tag }),
    ...(q === '' ? {} : { q: q.slice(0, 500) }),
  };
}

export function parsePassage(passage: unknown): { start: number; end: number } | null {
  if (typeof passage !== 'string' || !/^\d{1,9}-\d{1,9}$/.test(passage)) return null;
  const [start = 0, end = 0] = passage.split('-').map(Number);
  return start < end ? { start, end } : null;
}

export function parseView(view: string): EntryView {
  return Object.hasOwn(views, view) ? (view as EntryView) : 'unread';
}

export function parseEntryId(entryId: string | undefined): EntryId | null {
  return (parseId(Number(entryId)) as EntryId | undefined) ?? null;
}

export function toEntriesQuery({ view, feed, folder, tag, q }: Place): Partial<ListEntriesQuery> {
  return {
    view,
    ...(feed === undefined ? {} : { feedId: feed }),
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(tag === undefined ? {} : { tagId: tag }),
    ...(q === undefined ? {} : { query: q }),
  };
}

/** Whether an open entry belongs in the list, even if it has been read in the meantime. */
export function isInPlace(head: EntryHead, place: Place, { feeds }: Pick<Subscriptions, 'feeds'>): boolean {
  if (place.q !== undefined || place.view === 'starred') return false;
  if (place.view === 'saved') return head.feedId === null;
  if (place.tag !== undefined) return head.tags.some(({ id }) => id === place.tag);
  if (place.feed !== undefined) return head.feedId === place.feed;
  if (place.folder === undefined) return true;
  return feeds.some(({ id, folderId }) => id === head.feedId && folderId === place.folder);
}

interface Named extends Pick<Subscriptions, 'feeds' | 'folders'> {
  tags?: readonly TagRef[] | undefined;
}

/** Returns the heading above the list. */
export function placeName(
  place: Place,
  { feeds, folders, tags }: Named,
  { reader, tags: words }: Strings,
): string {
  const feed = feeds.find(({ id }) => id === place.feed);
  const folder = folders.find(({ id }) => id === place.folder);
  const tag = tags?.find(({ id }) => id === place.tag);
  if (isTagGone(place, tags)) return words.goneHeading;
  return feed?.title ?? folder?.name ?? (tag === undefined ? reader.feeds[place.view] : `#${tag.name}`);
}

/** Whether the place is a tag that was deleted or merged. This is unknown until the library is loaded. */
export function isTagGone(place: Place, tags: Named['tags']): boolean {
  return place.tag !== undefined && tags !== undefined && !tags.some(({ id }) => id === place.tag);
}
