import { sql } from 'kysely';
import type { SearchTerm } from '#text/search-terms.ts';
import type { EntrySearch } from './entry-search.ts';

export const sqliteSearch: EntrySearch = {
  async put(trx, documents) {
    if (documents.length === 0) return;
    const rows = documents.map(({ id, title, body }) => sql`(${id}, ${title}, ${body})`);
    await sql`insert or replace into entry_search (rowid, title, body) values ${sql.join(rows)}`.execute(trx);
  },
  async remove(trx, which) {
    await sql`delete from entry_search where rowid in (select id from entries where ${which})`.execute(trx);
  },
  matches(terms, { inTitle }) {
    const words = terms.map(quote).join(' AND ');
    return sql`entry_search match ${inTitle ? `{title} : (${words})` : words}`;
  },
  id: sql.ref('entry_search.rowid'),
};

/** In quotes nothing is an operator. */
function quote({ text, prefix }: SearchTerm): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
