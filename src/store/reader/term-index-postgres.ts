import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { Hit, TermIndex, TermIndexNames, TermSearch } from './term-index.ts';

/** Prefixes are stored as terms: gathering all terms with a prefix takes seconds if there are many. */
const longestPrefix = 4;
/**
 * The planner does not know how rare a word is, so the store decides. It walks over the newest rows; if too few of them
 * match, it gathers the matches from the index, and of a word that many rows have only those among the newest numbers.
 */
const firstSteps = 500;
const mostSteps = 5000;
const widestRange = 200_000;
/** Reading all rows costs seconds. */
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

    async findNewest(db, asked) {
      const search = withMarksAlone(asked);
      const found: Hit<Id>[] = [];
      let { below } = search;
      // Of many rows that pass the filter some are soon found; no filter, or one that is looked up first, loses none.
      const firstSize = search.filter.length === 0 || search.among !== null ? search.limit : search.limit * 2;
      for (let size = firstSize; ; size *= 4) {
        const ids: Id[] = await findIds(db, { names, search, below, size });
        if (ids.length > 0) found.push(...(await readHits(db, { names, search, ids })));
        if (found.length >= search.limit || ids.length < size) return found.slice(0, search.limit);
        below = ids.at(-1) ?? null;
      }
    },
  };
}

/** By marks the index gives only what passes; to look up more rows than a walk takes costs more. */
function withMarksAlone<Id extends number>(search: TermSearch<Id>): TermSearch<Id> {
  const { marks = [], among } = search;
  return marks.length > 0 && among !== null && among.length > firstSteps
    ? { ...search, among: null }
    : search;
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
    if (first.length >= of.size || (of.search.among?.length ?? firstSteps + 1) <= firstSteps) return first;
    const steps = Math.ceil((of.size / first.length) * firstSteps * 1.5);
    if (steps > widestRange) return gather(trx, of, null);
    if (of.search.among !== null) return walk(trx, of, of.search.among.length);
    const more = await (steps > mostSteps ? gather(trx, of, steps) : walk(trx, of, steps));
    return more.length >= of.size ? more : gather(trx, of, null);
  });
}

/** Newest first, reading each row until there are enough: for words that many rows have. */
async function walk<Id extends number>(
  db: Kysely<Tables>,
  { names, search, below, size }: IdSearch<Id>,
  steps: number,
): Promise<Id[]> {
  const key = sql.ref(names.key);
  const { rows } = await sql<{ id: Id }>`
    select ${key} as id from (
      select * from ${sql.table(names.index)} where ${within(search, { key, below })} order by ${key} desc limit ${steps}
    ) as walked
    where ${matches(search)} order by ${key} desc limit ${size}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** All rows with the words from their index, or those of the newest numbers, then the newest of them. */
async function gather<Id extends number>(
  db: Kysely<Tables>,
  { names, search, below, size }: IdSearch<Id>,
  range: number | null,
): Promise<Id[]> {
  const key = sql.ref(names.key);
  // The sum keeps the planner from walking.
  const place = sql`(${key} + 0)`;
  const index = sql.table(names.index);
  const newest = below === null ? sql`(select max(${key}) from ${index})` : sql`${below}::bigint`;
  const inRange = range === null ? sql`true` : sql`${key} >= ${newest} - ${range}`;
  const { rows } = await sql<{ id: Id }>`
    select ${key} as id from ${index}
    where ${matches(search)} and ${inRange} and ${within(search, { key: place, below })}
    order by ${place} desc limit ${size}
  `.execute(db);
  return rows.map((row) => row.id);
}

function matches<Id extends number>({ terms, inTitle, marks = [] }: TermSearch<Id>) {
  const column = sql.ref(inTitle ? 'title_terms' : 'terms');
  const words = terms.map(quote).join(' & ');
  const oneOf = marks.map((text) => quote({ text, prefix: false })).join(' | ');
  return sql`${column} @@ ${marks.length === 0 ? words : `${words} & (${oneOf})`}::tsquery`;
}

function within<Id extends number>(
  { among }: TermSearch<Id>,
  { key, below }: { key: RawBuilder<unknown>; below: Id | null },
) {
  const conditions = [sql`true`];
  if (below !== null) conditions.push(sql`${key} < ${below}`);
  if (among !== null) conditions.push(sql`${key} = any(${among}::bigint[])`);
  return sql.join(conditions, sql` and `);
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
  // First the rows by their numbers, then the filter: its own index would give all that pass, to find these among them.
  const { rows } = await sql<Hit<Id>>`
    with named as materialized (
      select ${sql.join(columns)} from ${table} where ${id} = any(${ids}::bigint[])
    )
    select ${id} as id, ${time} as at from named as ${table} where ${passes} order by ${id} desc
  `.execute(db);
  return rows;
}

/** No parser in between, which would split terms by its own rules. */
export function toVector(text: string, marks: string[]) {
  const terms = text.split(' ').flatMap((term) => [term, ...prefixesOf(term)]);
  return sql`array_to_tsvector(array_remove(string_to_array(${[...new Set([...marks, ...terms])].join(' ')}, ' '), ''))`;
}

/** Marked by a star, which no term has. */
function prefixesOf(term: string): string[] {
  const characters = Array.from(term.slice(0, longestPrefix * 2)).slice(0, longestPrefix);
  return characters.map((_, last) => `${characters.slice(0, last + 1).join('')}*`);
}

/** In quotes nothing is an operator; the cast, unlike `to_tsquery`, leaves the terms as they are. */
export function quote({ text, prefix }: SearchTerm): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix ? `'${quoted}':*` : `'${quoted}*'`;
}
