import { type SqlBool, sql } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { SearchTerm } from '#text/search-terms.ts';
import type { EntrySearch, SearchRequest } from './entry-search.ts';

export const sqliteSearch: EntrySearch = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map(({ id, title, body }) => sql`(${id}, ${title}, ${body})`);
    await sql`insert or replace into entry_search (rowid, title, body) values ${sql.join(rows)}`.execute(trx);
  },

  async remove(trx, which) {
    await sql`delete from entry_search where rowid in (select id from entries where ${which})`.execute(trx);
  },

  async findNewest(db, search) {
    // A cross join keeps the order: first the index, newest first, then each entry it names, until there are enough.
    const { rows } = await sql<{ id: EntryId; published_at: number }>`
      select entries.id, entries.published_at
      from entry_search cross join entries
      where entry_search match ${toQuery(search)}
        and entries.id = entry_search.rowid
        and ${sql.join(restrict(search), sql` and `)}
      order by entry_search.rowid desc
      limit ${search.limit}
    `.execute(db);
    return rows.map((row) => ({ id: row.id, publishedAt: row.published_at }));
  },
};

/** The sign keeps SQLite from asking the index anew for each of the few; it makes a list of them and looks there. */
function restrict({ filter, among }: SearchRequest) {
  if (filter.length === 0) return [sql<SqlBool>`true`];
  if (among === null) return filter;
  return [sql<SqlBool>`+entry_search.rowid in (select value from json_each(${JSON.stringify(among)}))`];
}

function toQuery({ terms, inTitle }: SearchRequest): string {
  const words = terms.map(quote).join(' AND ');
  return inTitle ? `{title} : (${words})` : words;
}

/** In quotes nothing is an operator. */
function quote({ text, prefix }: SearchTerm): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
