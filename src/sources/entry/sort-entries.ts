import type { ParsedEntry } from '#sources/entry/feeds/feed-entry.ts';
import type { ParsedFeed } from '#sources/entry/feeds/parse-feed.ts';
import type { KnownEntry, ReaderPorts } from './ports.ts';

/** What a feed lists and the store does not have in this form. */
export type SortedEntry = { guid: string; entry: ParsedEntry } & (
  | { kind: 'added'; publishedAt: number }
  | { kind: 'changed'; before: NonNullable<KnownEntry> }
);

/** Leaves room for the feed's number in an index of PostgreSQL, which takes 2,700 bytes. */
const maxGuidCharacters = 600;

export function guidOf({ hash }: Pick<ReaderPorts, 'hash'>, { guid }: ParsedEntry): string {
  return guid.length > maxGuidCharacters ? hash(guid) : guid;
}

/**
 * Of the entries in a feed: the changed ones, then the new ones, oldest first, because search looks at the newest
 * entries first, by their numbers. Entries it no longer lists are kept.
 */
export function sortEntries(
  ports: Pick<ReaderPorts, 'hash'>,
  { feed, known, at }: { feed: ParsedFeed; known: Map<string, KnownEntry>; at: number },
): SortedEntry[] {
  const added: Extract<SortedEntry, { kind: 'added' }>[] = [];
  const changed: SortedEntry[] = [];
  for (const [index, entry] of feed.entries.entries()) {
    const guid = guidOf(ports, entry);
    const before = known.get(guid);
    if (before === null || before?.sourceHash === entry.sourceHash) continue;
    if (before !== undefined) changed.push({ kind: 'changed', guid, entry, before });
    else added.push({ kind: 'added', guid, entry, publishedAt: datesOf(entry, at, index) });
  }
  return [...changed, ...added.sort((a, b) => a.publishedAt - b.publishedAt)];
}

/** Without a date, or with one that has not come yet: now, in the order of the feed. */
function datesOf({ publishedAt }: ParsedEntry, at: number, index: number): number {
  if (publishedAt === null || publishedAt > at) return at - index;
  return Math.max(0, Math.round(publishedAt));
}
