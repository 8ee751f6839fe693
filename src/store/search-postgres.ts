import { sql } from 'kysely';
import type { SearchTerm } from '#text/search-terms.ts';
import type { EntrySearch } from './entry-search.ts';

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
  matches(terms, { inTitle }) {
    const query = terms.map(quote).join(' & ');
    return sql`${sql.ref(inTitle ? 'entry_search.title_terms' : 'entry_search.terms')} @@ ${query}::tsquery`;
  },
  id: sql.ref('entry_search.entry_id'),
};

/** No parser in between, which would take terms apart by rules of its own. */
function toVector(terms: string) {
  return sql`array_to_tsvector(array_remove(string_to_array(${terms}, ' '), ''))`;
}

/** In quotes nothing is an operator; the cast, unlike `to_tsquery`, leaves the terms as they are. */
function quote({ text, prefix }: SearchTerm): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${prefix ? ':*' : ''}`;
}
