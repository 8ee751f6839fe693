import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { makeContents } from '#sources/entry/make-content.ts';
import type {
  FetchedEntries,
  FetchState,
  KnownEntry,
  LoadingFetch,
  ReaderPorts,
} from '#sources/entry/ports.ts';
import type { ParsedEntry } from './feed-entry.ts';
import type { ParsedFeed } from './parse-feed.ts';

/** Longer than any single step. If a process dies while it loads a feed, others wait this long to take over. */
export const claimMs = 60_000;
/** A transaction of this size holds SQLite's single connection for about 10 ms. */
const entriesPerBatch = 20;
const charactersPerBatch = 60_000;
/** Minimum interval between notifications of subscribers. */
const announceMs = 500;

type StepPorts = Pick<ReaderPorts, 'store' | 'markup' | 'bus' | 'clock'>;

/** Splits entries into batches in order. No batch is empty. */
export function batchesOf(entries: readonly SortedEntry[]): SortedEntry[][] {
  const batches: SortedEntry[][] = [];
  let batch: SortedEntry[] = [];
  let characters = 0;
  for (const each of entries) {
    const { length } = each.entry.html;
    if (batch.length >= entriesPerBatch || (batch.length > 0 && characters + length > charactersPerBatch)) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(each);
    characters += length;
  }
  return batch.length === 0 ? batches : [...batches, batch];
}

/** Converts the entries of a batch to the form in which they are stored. */
export async function readBatch(
  ports: Pick<ReaderPorts, 'markup'>,
  batch: readonly SortedEntry[],
  feed: { language: string | null },
): Promise<Pick<FetchedEntries, 'added' | 'changed'>> {
  // The full text of a page, once fetched, is not replaced by the feed's text.
  const read = batch.filter((each) => each.kind === 'added' || each.before.textOrigin !== 'page');
  const contents = await makeContents(
    ports,
    read.map(({ entry }) => ({
      title: entry.title,
      html: entry.html,
      url: entry.baseUrl,
      original: entry.html,
      textOrigin: entry.isExcerpt ? 'excerpt' : 'feed',
      language: entry.language ?? feed.language,
    })),
  );
  const contentOf = new Map(read.map((each, index) => [each, contents[index]]));
  const added: FetchedEntries['added'] = [];
  const changed: FetchedEntries['changed'] = [];
  for (const each of batch) {
    const content = contentOf.get(each) ?? null;
    const { url, title, author, sourceHash } = each.entry;
    if (each.kind === 'changed')
      changed.push({ id: each.before.id, sourceHash, url, author, title, content });
    else if (content !== null) {
      const { guid, publishedAt } = each;
      added.push({ ...content, guid, sourceHash, url, author, siteTitle: null, publishedAt });
    }
  }
  return { added, changed };
}

interface StoredFetch {
  feedId: FeedId;
  feed: { language: string | null };
  batches: readonly SortedEntry[][];
  /** Number of entries that another call has stored before. */
  done: number;
  /** The feed's state once everything is stored. */
  state: FetchState;
  at: number;
  signal: AbortSignal;
}

/**
 * Stores a fetch in batches, so that other work does not wait long, and finishes with the last one. Returns the ids
 * of the new entries, or null if the feed was deleted in the meantime. Throws the signal's reason when aborted.
 */
export async function storeFetched(ports: StepPorts, fetch: StoredFetch): Promise<EntryId[] | null> {
  const { store, clock } = ports;
  const { feedId, at, state, batches, signal } = fetch;
  const total = batches.reduce((sum, { length }) => sum + length, fetch.done);
  const announce = createAnnouncer(ports);
  const ids: EntryId[] = [];
  let { done } = fetch;
  for (const batch of batches.slice(0, -1)) {
    signal.throwIfAborted();
    const read = await readBatch(ports, batch, fetch.feed);
    done += batch.length;
    const loading: LoadingFetch = { done, total, claimedUntil: clock.now() + claimMs };
    const stored = await store.storeEntries({
      feedId,
      at,
      ...read,
      loading,
      heldUntil: loading.claimedUntil,
    });
    if (stored === null) return null;
    ids.push(...stored);
    await announce();
  }
  signal.throwIfAborted();
  const last = await readBatch(ports, batches.at(-1) ?? [], fetch.feed);
  const stored = await store.finishFetch({ feedId, at, state, ...last, heldUntil: clock.now() + claimMs });
  return stored && [...ids, ...stored];
}

function createAnnouncer({ bus, clock }: Pick<ReaderPorts, 'bus' | 'clock'>): () => Promise<void> {
  let announcedAt = 0;
  return async () => {
    if (clock.now() - announcedAt < announceMs) return;
    announcedAt = clock.now();
    await bus.publish({ kind: 'changed', what: 'feeds' });
    await bus.publish({ kind: 'changed', what: 'entries' });
  };
}

/** An entry of a feed that is new or differs from the stored one. */
type SortedEntry = { guid: string; entry: ParsedEntry } & (
  | { kind: 'added'; publishedAt: number }
  | { kind: 'changed'; before: NonNullable<KnownEntry> }
);

/** Leaves room for the feed's number in a PostgreSQL index entry, which has at most 2,700 bytes. */
const maxGuidCharacters = 600;

export function guidOf({ hash }: Pick<ReaderPorts, 'hash'>, { guid }: ParsedEntry): string {
  return guid.length > maxGuidCharacters ? hash(guid) : guid;
}

/**
 * The changed entries of a feed, then the new ones sorted oldest first, because search reads the newest entries
 * first, by their numbers. Stored entries that the feed no longer lists are kept.
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

/** Entries without a date, or with a future one, are dated now in the order of the feed. */
function datesOf({ publishedAt }: ParsedEntry, at: number, index: number): number {
  if (publishedAt === null || publishedAt > at) return at - index;
  return Math.max(0, Math.round(publishedAt));
}
