import type { RawBuilder, SqlBool } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import { indexTerms, type SearchTerm } from '#text/search-terms.ts';
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

/** Terms of the index, parted by a space. */
export interface SearchDocument {
  id: EntryId;
  title: string;
  body: string;
}

export function toSearchDocument(entry: {
  id: EntryId;
  title: string;
  author: string | null;
  text: string;
}): SearchDocument {
  return {
    id: entry.id,
    title: indexTerms(entry.title),
    body: indexTerms(`${entry.author ?? ''}\n${entry.text}`),
  };
}
