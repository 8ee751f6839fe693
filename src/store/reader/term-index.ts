import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { MessageNumber } from '#store/spaces/space-tables.ts';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/** Full-text search over one table, by one dialect. Both dialects find the same, since both get ready terms. */
export interface TermIndex<Id extends number> {
  put(trx: Transaction<Tables>, documents: TermDocument<Id>[]): Promise<void>;
  /** Rows that a condition on the searched table names. */
  remove(trx: Transaction<Tables>, which: RawBuilder<SqlBool>): Promise<void>;
  /** Newest first, by number. */
  findNewest(db: Kysely<Tables>, search: TermSearch<Id>): Promise<Hit<Id>[]>;
}

/** Terms of the index, separated by spaces. */
export interface TermDocument<Id extends number> {
  id: Id;
  title: string;
  body: string;
  /** What the row belongs to; no text has such terms. */
  marks?: string[];
}

/**
 * The feed of an entry is a term too: where few of many entries belong to a feed, their common list is read from the
 * index, not from each entry with the word. The sign keeps it apart from words, which are letters and numbers.
 */
export function feedMark(feedId: FeedId | null): string {
  return `=f${feedId ?? 0}`;
}

/** After an upgrade all entries wait until the index has the mark of their feed; later, those whose feed is deleted. */
export interface EntryQueue {
  /** Whether a search may rely on the marks. If not, it continues to index what waits. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

export interface TermSearch<Id extends number> {
  /** All must match. */
  terms: SearchTerm[];
  inTitle: boolean;
  /** Conditions on the searched table. */
  filter: RawBuilder<SqlBool>[];
  /** Rows that pass the filter have one of these; none: they are not told apart by marks. */
  marks?: string[];
  /** How many rows pass the filter, where they are few. */
  few: Few<Id> | null;
  /** Only rows with a smaller number. */
  below: Id | null;
  limit: number;
}

/** Rows that pass a filter: they are looked up first, and then searched. */
export interface Few<Id extends number> {
  count: number;
  /** Their numbers, for a dialect that is given them; empty for one that looks them up in the same statement. */
  ids: Id[];
}

export interface Hit<Id extends number> {
  id: Id;
  at: number;
}

/** Names of tables and columns: they become part of statements. */
export interface TermIndexNames {
  /** The dialect's own table of terms; only the files of the index know its columns. */
  index: string;
  /** Its column with the number of the row, where the dialect lets it have a name. */
  key: string;
  table: string;
  id: string;
  time: string;
  /** Columns that conditions of a search may name. */
  filterBy: string[];
}

export interface TermIndexes {
  entries: TermIndex<EntryId>;
  /** The summaries of an entry together, in any language. */
  summaries: TermIndex<EntryId>;
  /** The translations of an entry together, in any language. */
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
