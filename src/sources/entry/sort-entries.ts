import type { ParsedEntry } from './feed-entry.ts';
import { makeContent } from './make-content.ts';
import type { ParsedFeed } from './parse-feed.ts';
import type { FinishedFetch, KnownEntry, NewEntry, ReaderPorts, StoredContent } from './ports.ts';

/** Leaves room for the feed's number in an index of PostgreSQL, which takes 2,700 bytes. */
const maxGuidCharacters = 600;

export function guidOf({ hash }: Pick<ReaderPorts, 'hash'>, { guid }: ParsedEntry): string {
  return guid.length > maxGuidCharacters ? hash(guid) : guid;
}

/** Of what a feed lists: what is new, and what is no longer as it was. Entries it does not list any more stay. */
export async function sortEntries(
  ports: Pick<ReaderPorts, 'hash' | 'markup'>,
  { feed, known, at }: { feed: ParsedFeed; known: Map<string, KnownEntry>; at: number },
): Promise<Pick<FinishedFetch, 'added' | 'changed'>> {
  const added: NewEntry[] = [];
  const changed: FinishedFetch['changed'] = [];
  for (const [index, entry] of feed.entries.entries()) {
    const guid = guidOf(ports, entry);
    const { url, title, author, html } = entry;
    const sourceHash = ports.hash(JSON.stringify([title, author, url, html]));
    const before = known.get(guid);
    if (before === null || before?.sourceHash === sourceHash) continue;
    if (before === undefined) {
      const publishedAt = datesOf(entry, at, index);
      const content = await readContent(ports, entry, feed);
      added.push({ ...content, guid, sourceHash, url, author, siteTitle: null, publishedAt });
      continue;
    }
    // The page's own text, once fetched, is not given up for what the feed carries.
    const content = before.textOrigin === 'page' ? null : await readContent(ports, entry, feed);
    changed.push({ id: before.id, sourceHash, url, author, title, content });
  }
  return { added, changed };
}

/** Without a date, or with one that has not come yet: now, in the order of the feed. */
function datesOf({ publishedAt }: ParsedEntry, at: number, index: number): number {
  if (publishedAt === null || publishedAt > at) return at - index;
  return Math.max(0, Math.round(publishedAt));
}

function readContent(
  ports: Pick<ReaderPorts, 'hash' | 'markup'>,
  entry: ParsedEntry,
  feed: ParsedFeed,
): Promise<StoredContent> {
  const { title, html, baseUrl, isExcerpt } = entry;
  return makeContent(ports, {
    title,
    html,
    url: baseUrl,
    original: html,
    textOrigin: isExcerpt ? 'excerpt' : 'feed',
    language: entry.language ?? feed.language,
  });
}
