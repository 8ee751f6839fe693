import type { RawBuilder, SqlBool } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import { indexTerms, parseSearch } from '#text/search-terms.ts';
import type { TablesTransaction } from './database.ts';

/** Full-text search of one dialect, over its own table `entry_search`. Both find the same, since both get ready terms. */
export interface EntrySearch {
  put(trx: TablesTransaction, documents: SearchDocument[]): Promise<void>;
  /** Entries that a condition on `entries` names. */
  remove(trx: TablesTransaction, which: RawBuilder<SqlBool>): Promise<void>;
  /** A condition on `entry_search`: all terms are there. */
  matches(terms: SearchTerm[], where: { inTitle: boolean }): RawBuilder<SqlBool>;
  /** The entry's id in `entry_search`. */
  id: RawBuilder<EntryId>;
}

export interface SearchTerm {
  text: string;
  prefix: boolean;
}

export interface SearchDocument {
  id: EntryId;
  /** Terms, each once, parted by a space. */
  title: string;
  body: string;
}

/** PostgreSQL refuses more than 1 MiB of terms for one row; these are at most 750 kB. */
const maxCharacters = 250_000;
/** No word that people look for is longer. */
const maxTermCharacters = 100;

export function toSearchDocument(entry: {
  id: EntryId;
  title: string;
  author: string | null;
  text: string;
}): SearchDocument {
  const title = uniqueTerms(indexTerms(entry.title));
  const body = uniqueTerms(`${indexTerms(entry.author ?? '')} ${indexTerms(entry.text)}`);
  return { id: entry.id, title, body };
}

/** Empty when there is nothing in the query that could be looked for. */
export function toSearchTerms(query: string): SearchTerm[] {
  return parseSearch(query).terms.flatMap(({ text, prefix }) =>
    splitTerms(text).map((term) => ({ text: term, prefix })),
  );
}

function uniqueTerms(text: string): string {
  let characters = 0;
  const kept: string[] = [];
  for (const term of new Set(splitTerms(text))) {
    characters += term.length + 1;
    if (characters > maxCharacters) break;
    kept.push(term);
  }
  return kept.join(' ');
}

/** The indexes split at nothing but spaces: what they would take for one must not be inside a term. */
function splitTerms(text: string): string[] {
  return text
    .split(/[\s\p{Z}\0]+/u)
    .filter((term) => term !== '')
    .map((term) => term.slice(0, maxTermCharacters));
}
