import { type Kysely, sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { EntrySearch, Hit, SearchRequest } from './entry-search.ts';
import type { Tables } from './tables.ts';

/** The beginnings of terms are terms of their own: to gather all that begin alike takes seconds where they are many. */
const longestPrefix = 4;
/**
 * To look into the terms of a row, which lie apart from it, costs as much as some pages. The planner is told so; else it
 * looks through all rows, newest first, for words that are too rare for that (80 ms instead of 3).
 */
const plannerHints = 'set local cpu_operator_cost = 0.2; set local max_parallel_workers_per_gather = 0';

export const postgresSearch: EntrySearch = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map(
      ({ id, title, body }) => sql`(${id}::bigint, ${toVector(title)}, ${toVector(`${title} ${body}`)})`,
    );
    await sql`
      insert into entry_search (entry_id, title_terms, terms) values ${sql.join(rows)}
      on conflict (entry_id) do update set title_terms = excluded.title_terms, terms = excluded.terms
    `.execute(trx);
  },

  async remove(trx, which) {
    await sql`delete from entry_search where entry_id in (select id from entries where ${which})`.execute(
      trx,
    );
  },

  async findNewest(db, search) {
    const found: Hit[] = [];
    let below: EntryId | null = null;
    // Of many entries that pass the filter some are soon found; no filter, or one that is looked up first, loses none.
    const firstSize = search.filter.length === 0 || search.among !== null ? search.limit : search.limit * 2;
    for (let size = firstSize; ; size *= 4) {
      const ids: EntryId[] = await findIds(db, search, { below, size });
      if (ids.length > 0) found.push(...(await readHits(db, search, ids)));
      if (found.length >= search.limit || ids.length < size) return found.slice(0, search.limit);
      below = ids.at(-1) ?? null;
    }
  },
};

async function findIds(
  db: Kysely<Tables>,
  search: SearchRequest,
  { below, size }: { below: EntryId | null; size: number },
): Promise<EntryId[]> {
  const column = sql.ref(search.inTitle ? 'title_terms' : 'terms');
  const conditions = [sql`${column} @@ ${search.terms.map(quote).join(' & ')}::tsquery`];
  if (below !== null) conditions.push(sql`entry_id < ${below}`);
  if (search.among !== null) conditions.push(sql`entry_id = any(${search.among}::bigint[])`);
  return db.transaction().execute(async (trx) => {
    await sql.raw(plannerHints).execute(trx);
    const { rows } = await sql<{ entry_id: EntryId }>`
      select entry_id from entry_search where ${sql.join(conditions, sql` and `)}
      order by entry_id desc limit ${size}
    `.execute(trx);
    return rows.map((row) => row.entry_id);
  });
}

async function readHits(db: Kysely<Tables>, { filter }: SearchRequest, ids: EntryId[]): Promise<Hit[]> {
  const passes = filter.length === 0 ? sql`true` : sql.join(filter, sql` and `);
  // First the entries by their numbers, then the filter: its own index would give all that pass, to find these among them.
  const { rows } = await sql<{ id: EntryId; published_at: number }>`
    with named as materialized (
      select id, published_at, feed_id, folder_id, read_at, starred_at from entries where id = any(${ids}::bigint[])
    )
    select id, published_at from named as entries where ${passes} order by id desc
  `.execute(db);
  return rows.map((row) => ({ id: row.id, publishedAt: row.published_at }));
}

/** No parser in between, which would take terms apart by rules of its own. */
function toVector(text: string) {
  const terms = text.split(' ').flatMap((term) => [term, ...prefixesOf(term)]);
  return sql`array_to_tsvector(array_remove(string_to_array(${[...new Set(terms)].join(' ')}, ' '), ''))`;
}

/** Marked by a star, which no term has. */
function prefixesOf(term: string): string[] {
  const characters = Array.from(term.slice(0, longestPrefix * 2)).slice(0, longestPrefix);
  return characters.map((_, last) => `${characters.slice(0, last + 1).join('')}*`);
}

/** In quotes nothing is an operator; the cast, unlike `to_tsquery`, leaves the terms as they are. */
function quote({ text, prefix }: SearchTerm): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix ? `'${quoted}':*` : `'${quoted}*'`;
}
