import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** As the indexes are made. */
const longestIndexedPrefix = 5;
const maxWords = 40;

/**
 * The term for FTS5. Beginnings beyond the index of prefixes: SQLite would gather all rows of all words that begin so
 * before it gives the first (20 ms of 80,000 rows), while words that are named one by one are read only as far as needed.
 */
export async function widenTerm(
  db: Kysely<Tables>,
  vocabulary: RawBuilder<unknown>,
  term: SearchTerm,
): Promise<string> {
  if (!term.prefix || Array.from(term.text).length <= longestIndexedPrefix) return quote(term);
  const words: string[] = [];
  for (let from = term.text; words.length < maxWords; ) {
    const { rows } = await sql<{ term: string }>`
      select term from ${vocabulary} where term >= ${from} and term < ${`${term.text}\u{10ffff}`} limit 1
    `.execute(db);
    const [next] = rows;
    if (!next) return words.map((text) => quote({ text, prefix: false })).join(' OR ') || quote(term);
    words.push(next.term);
    // The first that could come after it: its own rows are not walked through.
    from = `${next.term}\u0001`;
  }
  return quote(term);
}

/** In quotes nothing is an operator. */
export function quote({ text, prefix }: SearchTerm): string {
  return `"${text.replaceAll('"', '""')}"${prefix ? '*' : ''}`;
}
