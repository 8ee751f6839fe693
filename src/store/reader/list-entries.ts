import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type EntryHead, type EntryId, entryIdSchema } from '#schema/entry.ts';
import { timestampSchema } from '#schema/ids.ts';
import type { EntryPage, ListEntriesQuery } from '#schema/reader-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import type { EntryStore } from '#sources/entry/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import { findTags } from '#store/tags/tag-names.ts';
import { pickVisible, selectRows } from '#store/translations/translated-rows.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { indexTerms, parseSearch, type SearchTerm } from '#text/search-terms.ts';
import { cutExcerpt } from '#text/sentences/cut-text.ts';
import { parseTagSearch } from '#text/tags/tag-name.ts';
import { selectHeads, toHead } from './entry-row.ts';
import { selectSummaries } from './summaries.ts';
import { type Few, feedMark, type Hit } from './term-index.ts';

const listCursor = z.tuple([timestampSchema, entryIdSchema]);
const searchCursor = z.tuple([z.int().min(0).max(3), timestampSchema, entryIdSchema]);

/**
 * The number of newest matches that are considered. A common word is in nearly every entry, and ordering all of them
 * takes too long.
 */
const maxTitleHits = 200;
const maxHits = 500;
/**
 * A view with at most this many entries is looked up before it is searched. SQLite compares the numbers of all
 * matches with it. PostgreSQL reads each entry of the view, at 2 µs each, until there are enough.
 */
const fewEntries = { sqlite: 2000, postgres: 10_000 };
/** The largest number of marks to look up. Among more feeds, a search soon finds entries without marks. */
const maxMarks = 20;

/**
 * Lists entries newest first. A search puts matches in the title first, and matches only in a summary or a
 * translation last.
 */
export function createListEntries(database: Database): Pick<EntryStore, 'listEntries'> {
  return {
    async listEntries(query) {
      const { tags, text } = parseTagSearch(query.query ?? '');
      const known = await findTags(database.db, tags);
      const nothing = { items: [], nextCursor: null, inSummary: [], inTranslation: [] };
      if (known.size < tags.length) return nothing;
      const filter = conditionsOf(
        query,
        [...known.values()].map(({ id }) => id),
      );
      if (text === '') return listNewest(database, query, filter);
      const { terms } = parseSearch(text);
      return terms.length === 0 ? nothing : searchEntries(database, query, { terms, filter });
    },
  };
}

async function listNewest(
  { db }: Database,
  query: ListEntriesQuery,
  filter: RawBuilder<SqlBool>[],
): Promise<EntryPage> {
  let select = selectHeads(db);
  for (const condition of filter) select = select.where(condition);
  if (query.cursor !== undefined) {
    const [publishedAt, id] = decodeCursor(listCursor, query.cursor);
    select = select.where(sql<SqlBool>`(entries.published_at, entries.id) < (${publishedAt}, ${id})`);
  }
  const rows = await select
    .orderBy('entries.published_at', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const items = rows.slice(0, query.limit).map(toHead);
  const last = items.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  const nextCursor = more ? encodeCursor([last.publishedAt, last.id]) : null;
  return { items, nextCursor, inSummary: [], inTranslation: [] };
}

const ranks = { title: 3, text: 2, summary: 1, translation: 0 };

interface RankedHit extends Hit<EntryId> {
  rank: number;
}

async function searchEntries(
  database: Database,
  query: ListEntriesQuery,
  { terms, filter }: { terms: SearchTerm[]; filter: RawBuilder<SqlBool>[] },
): Promise<EntryPage> {
  const { db, search } = database;
  const marks = await listMarks(database, query);
  const few = filter.length === 0 ? null : await findFew(database, filter);
  const indexes = {
    title: search.entries,
    text: search.entries,
    summary: search.summaries,
    translation: search.translations,
  };
  const find = async (where: keyof typeof ranks, limit: number) => {
    if (few?.count === 0) return [];
    const index = indexes[where];
    const inTitle = where === 'title';
    const own = index === search.entries ? { marks } : {};
    const found = await index.findNewest(db, { terms, inTitle, filter, few, below: null, limit, ...own });
    return found.map((hit): RankedHit => ({ ...hit, rank: ranks[where] }));
  };
  const found = await Promise.all([
    find('title', maxTitleHits),
    find('text', maxHits),
    find('summary', maxHits),
    find('translation', maxHits),
  ]);
  const best = new Map<EntryId, RankedHit>();
  for (const hit of found.flat()) if (!best.has(hit.id)) best.set(hit.id, hit);
  const hits = [...best.values()].sort(compareHits);
  const rest = query.cursor === undefined ? hits : hits.filter(isBeyond(query.cursor));
  const page = rest.slice(0, query.limit);
  const last = page.at(-1);
  const more = rest.length > page.length && last !== undefined;
  const words = terms.map(({ text }) => text);
  const idsOf = (where: keyof typeof ranks) =>
    page.filter(({ rank }) => rank === ranks[where]).map(({ id }) => id);
  return {
    items: await readHeads(
      database,
      page.map((hit) => hit.id),
    ),
    nextCursor: more ? encodeCursor([last.rank, last.at, last.id]) : null,
    inSummary: await readSummaryPlaces(db, { ids: idsOf('summary'), words }),
    inTranslation: await readTranslationPlaces(db, { ids: idsOf('translation'), words }),
  };
}

/**
 * Returns the marks of the feeds that a search is limited to. Returns none for too many feeds or while the index
 * lacks marks.
 */
async function listMarks(
  { db, entryQueue }: Database,
  { view, feedId, folderId }: ListEntriesQuery,
): Promise<string[]> {
  if (feedId === undefined && folderId === undefined && view !== 'saved') return [];
  if (!(await entryQueue.isEmpty())) return [];
  if (feedId !== undefined) return [feedMark(feedId)];
  if (folderId === undefined) return [feedMark(null)];
  const feeds = await db
    .selectFrom('feeds')
    .select('id')
    .where('folder_id', '=', folderId)
    .limit(maxMarks + 1)
    .execute();
  return feeds.length > maxMarks ? [] : feeds.map(({ id }) => feedMark(id));
}

/** Returns null when many entries pass the filter. */
async function findFew(
  { db, dialect }: Database,
  filter: RawBuilder<SqlBool>[],
): Promise<Few<EntryId> | null> {
  const most = fewEntries[dialect];
  let some = db.selectFrom('entries').select('id');
  for (const condition of filter) some = some.where(condition);
  some = some.limit(most + 1);
  if (dialect === 'sqlite') {
    const ids = (await some.execute()).map(({ id }) => id);
    return ids.length > most ? null : { count: ids.length, ids };
  }
  const counted = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count > most ? null : { count: counted.count, ids: [] };
}

async function readHeads({ db }: Database, ids: EntryId[]): Promise<EntryHead[]> {
  if (ids.length === 0) return [];
  const rows = await selectHeads(db).where('entries.id', 'in', ids).execute();
  const heads = new Map(rows.map((row) => [row.id, toHead(row)]));
  return ids.flatMap((id) => heads.get(id) ?? []);
}

/** The conditions are spelled out like those of the partial indexes, so that each view is read from its own index. */
function conditionsOf(
  { view, feedId, folderId, tagId }: ListEntriesQuery,
  tagIds: readonly TagId[],
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (view === 'unread') conditions.push(sql`entries.read_at is null`);
  if (view === 'starred') conditions.push(sql`entries.starred_at is not null`);
  if (view === 'saved') conditions.push(sql`entries.feed_id is null`);
  if (feedId !== undefined) conditions.push(sql`entries.feed_id = ${feedId}`);
  if (folderId !== undefined) conditions.push(sql`entries.folder_id = ${folderId}`);
  for (const id of tagId === undefined ? tagIds : [tagId, ...tagIds])
    conditions.push(sql`entries.id in (select entry_id from entry_tags where tag_id = ${id})`);
  return conditions;
}

function compareHits(a: RankedHit, b: RankedHit): number {
  return b.rank - a.rank || b.at - a.at || b.id - a.id;
}

function isBeyond(cursor: string): (hit: RankedHit) => boolean {
  const [rank, at, id] = decodeCursor(searchCursor, cursor);
  const last = { rank, at, id };
  return (hit) => compareHits(last, hit) < 0;
}

interface Place {
  id: EntryId;
  excerpt: string;
}

/** The number of characters before a match. A list shows only one line. */
const shownBefore = 20;

interface Sought {
  ids: EntryId[];
  words: string[];
}

/** Finds the searched words in the summary of each entry that has most of them. */
async function readSummaryPlaces(db: Kysely<Tables>, { ids, words }: Sought): Promise<Place[]> {
  if (ids.length === 0) return [];
  const rows = await selectSummaries(db)
    .where('slots.source_kind', '=', 'entry')
    .where('slots.source_id', 'in', ids.map(String))
    .orderBy('slots.updated_at', 'desc')
    .execute();
  const texts = Map.groupBy(rows, ({ source_id }) => source_id);
  return ids.flatMap((id) => pickPlace(id, texts.get(String(id))?.map(({ text }) => text) ?? [], words));
}

/** Finds the searched words in a paragraph of each entry's translations. */
async function readTranslationPlaces(db: Kysely<Tables>, { ids, words }: Sought): Promise<Place[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db).where('entry_id', 'in', ids).execute();
  const paragraphs = Map.groupBy(pickVisible(rows), ({ entry_id }) => entry_id);
  return ids.flatMap((id) => {
    const written = paragraphs.get(id)?.map(({ text }) => plainOf(text ?? '')) ?? [];
    return pickPlace(id, written, words);
  });
}

function pickPlace(id: EntryId, texts: string[], words: string[]): Place[] {
  const countWords = (text: string) => {
    const indexed = ` ${indexTerms(text)}`;
    return words.filter((word) => indexed.includes(` ${word}`)).length;
  };
  const [best] = texts.toSorted((a, b) => countWords(b) - countWords(a));
  return best === undefined ? [] : [{ id, excerpt: cutExcerpt(best, words, shownBefore) }];
}
