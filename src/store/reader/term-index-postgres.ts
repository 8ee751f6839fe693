import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { Hit, TermIndex, TermIndexNames, TermSearch } from './term-index.ts';

/** Prefixes of up to this length are stored as terms. Gathering all terms with a prefix can take seconds. */
const longestPrefix = 4;
/**
 * The planner does not know how rare a word is, so the store decides. It first walks over the newest rows. If too few
 * match, it gathers the matches from the index. For a common word, it gathers only those among the newest rows.
 */
const firstSteps = 500;
const mostSteps = 5000;
const widestRange = 200_000;
/** The planner must not read all rows, which takes seconds. */
const plannerHints = 'set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0';

export function createPostgresTermIndex<Id extends number>(names: TermIndexNames): TermIndex<Id> {
  const index = sql.table(names.index);
  const key = sql.ref(names.key);
  return {
    async put(trx, documents) {
      if (documents.length === 0) return;
      const rows = documents.map(
        ({ id, title, body, marks = [] }) =>
          sql`(${id}::bigint, ${toVector(title, marks)}, ${toVector(`${title} ${body}`, marks)})`,
      );
      await sql`
        insert into ${index} (${key}, title_terms, terms) values ${sql.join(rows)}
        on conflict (${key}) do update set title_terms = excluded.title_terms, terms = excluded.terms
      `.execute(trx);
    },

    async remove(trx, which) {
      const rows = sql`select ${sql.ref(names.id)} from ${sql.table(names.table)} where ${which}`;
      await sql`delete from ${index} where ${key} in (${rows})`.execute(trx);
    },

    async findNewest(db, search) {
      if (search.few !== null) return walkFew(db, { names, search });
      const found: Hit<Id>[] = [];
      let { below } = search;
      // A filter drops some rows, so the first step asks for more of them.
      const firstSize = search.filter.length === 0 ? search.limit : search.limit * 2;
      for (let size = firstSize; ; size *= 4) {
        const ids: Id[] = await findIds(db, { names, search, below, size });
        if (ids.length > 0) found.push(...(await readHits(db, { names, search, ids })));
        if (found.length >= search.limit || ids.length < size) return found.slice(0, search.limit);
        below = ids.at(-1) ?? null;
      }
    },
  };
}

/** Reads the rows that pass the filter, newest first, until enough of them match. */
async function walkFew<Id extends number>(
  db: Kysely<Tables>,
  { names, search }: { names: TermIndexNames; search: TermSearch<Id> },
): Promise<Hit<Id>[]> {
  const id = sql.ref(names.id);
  const { below, limit, filter } = search;
  const older = below === null ? sql`true` : sql`${id} < ${below}`;
  // The inner limit keeps the planner from joining the whole index.
  const { rows } = await sql<Hit<Id>>`
    select few.id as id, few.at as at from (
      select ${id} as id, ${sql.ref(names.time)} as at from ${sql.table(names.table)}
      where ${sql.join([older, ...filter], sql` and `)} order by ${id} desc limit all
    ) as few cross join lateral (
      select 1 from ${sql.table(names.index)} where ${sql.ref(names.key)} = few.id and ${matches(search)} limit 1
    ) as matching
    order by few.id desc limit ${limit}
  `.execute(db);
  return rows;
}

interface IdSearch<Id extends number> {
  names: TermIndexNames;
  search: TermSearch<Id>;
  below: Id | null;
  size: number;
}

function findIds<Id extends number>(db: Kysely<Tables>, of: IdSearch<Id>): Promise<Id[]> {
  return db.transaction().execute(async (trx) => {
    await sql.raw(plannerHints).execute(trx);
    const first = await walk(trx, of, firstSteps);
    if (first.length >= of.size) return first;
    const steps = Math.ceil((of.size / first.length) * firstSteps * 1.5);
    if (steps > widestRange) return gather(trx, of, null);
    const more = await (steps > mostSteps ? gather(trx, of, steps) : walk(trx, of, steps));
    return more.length >= of.size ? more : gather(trx, of, null);
  });
}

/** Reads the rows newest first until enough of them match. It is for words that many rows have. */
async function walk<Id extends number>(
  db: Kysely<Tables>,
  { names, search, below, size }: IdSearch<Id>,
  steps: number,
): Promise<Id[]> {
  const key = sql.ref(names.key);
  const { rows } = await sql<{ id: Id }>`
    select ${key} as id from (
      select * from ${sql.table(names.index)} where ${isBelow(key, below)} order by ${key} desc limit ${steps}
    ) as walked
    where ${matches(search)} order by ${key} desc limit ${size}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Gathers the rows with the words from the index, or only those with the newest numbers, and returns the newest. */
async function gather<Id extends number>(
  db: Kysely<Tables>,
  { names, search, below, size }: IdSearch<Id>,
  range: number | null,
): Promise<Id[]> {
  const key = sql.ref(names.key);
  // The sum keeps the planner from walking over the rows.
  const place = sql`(${key} + 0)`;
  const index = sql.table(names.index);
  const newest = below === null ? sql`(select max(${key}) from ${index})` : sql`${below}::bigint`;
  const inRange = range === null ? sql`true` : sql`${key} >= ${newest} - ${range}`;
  const { rows } = await sql<{ id: Id }>`
    select ${key} as id from ${index}
    where ${matchIndex(search)} and ${inRange} and ${isBelow(place, below)}
    order by ${place} desc limit ${size}
  `.execute(db);
  return rows.map((row) => row.id);
}

function matches<Id extends number>({ terms, inTitle, marks = [] }: TermSearch<Id>) {
  return sql`${columnOf(inTitle)} @@ ${toQuery(terms, marks)}::tsquery`;
}

/**
 * Matches terms that are in the index, and then checks each row for all terms. For a prefix that is not stored, the
 * index would gather the rows of every such word. The index is therefore asked for the longest stored prefix.
 */
function matchIndex<Id extends number>(search: TermSearch<Id>) {
  const { terms, inTitle, marks = [] } = search;
  const asked = terms.map((term) => {
    const letters = Array.from(term.text);
    if (!term.prefix || letters.length <= longestPrefix) return term;
    return { ...term, text: letters.slice(0, longestPrefix).join('') };
  });
  if (asked.every((term, at) => term === terms[at])) return matches(search);
  const column = columnOf(inTitle);
  // This is the function behind the operator. The planner uses no index for it.
  return sql`${column} @@ ${toQuery(asked, marks)}::tsquery
    and ts_match_vq(${column}, ${toQuery(terms, marks)}::tsquery)`;
}

function columnOf(inTitle: boolean) {
  return sql.ref(inTitle ? 'title_terms' : 'terms');
}

function toQuery(terms: readonly SearchTerm[], marks: readonly string[]): string {
  const words = terms.map(quote).join(' & ');
  const oneOf = marks.map((text) => quote({ text, prefix: false })).join(' | ');
  return marks.length === 0 ? words : `${words} & (${oneOf})`;
}

function isBelow(key: RawBuilder<unknown>, below: number | null) {
  return below === null ? sql`true` : sql`${key} < ${below}`;
}

async function readHits<Id extends number>(
  db: Kysely<Tables>,
  { names, search, ids }: { names: TermIndexNames; search: TermSearch<Id>; ids: Id[] },
): Promise<Hit<Id>[]> {
  const table = sql.table(names.table);
  const id = sql.ref(names.id);
  const time = sql.ref(names.time);
  const passes = search.filter.length === 0 ? sql`true` : sql.join(search.filter, sql` and `);
  const columns = [id, time, ...names.filterBy.map((column) => sql.ref(column))];
  // The rows are selected by their numbers before the filter applies. Otherwise the planner might read all rows that
  // pass the filter.
  const { rows } = await sql<Hit<Id>>`
    with named as materialized (
      select ${sql.join(columns)} from ${table} where ${id} = any(${ids}::bigint[])
    )
    select ${id} as id, ${time} as at from named as ${table} where ${passes} order by ${id} desc
  `.execute(db);
  return rows;
}

/** Builds the vector without a parser, which would split terms by its own rules. */
export function toVector(text: string, marks: string[]) {
  const terms = text.split(' ').flatMap((term) => [term, ...prefixesOf(term)]);
  return sql`array_to_tsvector(array_remove(string_to_array(${[...new Set([...marks, ...terms])].join(' ')}, ' '), ''))`;
}

/** Returns the prefixes of a term, marked by a star, which no term contains. */
function prefixesOf(term: string): string[] {
  const characters = Array.from(term.slice(0, longestPrefix * 2)).slice(0, longestPrefix);
  return characters.map((_, last) => `${characters.slice(0, last + 1).join('')}*`);
}

/** Quotes a term so that it contains no operator. Unlike `to_tsquery`, the cast leaves the terms as they are. */
export function quote({ text, prefix }: SearchTerm): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix ? `'${quoted}':*` : `'${quoted}*'`;
}
