import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { MessageNumber } from '#store/spaces/space-tables.ts';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** Full-text search over one table in one dialect. Both dialects find the same, because both get prepared terms. */
export interface TermIndex<Id extends number> {
  put(trx: Transaction<Tables>, documents: TermDocument<Id>[]): Promise<void>;
  /** Removes the rows that a condition on the searched table selects. */
  remove(trx: Transaction<Tables>, which: RawBuilder<SqlBool>): Promise<void>;
  /** Finds the rows with the highest numbers first. */
  findNewest(db: Kysely<Tables>, search: TermSearch<Id>): Promise<Hit<Id>[]>;
}

/** The terms of a row for the index, separated by spaces. */
export interface TermDocument<Id extends number> {
  id: Id;
  title: string;
  body: string;
  /** Terms for what the row belongs to. No text contains such terms. */
  marks?: string[];
}

/**
 * The feed of an entry is a term too. A search for a word within one feed reads their common list from the index, not
 * every entry with the word. The sign keeps the mark apart from words, which consist of letters and numbers.
 */
export function feedMark(feedId: FeedId | null): string {
  return `=f${feedId ?? 0}`;
}

/**
 * Entries that wait to be indexed with the mark of their feed. After an upgrade all entries wait, and later those
 * whose feed is deleted.
 */
export interface EntryQueue {
  /** Whether a search may rely on the marks. If not, the indexing of waiting entries continues. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

export interface TermSearch<Id extends number> {
  /** All terms must match. */
  terms: SearchTerm[];
  inTitle: boolean;
  /** Conditions on the searched table. */
  filter: RawBuilder<SqlBool>[];
  /** Every row that passes the filter has one of these marks. Without marks, the index does not narrow the search. */
  marks?: string[];
  /** The rows that pass the filter, if they are few. */
  few: Few<Id> | null;
  /** Only rows with a smaller number are found. */
  below: Id | null;
  limit: number;
}

/** The rows that pass a filter. They are looked up before they are searched. */
export interface Few<Id extends number> {
  count: number;
  /** The numbers of the rows. It is empty for a dialect that looks them up in the same statement. */
  ids: Id[];
}

export interface Hit<Id extends number> {
  id: Id;
  at: number;
}

/** Names of tables and columns, which become part of statements. */
export interface TermIndexNames {
  /** The dialect's own table of terms; only the files of the index know its columns. */
  index: string;
  /** The column of `index` with the number of the row, if the dialect lets it have a name. */
  key: string;
  table: string;
  id: string;
  time: string;
  /** Columns that conditions of a search may name. */
  filterBy: string[];
}

export interface TermIndexes {
  entries: TermIndex<EntryId>;
  /** An index of all summaries of each entry, in any language. */
  summaries: TermIndex<EntryId>;
  /** An index of all translations of each entry, in any language. */
  translations: TermIndex<EntryId>;
  messages: TermIndex<MessageNumber>;
}

export function createTermIndexes(
  create: <Id extends number>(names: TermIndexNames) => TermIndex<Id>,
): TermIndexes {
  return {
    entries: create({
      index: 'entry_search',
      key: 'entry_id',
      table: 'entries',
      id: 'id',
      time: 'published_at',
      filterBy: ['feed_id', 'folder_id', 'read_at', 'starred_at'],
    }),
    summaries: create({
      index: 'summary_search',
      key: 'entry_id',
      table: 'entries',
      id: 'id',
      time: 'published_at',
      filterBy: ['feed_id', 'folder_id', 'read_at', 'starred_at'],
    }),
    translations: create({
      index: 'translation_search',
      key: 'entry_id',
      table: 'entries',
      id: 'id',
      time: 'published_at',
      filterBy: ['feed_id', 'folder_id', 'read_at', 'starred_at'],
    }),
    messages: create({
      index: 'message_search',
      key: 'message_number',
      table: 'messages',
      id: 'number',
      time: 'created_at',
      filterBy: [],
    }),
  };
}
