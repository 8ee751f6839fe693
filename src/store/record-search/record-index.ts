import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { RecordOrder, RecordPlace } from '#sources/session/ports.ts';
import { toStoredValue } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/**
 * Full-text search over the records of all sessions in one dialect. Terms are stored with their level, so that the
 * best records are listed without reading the others. Both dialects find the same in the same order.
 */
export interface RecordIndex {
  /** Adds records to the index. An existing one is replaced. */
  put(trx: Transaction<Tables>, documents: RecordDocument[]): Promise<void>;
  /**
   * Merges a few pages of added records, for a millisecond or two, and returns whether it did. It is null when the
   * database merges them itself.
   */
  merge: ((trx: Transaction<Tables>) => Promise<boolean>) | null;
  /** Removes the records of a kind that a condition on their table selects. */
  remove(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  /** Does several look-ups of one search. */
  reading<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Converts the terms to the form that the look-ups below need. */
  resolve(db: Kysely<Tables>, terms: readonly SearchTerm[]): Promise<IndexTerm[]>;
  find(db: Kysely<Tables>, search: IndexSearch): Promise<FoundPage>;
  /** Counts the records that have the term. */
  count(db: Kysely<Tables>, of: { term: IndexTerm; atMost: number }): Promise<number>;
  countNewest(
    db: Kysely<Tables>,
    of: IndexFilter & { terms: readonly IndexTerm[]; newest: number },
  ): Promise<NewestCounts>;
  /** Returns the records that are in the index, in no order. */
  read(db: Kysely<Tables>, kind: RecordKind, ids: readonly number[]): Promise<FoundRecord[]>;
  /** Lists the newest records, without those that wait to be indexed again. */
  listNewest(db: Kysely<Tables>, kind: RecordKind, limit: number): Promise<FoundRecord[]>;
}

/**
 * Records that are written but not in the index yet. They are indexed in batches, so that no writer waits for the
 * index.
 */
export interface RecordQueue {
  /** Queues the records of a kind that a condition on their table selects, in the transaction that writes them. */
  add(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  addOne(trx: Transaction<Tables>, kind: RecordKind, id: number): Promise<void>;
  /** Must be called before the index forgets the records. It waits for whoever indexes them at this moment. */
  remove(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  /** Indexes the newest writes, so that a search finds them. Returns the number of records left. */
  catchUp(): Promise<number>;
  /** While the work is in progress, this process indexes nothing in the background. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface RecordDocument extends RecordPlace {
  /** The terms in the format of `levelTerms`. */
  terms: string;
  project: string;
  sessionId: SessionId;
}

export interface FoundRecord extends RecordPlace {
  /** The terms with a space around each. It is empty if they were not requested. */
  terms: string;
}

/** The number of the newest records, and how many of them have each of the terms. */
export interface NewestCounts {
  total: number;
  found: number[];
  /** How many of all records have each of the terms, if few have. */
  all?: (number | undefined)[];
  /** Whether so few records with each term pass the filter that gathering all is faster than looking one by one. */
  isSparse?: boolean[];
}

export interface FoundPage {
  rows: FoundRecord[];
  /** Whether so few records match that higher levels of the same terms need no separate search. */
  isRare: boolean;
  /** Whether no other matching record is better than these. */
  isWhole: boolean;
}

/** The order of records by score. The weights are in the order of the terms of the search. */
export interface IndexRanking {
  weights: readonly number[];
  now: number;
}

export interface IndexTerm extends SearchTerm {
  /** The words of the index with this prefix and their levels, if the index cannot look up the prefix itself. */
  words?: readonly string[];
  /** The share of the newest records that have the term, if it was counted. */
  share?: number;
  /** Whether few records that pass the filter have the term, if it was counted. */
  isSparse?: boolean | undefined;
}

export interface LeveledTerm extends IndexTerm {
  lowest: number;
  highest: number;
}

/** A record must have one of each list. All records pass if a list is omitted. */
export interface IndexFilter {
  kinds?: readonly RecordKind[] | undefined;
  projects?: readonly string[] | undefined;
  sessionId?: SessionId | undefined;
  /** Records of this session do not pass. */
  exceptSessionId?: SessionId | undefined;
}

export interface IndexSearch extends IndexFilter {
  /** All terms must match, each at one of its levels. */
  terms: readonly LeveledTerm[];
  from: number;
  to: number;
  order: RecordOrder;
  limit: number;
  /** Whether the terms of the found records are needed. */
  withTerms: boolean;
  /** Whether few records matched at lower levels of the same terms. */
  isRare?: boolean;
  /** If it is given and few records match, the best of them are returned, not the first in the order of time. */
  ranking?: IndexRanking | undefined;
}

/** The numbers of the kinds in the tables of the index. They also order records of the same moment. */
export const kindNumbers: Record<RecordKind, number> = { prompt: 1, observation: 2, summary: 3 };
export const kindOfNumber: Record<number, RecordKind> = { 1: 'prompt', 2: 'observation', 3: 'summary' };

export function recordKey({ kind, id }: Pick<RecordPlace, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/**
 * Kind, project and session are terms too. A search for a word within one project reads their common list from the
 * index, not every record with the word. The sign keeps marks apart from words, which begin with a digit.
 */
export function marksOf({ kind, project, sessionId }: Omit<RecordDocument, 'terms' | 'id' | 'at'>): string[] {
  return [kindMark(kind), projectMark(project), sessionMark(sessionId)];
}

/** One mark of each group must match. */
export function marksWithin({ kinds, projects, sessionId }: IndexFilter): string[][] {
  return [
    ...(kinds === undefined ? [] : [kinds.map(kindMark)]),
    ...(projects === undefined ? [] : [projects.map(projectMark)]),
    ...(sessionId === undefined ? [] : [[sessionMark(sessionId)]]),
  ];
}

export function kindMark(kind: RecordKind): string {
  return `=k${kindNumbers[kind]}`;
}

export function projectMark(project: string): string {
  const stored = String(toStoredValue(project));
  return `=p${createHash('sha256').update(stored).digest('hex').slice(0, 24)}`;
}

export function sessionMark(id: SessionId): string {
  return `=s${id}`;
}

/** Returns the words of the index for a term, one for each level. */
export function leveledTexts({ text, words, lowest, highest }: LeveledTerm): readonly string[] {
  if (words !== undefined)
    return words.filter((word) => word.charAt(0) >= String(lowest) && word.charAt(0) <= String(highest));
  const texts: string[] = [];
  for (let level = highest; level >= lowest; level -= 1) texts.push(`${level}${text}`);
  return texts;
}
