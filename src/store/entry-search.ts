import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import { indexTerms, type SearchTerm } from '#text/search-terms.ts';
import type { TablesTransaction } from './database.ts';
import type { Tables } from './tables.ts';

/** Full-text search of one dialect, over its own table `entry_search`. Both find the same, since both get ready terms. */
export interface EntrySearch {
  put(trx: TablesTransaction, documents: SearchDocument[]): Promise<void>;
  /** Entries that a condition on `entries` names. */
  remove(trx: TablesTransaction, which: RawBuilder<SqlBool>): Promise<void>;
  findNewest(db: Kysely<Tables>, search: SearchRequest): Promise<Hit[]>;
}

export interface SearchRequest {
  /** All have to be there. */
  terms: SearchTerm[];
  inTitle: boolean;
  /** Conditions on `entries`. */
  filter: RawBuilder<SqlBool>[];
  /** All that pass the filter, where they are few. */
  among: EntryId[] | null;
  limit: number;
}

/** Newest first, by number. */
export interface Hit {
  id: EntryId;
  publishedAt: number;
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
