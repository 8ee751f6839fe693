import type { Insertable } from 'kysely';
import { type EntryId, sanitizerVersion } from '#schema/entry.ts';
import type { FeedId, FolderId } from '#schema/feed.ts';
import type { NewEntry, StoredContent } from '#sources/entry/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';
import { indexTerms } from '#text/search-terms.ts';
import type { EntriesTable } from './reader-tables.ts';
import { feedMark, type TermDocument } from './term-index.ts';

/** This is far below the number of values that a statement may bind. */
const entriesPerInsert = 50;

const insertNew = prepareQuery<Insertable<EntriesTable>[], { id: EntryId; guid: string }>((db, rows) =>
  db
    .insertInto('entries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['feed_id', 'guid']).doNothing())
    .returning(['id', 'guid']),
);
const insertTextRows = prepareQuery<Insertable<Tables['entry_texts']>[]>((db, rows) =>
  db.insertInto('entry_texts').values(rows),
);
const insertOriginals = prepareQuery<Insertable<Tables['entry_originals']>[]>((db, rows) =>
  db.insertInto('entry_originals').values(rows),
);
const leaveQueue = prepareQuery<{ id: EntryId }[]>((db, rows) =>
  db.deleteFrom('entry_queue').where(
    'entry_id',
    'in',
    rows.map(({ id }) => id),
  ),
);

interface Insertion {
  feedId: FeedId;
  folderId: FolderId | null;
  entries: NewEntry[];
  at: number;
}

/** Existing entries are unchanged. Returns the ids of the new ones. */
export async function insertEntries(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  { feedId, folderId, entries, at }: Insertion,
): Promise<EntryId[]> {
  // Search looks at the newest entries first, by their numbers.
  const oldestFirst = entries.toSorted((a, b) => a.publishedAt - b.publishedAt);
  const ids: EntryId[] = [];
  for (let from = 0; from < oldestFirst.length; from += entriesPerInsert) {
    const batch = oldestFirst.slice(from, from + entriesPerInsert);
    const { rows } = await insertNew.execute(
      trx,
      batch.map((entry) => ({ ...toNewEntryRow(entry, at), feed_id: feedId, folder_id: folderId })),
    );
    const byGuid = new Map(batch.map((entry) => [entry.guid, entry]));
    const inserted = rows.flatMap(({ id, guid }) => {
      const entry = byGuid.get(guid);
      return entry ? [{ id, entry }] : [];
    });
    await insertTexts({ search }, trx, { feedId, inserted });
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

export function toNewEntryRow(entry: NewEntry, at: number): Insertable<EntriesTable> {
  return {
    guid: entry.guid,
    source_hash: entry.sourceHash,
    url: entry.url,
    author: entry.author,
    site_title: entry.siteTitle,
    published_at: entry.publishedAt,
    ...toContentColumns(entry),
    created_at: at,
    updated_at: at,
  };
}

export function toContentColumns(content: StoredContent) {
  return {
    title: content.title,
    excerpt: content.excerpt,
    text_origin: content.textOrigin,
    content_hash: content.contentHash,
    image_key: content.imageKey,
    language: content.language,
    reading_minutes: content.readingMinutes,
  };
}

async function insertTexts(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  { feedId, inserted }: { feedId: FeedId; inserted: { id: EntryId; entry: NewEntry }[] },
): Promise<void> {
  if (inserted.length === 0) return;
  await insertTextRows.execute(
    trx,
    inserted.map(({ id, entry }) => ({
      entry_id: id,
      html: entry.html,
      text: entry.text,
      sanitizer: sanitizerVersion,
    })),
  );
  await insertOriginals.execute(
    trx,
    inserted.map(({ id, entry }) => ({ entry_id: id, origin: entry.textOrigin, body: entry.original })),
  );
  const indexed = inserted.map(({ id, entry: { author, terms } }) => ({ id, feedId, author, terms }));
  await indexEntries({ search }, trx, indexed);
}

/** Rewrites everything that depends on an entry's text. */
export async function replaceTexts(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  {
    id,
    feedId,
    author,
    content,
  }: { id: EntryId; feedId: FeedId | null; author: string | null; content: StoredContent },
): Promise<void> {
  const { html, text, original, textOrigin, terms } = content;
  const texts = { html, text, sanitizer: sanitizerVersion };
  await trx
    .insertInto('entry_texts')
    .values({ entry_id: id, ...texts })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(texts))
    .execute();
  await trx
    .insertInto('entry_originals')
    .values({ entry_id: id, origin: textOrigin, body: original })
    .onConflict((conflict) => conflict.columns(['entry_id', 'origin']).doUpdateSet({ body: original }))
    .execute();
  await indexEntries({ search }, trx, [{ id, feedId, author, terms }]);
}

interface IndexedEntry {
  id: EntryId;
  feedId: FeedId | null;
  author: string | null;
  terms: StoredContent['terms'];
}

/**
 * Triggers queue an entry whose text or feed changes. The entry leaves the queue when its terms and mark are in the
 * index.
 */
export async function indexEntries(
  { search }: Pick<Database, 'search'>,
  trx: TablesTransaction,
  entries: IndexedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await search.entries.put(trx, entries.map(toSearchDocument));
  await leaveQueue.execute(
    trx,
    entries.map(({ id }) => ({ id })),
  );
}

function toSearchDocument({ id, feedId, author, terms }: IndexedEntry): TermDocument<EntryId> {
  return {
    id,
    title: terms.title,
    body: author === null ? terms.text : `${indexTerms(author)} ${terms.text}`,
    marks: [feedMark(feedId)],
  };
}
