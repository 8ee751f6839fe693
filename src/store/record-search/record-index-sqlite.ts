import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { TablesTransaction } from '#store/database.ts';
import { readyStatement } from '#store/ready-statement.ts';
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
} from './record-index.ts';

/**
 * A place says how new a record is, the newest first: FTS5 lists its rows by their number, and upwards it reads only what
 * is asked for. The time has 42 bits, which last until 2109; below it are two for the kind and the end of the record's
 * number, so that only half a million records of one kind and millisecond could ask for the same place.
 */
const latest = 2 ** 42 - 1;
const perMillisecond = 2 ** 21;
const perKind = 2 ** 19;
const lastPlace = 2n ** 63n - 1n;
/** As the index is made. */
const longestPrefix = 8;
const maxWords = 200;
/** Of terms that so many records have, records are read without them; how many more than should be needed. */
const commonShare = 0.25;
const spare = 1.5;
/** A limit is written as a sum: by a bare one SQLite would plan, and compile the statement again for each search. */
const levels = JSON.stringify(Array.from({ length: topLevel + 1 }, (_, level) => String(level)));

/** Reckoned by SQLite: such numbers are larger than those that JavaScript counts exactly. */
const place = `${lastPlace} - (value ->> 0) * ${perMillisecond} - (value ->> 1)`;
const putRows = `insert into record_search (place, kind, id, at, terms)
  select ${place}, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from json_each(?1) where true
  on conflict (kind, id) do update set terms = excluded.terms`;
const putWords = `insert or replace into record_terms (rowid, terms)
  select ${place}, (value ->> 6) || ' ' || (value ->> 5) from json_each(?1)`;
/** Takes one to two milliseconds; twice as many pages, up to 11. */
const pagesPerMerge = 16;
const mergeStep = CompiledQuery.raw('insert into record_terms (record_terms, rank) values (?1, ?2)', [
  'merge',
  pagesPerMerge,
]);
const changes = CompiledQuery.raw('select total_changes() as count');
/** The command itself counts as one. */
const changesOfNothing = 1;

/** The values of a record's columns. */
type Row = [kind: number, id: number, at: number, terms: string];

/** Ready: to build the same statements again costs more than to run them. */
const selectNewest = readyStatement(
  `select kind, id, at, terms from record_search where kind = ?1
    and not exists (select 1 from record_queue as q where q.kind = record_search.kind and q.id = record_search.id)
    order by place limit (?2 + 0)`,
  toFound,
);
const selectByIds = readyStatement(
  `select kind, id, at, terms from record_search where kind = ?1 and id in (select value from json_each(?2))`,
  toFound,
);
const selectMatches = {
  newest: { withTerms: selectMatching('asc', 'record_search.terms'), places: selectMatching('asc', "''") },
  oldest: { withTerms: selectMatching('desc', 'record_search.terms'), places: selectMatching('desc', "''") },
};

/** A cross join keeps the order: first the index, then whose place it is, until there are enough. */
function selectMatching(order: 'asc' | 'desc', terms: string) {
  return readyStatement(
    `select record_search.kind as kind, record_search.id as id, record_search.at as at, ${terms} as terms
      from record_terms cross join record_search
      where record_terms match ?1 and record_terms.rowid between ?2 and ?3
        and record_search.place = record_terms.rowid
      order by record_terms.rowid ${order} limit (?4 + 0)`,
    toFound,
  );
}

export const sqliteRecordIndex: RecordIndex = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map((document) => {
      const { kind, id, at, terms, project } = document;
      const number = kindNumbers[kind];
      const marks = [...marksOf(document), markTogether(kind, project)].join(' ');
      return [timeOf(at), number * perKind + (id % perKind), number, id, at, terms, marks];
    });
    const values = [JSON.stringify(rows)];
    await trx.executeQuery(CompiledQuery.raw(putRows, values));
    await trx.executeQuery(CompiledQuery.raw(putWords, values));
  },

  async merge(trx) {
    const before = await countChanges(trx);
    await trx.executeQuery(mergeStep);
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
    // A table of FTS5 with a short row for each record. As text: the number is larger than those that JavaScript counts exactly.
    const { rows } = await read<{ total: number; last: string | null }>(
      db,
      `select count(*) as total, cast(max(id) as text) as last
        from (select id from record_terms_docsize order by id limit (?1 + 0))`,
      [newest],
    );
    const [{ total, last } = { total: 0, last: null }] = rows;
    const found: number[] = [];
    for (const term of terms)
      found.push(await countMatches(db, term, { last: BigInt(last ?? 0), atMost: newest }));
    return { total, found };
  },

  async read(db, kind, ids) {
    const values = [kindNumbers[kind], JSON.stringify(ids)];
    return (await db.executeQuery<FoundRecord>(selectByIds(values))).rows;
  },

  async listNewest(db, kind, limit) {
    return (await db.executeQuery<FoundRecord>(selectNewest([kindNumbers[kind], limit]))).rows;
  },
};

async function countChanges(trx: TablesTransaction): Promise<number> {
  const { rows } = await trx.executeQuery<{ count: number }>(changes);
  return rows[0]?.count ?? 0;
}

async function list(db: Kysely<Tables>, search: IndexSearch): Promise<FoundRecord[]> {
  const { order, limit, withTerms, to } = search;
  const query = toQuery(search);
  if (query === null || to < 0) return [];
  const select = selectMatches[order][withTerms ? 'withTerms' : 'places'];
  return (await db.executeQuery<FoundRecord>(select([query, ...placesBetween(search), limit]))).rows;
}

/**
 * FTS5 reads the list of a common term nearly whole. Where the terms of each record are read anyway, the index is asked for
 * the others, and for as many more as have them but not the common ones. Null: there are no common ones, or no others.
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

function toFound(row: Row): FoundRecord {
  return { kind: kindOfNumber[row[0]] ?? 'prompt', id: row[1], at: row[2], terms: ` ${row[3]} ` };
}

async function countMatches(
  db: Kysely<Tables>,
  term: IndexTerm,
  { last, atMost }: { last: bigint; atMost: number },
): Promise<number> {
  const query = toQuery({ terms: [{ ...term, lowest: 0, highest: topLevel }] });
  if (query === null) return 0;
  const statement = `select count(*) as count
    from (select 1 from record_terms where record_terms match ?1 and rowid <= ?2 limit (?3 + 0))`;
  const { rows } = await read<{ count: number }>(db, statement, [query, last, atMost]);
  return rows[0]?.count ?? 0;
}

/**
 * The words that begin so, one look-up each; null: there are too many. For a beginning that is not stored, FTS5 gathers
 * all records of all its words before it gives the first (58 ms of 50,000 records); words named one by one are read only
 * as far as needed.
 */
async function listWords(db: Kysely<Tables>, beginning: string): Promise<string[] | null> {
  const next = (after: string, level: string) => `(select term from record_words
    where term >= ${after} and term < ${level} || ?2 limit 1)`;
  // It begins with `select`: anything else is taken for a write, and waits for the disk.
  const statement = `
    select term from (
      with recursive words (level, term) as (
        select value, ${next('value || ?1', 'value')} from json_each(?3)
        union all select level, ${next('words.term || char(1)', 'level')} from words where term is not null
      )
      select term from words where term is not null limit (?4 + 0)
    )`;
  const values = [beginning, `${beginning}\u{10ffff}`, levels, maxWords + 1];
  const { rows } = await read<{ term: string }>(db, statement, values);
  return rows.length > maxWords ? null : rows.map(({ term }) => term);
}

function read<Row>(db: Kysely<Tables>, statement: string, values: unknown[]) {
  return db.executeQuery<Row>(CompiledQuery.raw(statement, values));
}

function timeOf(at: number): number {
  return Math.floor(Math.min(Math.max(at, 0), latest));
}

/** The first and the last place of these times. */
function placesBetween({ from, to }: Pick<IndexSearch, 'from' | 'to'>): [first: bigint, last: bigint] {
  const firstOf = (at: number) => lastPlace - BigInt(timeOf(at)) * BigInt(perMillisecond);
  return [to >= latest ? 0n : firstOf(to) - BigInt(perMillisecond - 1), firstOf(from)];
}

/** Null: nothing matches it. */
function toQuery({ terms, ...within }: IndexFilter & Pick<IndexSearch, 'terms'>): string | null {
  const groups = [
    ...terms.map((term) =>
      leveledTexts(term).map((text) => quote(text, term.prefix && term.words === undefined)),
    ),
    ...groupMarks(within).map((group) => group.map((mark) => quote(mark, false))),
  ];
  if (groups.some((group) => group.length === 0)) return null;
  return groups.map((group) => `(${group.join(' OR ')})`).join(' AND ');
}

function groupMarks({ kinds, projects, sessionId }: IndexFilter): string[][] {
  if (kinds === undefined || projects === undefined) return marksWithin({ kinds, projects, sessionId });
  const together = projects.flatMap((project) => kinds.map((kind) => markTogether(kind, project)));
  return [together, ...marksWithin({ sessionId })];
}

/** FTS5 reads the lists of a kind and of a large project nearly whole to find what is in both. */
function markTogether(kind: RecordKind, project: string): string {
  return `${kindMark(kind)}${projectMark(project).slice(1)}`;
}

/** In quotes nothing is an operator. */
function quote(text: string, prefix: boolean): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
