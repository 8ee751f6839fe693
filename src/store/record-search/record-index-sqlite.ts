import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { findLevel, topLevel } from '#text/search-levels.ts';
import {
  type FoundPage,
  type FoundRecord,
  type IndexFilter,
  type IndexSearch,
  type IndexTerm,
  kindMark,
  kindNumbers,
  kindOfNumber,
  type LeveledTerm,
  leveledTexts,
  marksOf,
  marksWithin,
  projectMark,
  type RecordIndex,
  sessionMark,
} from './record-index.ts';

/**
 * A place says how new a record is, and the newest has the smallest. FTS5 lists its rows by number and upwards reads
 * only what is asked for. The time has 42 bits, which last until 2109. Below them are two bits for the kind and the
 * end of the record's number. Two records share a place only among half a million of one kind and millisecond.
 */
const latest = 2 ** 42 - 1;
const perMillisecond = 2 ** 21;
const perKind = 2 ** 19;
const lastPlace = 2n ** 63n - 1n;
/** The longest prefix that the migrations index. */
const longestPrefix = 8;
const maxWords = 200;
/** If a term has at least this share of records, they are read without it. `spare` is how many more are then read. */
const commonShare = 0.25;
const spare = 1.5;
/** Limits in this file are sums, because SQLite would compile the statement again for each value of a bare limit. */
const levels = JSON.stringify(Array.from({ length: topLevel + 1 }, (_, level) => String(level)));

/** SQLite calculates the place, because JavaScript cannot count numbers of this size exactly. */
const place = sql.raw(`${lastPlace} - (value ->> 0) * ${perMillisecond} - (value ->> 1)`);
const putRows = prepareQuery<{ rows: string }>(
  (_, { rows }) => sql`insert into record_search (place, kind, id, at, terms)
    select ${place}, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from json_each(${rows}) where true
    on conflict (kind, id) do update set terms = excluded.terms`,
);
const putWords = prepareQuery<{ rows: string }>(
  (_, { rows }) => sql`insert or replace into record_terms (rowid, terms)
    select ${place}, (value ->> 6) || ' ' || (value ->> 5) from json_each(${rows})`,
);
/** A step of this size takes one to two milliseconds. Twice as many pages take up to 11. */
const pagesPerMerge = 16;
const mergeStep = sql`insert into record_terms (record_terms, rank) values ('merge', ${pagesPerMerge})`;
/** The merge command itself counts as one change. */
const changesOfNothing = 1;

interface Row {
  kind: number;
  id: number;
  at: number;
  terms: string;
}

const selectNewest = prepareQuery<{ kind: number; limit: number }, Row>(
  (_, { kind, limit }) => sql<Row>`select kind, id, at, terms from record_search where kind = ${kind}
    and not exists (select 1 from record_queue as q where q.kind = record_search.kind and q.id = record_search.id)
    order by place limit (${limit} + 0)`,
);
const selectByIds = prepareQuery<{ kind: number; ids: string }, Row>(
  (_, { kind, ids }) => sql<Row>`select kind, id, at, terms from record_search
    where kind = ${kind} and id in (select value from json_each(${ids}))`,
);

interface Matches {
  query: string;
  first: bigint;
  last: bigint;
  limit: number;
}

const termsOfRow = sql.raw('record_search.terms');
const selectMatches = {
  newest: { withTerms: selectMatching('asc', termsOfRow), places: selectMatching('asc', sql`''`) },
  oldest: { withTerms: selectMatching('desc', termsOfRow), places: selectMatching('desc', sql`''`) },
};

/**
 * The cross join keeps the order: SQLite reads the index and then the record at each place until there are enough.
 */
function selectMatching(order: 'asc' | 'desc', terms: RawBuilder<unknown>) {
  return prepareQuery<Matches, Row>(
    (_, { query, first, last, limit }) => sql<Row>`
      select record_search.kind as kind, record_search.id as id, record_search.at as at, ${terms} as terms
      from record_terms cross join record_search
      where record_terms match ${query} and record_terms.rowid between ${first} and ${last}
        and record_search.place = record_terms.rowid
      order by record_terms.rowid ${sql.raw(order)} limit (${limit} + 0)`,
  );
}

const countMatching = prepareQuery<{ query: string; last: bigint; atMost: number }, { count: number }>(
  (_, { query, last, atMost }) => sql<{ count: number }>`select count(*) as count
    from (select 1 from record_terms where record_terms match ${query} and rowid <= ${last} limit (${atMost} + 0))`,
);

/**
 * Opening the lists of a term takes longer than reading their beginning, so one look-up counts both the newest records
 * and all of them, as far as it reads.
 */
const mostRead = 200;
const countRead = prepareQuery<{ query: string; last: bigint; mostRead: number }, ReadCounts>(
  (
    _,
    { query, last, mostRead },
  ) => sql<ReadCounts>`select count(*) as total, coalesce(sum(rowid <= ${last}), 0) as newest
    from (select rowid from record_terms where record_terms match ${query} order by rowid limit (${mostRead} + 0))`,
);

interface ReadCounts {
  total: number;
  newest: number;
}

interface Words {
  beginning: string;
  end: string;
  levels: string;
  limit: number;
}

/**
 * The statement begins with `select`, because the driver treats anything else as a write, which waits for the disk.
 */
const selectWords = prepareQuery<Words, { term: string }>((_, { beginning, end, levels, limit }) => {
  const next = (after: RawBuilder<unknown>, level: RawBuilder<unknown>) => sql`(select term from record_words
    where term >= ${after} and term < ${level} || ${end} limit 1)`;
  return sql<{ term: string }>`
    select term from (
      with recursive words (level, term) as (
        select value, ${next(sql`value || ${beginning}`, sql`value`)} from json_each(${levels})
        union all
        select level, ${next(sql`words.term || char(1)`, sql`level`)} from words where term is not null
      )
      select term from words where term is not null limit (${limit} + 0)
    )`;
});

export const sqliteRecordIndex: RecordIndex = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map((document) => {
      const { kind, id, at, terms, project } = document;
      const number = kindNumbers[kind];
      const marks = [...marksOf(document), markTogether(kind, project)].join(' ');
      return [timeOf(at), number * perKind + (id % perKind), number, id, at, terms, marks];
    });
    const values = { rows: JSON.stringify(rows) };
    await putRows.execute(trx, values);
    await putWords.execute(trx, values);
  },

  async merge(trx) {
    const before = await countChanges(trx);
    await mergeStep.execute(trx);
    return (await countChanges(trx)) - before > changesOfNothing;
  },

  async remove(trx, kind, which) {
    const own = sql`kind = ${kindNumbers[kind]}
      and id in (select id from ${sql.table(recordTables[kind])} where ${which})`;
    await sql`delete from record_terms where rowid in (select place from record_search where ${own})`.execute(
      trx,
    );
    await sql`delete from record_search where ${own}`.execute(trx);
  },

  reading: (db, work) => work(db),

  async resolve(db, terms) {
    const resolved: IndexTerm[] = [];
    for (const term of terms) {
      const { text, prefix } = term;
      const isLong = prefix && text.length > longestPrefix && Array.from(text).length > longestPrefix;
      const words = isLong ? await listWords(db, term.text) : null;
      resolved.push(words === null ? term : { ...term, words });
    }
    return resolved;
  },

  async find(db, search) {
    const { limit } = search;
    const shorter = withoutCommon(search);
    if (shorter !== null) {
      const rows = await list(db, shorter.search);
      const matching = rows.filter(({ terms }) =>
        shorter.common.every((term) => findLevel(terms, term) >= 0),
      );
      if (matching.length >= limit || rows.length < shorter.search.limit)
        return toPage(matching.slice(0, limit), limit);
    }
    return toPage(await list(db, search), limit);
  },

  count: (db, { term, atMost }) => countMatches(db, term, { last: lastPlace, atMost }),

  async countNewest(db, { terms, newest }) {
    // This table of FTS5 has a short row for each record. The number is read as text, because it is too large for
    // JavaScript.
    const { rows } = await sql<{ total: number; last: string | null }>`
      select count(*) as total, cast(max(id) as text) as last
      from (select id from record_terms_docsize order by id limit (${newest} + 0))`.execute(db);
    const [{ total, last } = { total: 0, last: null }] = rows;
    const found: number[] = [];
    const all: (number | undefined)[] = [];
    for (const term of terms) {
      const counts = await countFirst(db, term, BigInt(last ?? 0));
      const isWhole = counts.newest < counts.total || counts.total < mostRead;
      const atMost = { last: BigInt(last ?? 0), atMost: newest };
      found.push(isWhole ? counts.newest : await countMatches(db, term, atMost));
      all.push(isWhole ? counts.total : undefined);
    }
    return { total, found, all };
  },

  async read(db, kind, ids) {
    const { rows } = await selectByIds.execute(db, { kind: kindNumbers[kind], ids: JSON.stringify(ids) });
    return rows.map(toFound);
  },

  async listNewest(db, kind, limit) {
    const { rows } = await selectNewest.execute(db, { kind: kindNumbers[kind], limit });
    return rows.map(toFound);
  },
};

async function countChanges(trx: TablesTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function list(db: Kysely<Tables>, search: IndexSearch): Promise<FoundRecord[]> {
  const { order, limit, withTerms, to } = search;
  const query = toQuery(search);
  if (query === null || to < 0) return [];
  const select = selectMatches[order][withTerms ? 'withTerms' : 'places'];
  const { rows } = await select.execute(db, { query, ...placesBetween(search), limit });
  return rows.map(toFound);
}

/**
 * FTS5 reads the list of a common term nearly whole. If the terms of each record are read anyway, the index is asked
 * only for the other terms and for more records. Returns null if there are no common terms or no others.
 */
function withoutCommon(search: IndexSearch): { search: IndexSearch; common: LeveledTerm[] } | null {
  const { terms, limit, withTerms } = search;
  if (!withTerms) return null;
  const isCommon = ({ share = 0, lowest, highest }: LeveledTerm) =>
    share >= commonShare && lowest === 0 && highest === topLevel;
  const common = terms.filter(isCommon);
  const share = common.reduce((product, term) => product * (term.share ?? 1), 1);
  if (common.length === 0 || common.length === terms.length || share < commonShare) return null;
  const others = terms.filter((term) => !isCommon(term));
  return { search: { ...search, terms: others, limit: Math.ceil((limit * spare) / share) }, common };
}

function toPage(rows: FoundRecord[], limit: number): FoundPage {
  return { rows, isRare: false, isWhole: rows.length < limit };
}

function toFound({ kind, id, at, terms }: Row): FoundRecord {
  return { kind: kindOfNumber[kind] ?? 'prompt', id, at, terms: ` ${terms} ` };
}

async function countFirst(db: Kysely<Tables>, term: IndexTerm, last: bigint): Promise<ReadCounts> {
  const query = toQuery({ terms: [{ ...term, lowest: 0, highest: topLevel }] });
  const none = { total: 0, newest: 0 };
  if (query === null) return none;
  const { rows } = await countRead.execute(db, { query, last, mostRead });
  return rows[0] ?? none;
}

async function countMatches(
  db: Kysely<Tables>,
  term: IndexTerm,
  { last, atMost }: { last: bigint; atMost: number },
): Promise<number> {
  const query = toQuery({ terms: [{ ...term, lowest: 0, highest: topLevel }] });
  if (query === null) return 0;
  const { rows } = await countMatching.execute(db, { query, last, atMost });
  return rows[0]?.count ?? 0;
}

/**
 * Lists the words with a prefix, one look-up each. Returns null when there are too many. For a prefix that is not
 * stored, FTS5 gathers all records of all its words first, which takes 58 ms for 50,000 records. Words named one by
 * one are read only as far as needed.
 */
async function listWords(db: Kysely<Tables>, beginning: string): Promise<string[] | null> {
  const { rows } = await selectWords.execute(db, {
    beginning,
    end: `${beginning}\u{10ffff}`,
    levels,
    limit: maxWords + 1,
  });
  return rows.length > maxWords ? null : rows.map(({ term }) => term);
}

function timeOf(at: number): number {
  return Math.floor(Math.min(Math.max(at, 0), latest));
}

/** Returns the first and the last place of these times. */
function placesBetween({ from, to }: Pick<IndexSearch, 'from' | 'to'>): Pick<Matches, 'first' | 'last'> {
  const firstOf = (at: number) => lastPlace - BigInt(timeOf(at)) * BigInt(perMillisecond);
  return { first: to >= latest ? 0n : firstOf(to) - BigInt(perMillisecond - 1), last: firstOf(from) };
}

/** Returns null when nothing matches. */
function toQuery({
  terms,
  exceptSessionId,
  ...within
}: IndexFilter & Pick<IndexSearch, 'terms'>): string | null {
  const groups = [
    ...terms.map((term) =>
      leveledTexts(term).map((text) => quote(text, term.prefix && term.words === undefined)),
    ),
    ...groupMarks(within).map((group) => group.map((mark) => quote(mark, false))),
  ];
  if (groups.some((group) => group.length === 0)) return null;
  const query = groups.map((group) => `(${group.join(' OR ')})`).join(' AND ');
  return exceptSessionId === undefined
    ? query
    : `(${query}) NOT ${quote(sessionMark(exceptSessionId), false)}`;
}

function groupMarks({ kinds, projects, sessionId }: IndexFilter): string[][] {
  if (kinds === undefined || projects === undefined) return marksWithin({ kinds, projects, sessionId });
  const together = projects.flatMap((project) => kinds.map((kind) => markTogether(kind, project)));
  return [together, ...marksWithin({ sessionId })];
}

/** Combines both marks into one, because FTS5 would read the lists of a kind and of a large project nearly whole. */
function markTogether(kind: RecordKind, project: string): string {
  return `${kindMark(kind)}${projectMark(project).slice(1)}`;
}

/** Quotes a text so that it contains no operator. */
function quote(text: string, prefix: boolean): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
