import { type Kysely, sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { EntrySearch, Hit, SearchRequest } from './entry-search.ts';
import type { Tables } from './tables.ts';

/** The beginnings of terms are terms of their own: to gather all that begin alike takes seconds where they are many. */
const indexedPrefixes = [1, 2, 3, 4];
const longestPrefix = 4;

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
    for (let size = search.limit * 2; ; size *= 4) {
      const ids: EntryId[] = await findIds(db, search, { below, size });
      if (ids.length > 0) found.push(...(await readHits(db, search, ids)));
      if (found.length >= search.limit || ids.length < size) return found.slice(0, search.limit);
      below = ids.at(-1) ?? null;
    }
  },
};

/**
 * By the index of terms and nothing else. The planner does not know that to look into the terms of a row, which lie
 * apart from it, takes longer than to read a page: it would rather look through all rows, newest first.
 */
async function findIds(
  db: Kysely<Tables>,
  search: SearchRequest,
  { below, size }: { below: EntryId | null; size: number },
): Promise<EntryId[]> {
  const column = sql.ref(search.inTitle ? 'title_terms' : 'terms');
  const conditions = [sql`${column} @@ ${search.terms.map(quote).join(' & ')}::tsquery`];
  if (below !== null) conditions.push(sql`entry_id < ${below}`);
  if (search.few) {
    const few = sql.join(search.filter, sql` and `);
    conditions.push(sql`entry_id in (select id from entries where ${few})`);
  }
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_indexscan = off`.execute(trx);
    const { rows } = await sql<{ entry_id: EntryId }>`
      select entry_id from entry_search where ${sql.join(conditions, sql` and `)}
      order by entry_id desc limit ${size}
    `.execute(trx);
    return rows.map((row) => row.entry_id);
  });
}

async function readHits(db: Kysely<Tables>, { filter }: SearchRequest, ids: EntryId[]): Promise<Hit[]> {
  const conditions = [sql`id = any(${ids}::bigint[])`, ...filter];
  const { rows } = await sql<{ id: EntryId; published_at: number }>`
    select id, published_at from entries where ${sql.join(conditions, sql` and `)} order by id desc
  `.execute(db);
  return rows.map((row) => ({ id: row.id, publishedAt: row.published_at }));
}

/** No parser in between, which would take terms apart by rules of its own. */
function toVector(text: string) {
  const terms = new Set(text.split(' '));
  for (const term of [...terms]) {
    const characters = [...term.slice(0, longestPrefix * 2)];
    for (const length of indexedPrefixes) {
      if (length <= characters.length) terms.add(`${characters.slice(0, length).join('')}*`);
    }
  }
  return sql`array_to_tsvector(array_remove(string_to_array(${[...terms].join(' ')}, ' '), ''))`;
}

/** In quotes nothing is an operator; the cast, unlike `to_tsquery`, leaves the terms as they are. */
function quote({ text, prefix }: SearchTerm): string {
  const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "''");
  if (!prefix) return `'${quoted}'`;
  return [...text].length > longestPrefix ? `'${quoted}':*` : `'${quoted}*'`;
}
