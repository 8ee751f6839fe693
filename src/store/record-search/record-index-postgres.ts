import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { prepareQuery } from '#store/prepared-query.ts';
import { recordTables } from '#store/sessions/session-tables.ts';
import type { Tables } from '#store/tables.ts';
import { halfLifeMs, topLevel, valueOfLevel } from '#text/search-levels.ts';
import {
  type FoundPage,
  type FoundRecord,
  type IndexFilter,
  type IndexSearch,
  type IndexTerm,
  kindNumbers,
  kindOfNumber,
  type LeveledTerm,
  leveledTexts,
  marksOf,
  marksWithin,
  type RecordDocument,
  type RecordIndex,
  sessionMark,
} from './record-index.ts';

/** A time beyond all others. */
const forever = Number.MAX_SAFE_INTEGER;
/** Prefixes of up to this length are stored as terms. Gathering all terms with a prefix can take seconds. */
const longestPrefix = 6;
/**
 * Walking over a record takes 0.6 µs, and gathering it with all other matches about 3 µs. Among a million records,
 * matches that are too many to gather fill a page of 20 within the most steps, unless all are old.
 */
const firstSteps = 500;
const mostStepsPerHit = 300;
const mostGathered = 4000;
/** If a term has at least this share of records, the index is better asked for the other terms. */
const commonShare = 0.1;
/** The planner must not read all records, which takes seconds, and it does not know how rare a word is. */
const plannerHints = 'set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0';

interface PutColumns {
  kinds: readonly number[];
  ids: readonly number[];
  times: readonly number[];
  terms: readonly string[];
}

/** Inserts any number of records in one statement. No parser splits the terms by its own rules. */
const putAll = prepareQuery<PutColumns>(
  (_, { kinds, ids, times, terms }) => sql`
    insert into record_search (kind, id, at, terms)
    select kind, id, at, array_to_tsvector(array_remove(string_to_array(terms, ' '), ''))
    from unnest(${kinds}::smallint[], ${ids}::bigint[], ${times}::bigint[], ${terms}::text[])
      as documents (kind, id, at, terms)
    on conflict (kind, id) do update set at = excluded.at, terms = excluded.terms`,
);

const termsText = sql`array_to_string(tsvector_to_array(terms), ' ')`;

interface Matching extends IndexFilter {
  terms: readonly LeveledTerm[];
}

interface Row {
  kind: number;
  id: number;
  at: number;
  terms: string;
}

export const postgresRecordIndex: RecordIndex = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    await putAll.execute(trx, {
      kinds: documents.map(({ kind }) => kindNumbers[kind]),
      ids: documents.map(({ id }) => id),
      times: documents.map(({ at }) => at),
      terms: documents.map(listTerms),
    });
  },

  merge: null,

  async remove(trx, kind, which) {
    await sql`delete from record_search where kind = ${kindNumbers[kind]}
      and id in (select id from ${sql.table(recordTables[kind])} where ${which})`.execute(trx);
  },

  reading: (db, work) =>
    db.transaction().execute(async (trx: Transaction<Tables>) => {
      await sql.raw(plannerHints).execute(trx);
      return work(trx);
    }),

  resolve: async (_, terms) => [...terms],

  async find(db, search) {
    const { limit } = search;
    const isRare = search.isRare === true || search.terms.some(({ isSparse }) => isSparse);
    const first = isRare ? [] : await walk(db, search, firstSteps);
    if (first.length >= limit) return toPage(first, search);
    const mostSteps = isRare ? 0 : limit * mostStepsPerHit;
    const steps = Math.ceil((limit / first.length) * firstSteps * 1.5);
    const likely = steps > mostSteps ? [] : await walk(db, search, steps);
    if (likely.length >= limit) return toPage(likely, search);
    const few = await gatherFew(db, search);
    if (few !== null) return few;
    const more = isRare || steps <= mostSteps ? [] : await walk(db, search, mostSteps);
    if (more.length >= limit) return toPage(more, search);
    return { ...toPage(await gather(db, search), search), isRare: true };
  },

  async count(db, { term, atMost }) {
    const matches = matchIndex({ terms: [atAnyLevel(term)] });
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from (select 1 from record_search where ${matches} limit ${atMost}) as found`.execute(db);
    return rows[0]?.count ?? 0;
  },

  async countNewest(db, { terms, newest, ...filter }) {
    const query = (matching: Matching) => sql`terms @@ ${toQuery(matching)}::tsquery`;
    const found = terms.map(
      (term, at) => sql`${query({ terms: [atAnyLevel(term)] })} as ${sql.ref(`has${at}`)}`,
    );
    const passes = marksWithin(filter).length === 0 ? sql`true` : query({ terms: [], ...filter });
    const counts = terms.map((_, at) => {
      const has = sql.ref(`has${at}`);
      return sql`count(*) filter (where ${has}) as ${sql.ref(`count${at}`)},
        count(*) filter (where ${has} and passes) as ${sql.ref(`passing${at}`)}`;
    });
    // The offset keeps the planner from matching a term twice when it is counted twice.
    const { rows } = await sql<Record<string, number>>`
      select count(*) as total, ${sql.join(counts)} from (
        select ${passes} as passes, ${sql.join(found)} from
          (select terms from record_search order by at desc, kind desc, id desc limit ${newest}) as newest
        offset 0
      ) as matched
    `.execute(db);
    const [{ total = 0, ...row } = {}] = rows;
    return {
      total,
      found: terms.map((_, at) => row[`count${at}`] ?? 0),
      isSparse: terms.map((_, at) => (row[`passing${at}`] ?? 0) * mostStepsPerHit < total),
    };
  },

  async read(db, kind, ids) {
    const { rows } = await sql<Row>`select kind, id, at, ${termsText} as terms from record_search
      where kind = ${kindNumbers[kind]} and id = any(${ids}::bigint[])`.execute(db);
    return rows.map(toFound);
  },

  async listNewest(db, kind, limit) {
    const { rows } = await sql<Row>`
      select kind, id, at, ${termsText} as terms from record_search where kind = ${kindNumbers[kind]}
        and (kind, id) not in (select kind, id from record_queue)
      order by at desc, id desc limit ${limit}
    `.execute(db);
    return rows.map(toFound);
  },
};

function toPage(rows: FoundRecord[], { limit }: IndexSearch): FoundPage {
  return { rows, isRare: false, isWhole: rows.length < limit };
}

function toFound({ kind, id, at, terms }: Row): FoundRecord {
  return { kind: kindOfNumber[kind] ?? 'prompt', id, at, terms: ` ${terms} ` };
}

/** Reads the records in the order of time until enough of them match. It is for words that many records have. */
async function walk(db: Kysely<Tables>, search: IndexSearch, steps: number): Promise<FoundRecord[]> {
  const { order, limit } = search;
  const { rows } = await sql<Row>`
    select kind, id, at, ${termsOf(search)} as terms from (
      select * from record_search
      where ${sql.join([sql`true`, ...betweenTimes(sql`at`, search)], sql` and `)}
      order by ${byPlace(sql`at`, order)} limit ${steps}
    ) as walked
    where terms @@ ${toQuery(search)}::tsquery order by ${byPlace(sql`at`, order)} limit ${limit}
  `.execute(db);
  return rows.map(toFound);
}

/**
 * Gathers all records with the words from the index and returns the first or the best of them. Returns null when
 * there are too many.
 */
async function gatherFew(db: Kysely<Tables>, search: IndexSearch): Promise<FoundPage | null> {
  const { order, limit, withTerms, ranking } = search;
  const matching = sql.join([matchIndex(search), ...betweenTimes(sql`(at + 0)`, search)], sql` and `);
  const byScore = scoreOf(search);
  // Only the terms of the page are read, because counting and sorting would copy those of all records.
  const terms = withTerms
    ? sql`(select ${termsText} from record_search as own where own.kind = first.kind and own.id = first.id)`
    : sql`''`;
  const { rows } = await sql<Row & { total: number }>`
    select kind, id, at, ${terms} as terms, total from (
      select kind, id, at, count(*) over () as total from (
        select kind, id, at, ${byScore ?? sql`0`} as score from record_search
        where ${matching} limit ${mostGathered + 1}
      ) as few
      order by ${byScore === null ? sql`` : sql`score desc,`} ${byPlace(sql`at`, order)} limit ${limit}
    ) as first
  `.execute(db);
  if ((rows[0]?.total ?? 0) > mostGathered) return null;
  return { rows: rows.map(toFound), isRare: true, isWhole: ranking !== undefined || rows.length < limit };
}

/** Calculates the score like `scoreAt`, with the same order of operations. */
function scoreOf({ terms, ranking }: IndexSearch): RawBuilder<unknown> | null {
  // If each term has a single level, the newest records are the best.
  if (ranking === undefined || terms.every(({ lowest, highest }) => lowest === highest)) return null;
  const { weights, now } = ranking;
  const parts = terms.map((term, at) => {
    const levels = Array.from({ length: term.highest - term.lowest + 1 }, (_, above) => term.highest - above);
    const cases = levels.map((level) => {
      const query = toQuery({ terms: [{ ...term, lowest: level, highest: level }] });
      return sql`when terms @@ ${query}::tsquery then ${sql.lit(valueOfLevel(level))}::float8`;
    });
    return sql`${weights[at] ?? 0}::float8 * case ${sql.join(cases, sql` `)} else 0 end`;
  });
  const relevance = sql.join(parts, sql` + `);
  return sql`(${relevance}) * (1 + power(0.5::float8, greatest(0, ${now}::float8 - at) / ${sql.lit(halfLifeMs)}::float8))`;
}

/**
 * Gathers all records with the words from the index and returns the first of them. It is for words that only old
 * records have.
 */
async function gather(db: Kysely<Tables>, search: IndexSearch): Promise<FoundRecord[]> {
  const { order, limit } = search;
  // The sum keeps the planner from walking, which it prefers when it overestimates how common a word is.
  const time = sql`(at + 0)`;
  // The terms are written out in the outer query, because the inner one would do so for all records before sorting.
  const { rows } = await sql<Row>`
    select kind, id, at, ${termsOf(search)} as terms from (
      select * from record_search
      where ${sql.join([matchIndex(search), ...betweenTimes(time, search)], sql` and `)}
      order by ${byPlace(time, order)} limit ${limit}
    ) as gathered order by ${byPlace(sql`at`, order)}
  `.execute(db);
  return rows.map(toFound);
}

function atAnyLevel(term: IndexTerm): LeveledTerm {
  return { ...term, lowest: 0, highest: topLevel };
}

/**
 * Matches words that are in the index, and then checks each record for all words if the index is asked for fewer. The
 * index is asked only for the rarer words, because it would read the whole list of a common one. For a prefix longer
 * than the stored ones, it is asked for the longest stored prefix at this level or above.
 */
function matchIndex({ terms, ...within }: Matching): RawBuilder<unknown> {
  const rarer = terms.filter(({ share = 0 }) => share < commonShare);
  const asked = (rarer.length === 0 ? terms : rarer).map((term) => {
    const letters = Array.from(term.text);
    if (!term.prefix || letters.length <= longestPrefix) return term;
    return { ...term, text: letters.slice(0, longestPrefix).join(''), highest: topLevel };
  });
  const matches = sql`terms @@ ${toQuery({ ...within, terms: asked })}::tsquery`;
  const asksLess = asked.length < terms.length || asked.some((term, at) => term !== terms[at]);
  // This is the function behind the operator. The planner uses no index for it.
  return asksLess
    ? sql`${matches} and ts_match_vq(terms, ${toQuery({ ...within, terms })}::tsquery)`
    : matches;
}

function termsOf({ withTerms }: IndexSearch): RawBuilder<unknown> {
  return withTerms ? termsText : sql`''`;
}

function byPlace(time: RawBuilder<unknown>, order: IndexSearch['order']): RawBuilder<unknown> {
  return order === 'newest' ? sql`${time} desc, kind desc, id desc` : sql`${time}, kind, id`;
}

function betweenTimes(
  time: RawBuilder<unknown>,
  { from, to }: Pick<IndexSearch, 'from' | 'to'>,
): RawBuilder<unknown>[] {
  return [
    ...(from > 0 ? [sql`${time} >= ${Math.min(from, forever)}`] : []),
    ...(to < forever ? [sql`${time} <= ${to}`] : []),
  ];
}

function listTerms(document: RecordDocument): string {
  return [...marksOf(document), withBeginnings(document.terms)].join(' ');
}

export function withBeginnings(terms: string): string {
  const words = terms === '' ? [] : terms.split(' ');
  return [...words, ...beginningsOf(words)].join(' ');
}

/**
 * Returns the prefixes of the words, marked by a star, which no term contains. Each has the highest level of its
 * words.
 */
function beginningsOf(words: string[]): string[] {
  const levels = new Map<string, string>();
  for (const word of words) {
    const level = word.charAt(0);
    let beginning = '';
    for (const character of Array.from(word.slice(1, 1 + longestPrefix * 2)).slice(0, longestPrefix)) {
      beginning += character;
      if ((levels.get(beginning) ?? '') < level) levels.set(beginning, level);
    }
  }
  return Array.from(levels, ([beginning, level]) => `${level}${beginning}*`);
}

function toQuery({ terms, exceptSessionId, ...within }: Matching): string {
  const groups = [
    ...terms.map((term) => leveledTexts(term).map((text) => quote(text, term.prefix))),
    ...marksWithin(within).map((group) => group.map((mark) => quote(mark, false))),
  ];
  const query = groups.map((group) => `(${group.join(' | ')})`).join(' & ');
  return exceptSessionId === undefined ? query : `${query} & !${quote(sessionMark(exceptSessionId), false)}`;
}

/** Quotes a term so that it contains no operator. Unlike `to_tsquery`, the cast leaves the terms as they are. */
function quote(text: string, prefix: boolean): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix + 1 ? `'${quoted}':*` : `'${quoted}*'`;
}
