import { type Kysely, sql } from 'kysely';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { Hit, TermIndex, TermIndexNames, TermSearch } from './term-index.ts';

/** Prefixes are stored as terms: gathering all terms with a prefix takes seconds if there are many. */
const longestPrefix = 4;
/**
 * Reading the terms of a row, which are stored apart from it, costs as much as several pages. The planner is told this;
 * otherwise it scans all rows, newest first, for words that are too rare for that (80 ms instead of 3).
 */
const plannerHints = 'set local cpu_operator_cost = 0.2; set local max_parallel_workers_per_gather = 0';

export function createPostgresTermIndex<Id extends number>(names: TermIndexNames): TermIndex<Id> {
  const index = sql.table(names.index);
  const key = sql.ref(names.key);
  return {
    async put(trx, documents) {
      if (documents.length === 0) return;
      const rows = documents.map(
        ({ id, title, body }) => sql`(${id}::bigint, ${toVector(title)}, ${toVector(`${title} ${body}`)})`,
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

async function findIds<Id extends number>(
  db: Kysely<Tables>,
  of: { names: TermIndexNames; search: TermSearch<Id>; below: Id | null; size: number },
): Promise<Id[]> {
  const { names, search, below, size } = of;
  const key = sql.ref(names.key);
  const column = sql.ref(search.inTitle ? 'title_terms' : 'terms');
  const conditions = [sql`${column} @@ ${search.terms.map(quote).join(' & ')}::tsquery`];
  if (below !== null) conditions.push(sql`${key} < ${below}`);
  if (search.among !== null) conditions.push(sql`${key} = any(${search.among}::bigint[])`);
  return db.transaction().execute(async (trx) => {
    await sql.raw(plannerHints).execute(trx);
    const { rows } = await sql<{ id: Id }>`
      select ${key} as id from ${sql.table(names.index)} where ${sql.join(conditions, sql` and `)}
      order by ${key} desc limit ${size}
    `.execute(trx);
    return rows.map((row) => row.id);
  });
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
export function toVector(text: string) {
  const terms = text.split(' ').flatMap((term) => [term, ...prefixesOf(term)]);
  return sql`array_to_tsvector(array_remove(string_to_array(${[...new Set(terms)].join(' ')}, ' '), ''))`;
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
