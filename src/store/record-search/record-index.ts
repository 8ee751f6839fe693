import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { RecordOrder, RecordPlace } from '#sources/session/ports.ts';
import { toStoredValue } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import type { SearchTerm } from '#text/search-terms.ts';

/**
 * Full-text search over the records of all sessions, by one dialect. Terms are stored with their level, so that the best
 * records are listed without reading the others. Both dialects find the same in the same order.
 */
export interface RecordIndex {
  /** An existing one is replaced. */
  put(trx: Transaction<Tables>, documents: RecordDocument[]): Promise<void>;
  /** Merges a few pages of what was put, for a millisecond or two. Returns whether it did. Null: the database does that. */
  merge: ((trx: Transaction<Tables>) => Promise<boolean>) | null;
  /** Records of a kind that a condition on their table names. */
  remove(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  /** Several look-ups of one search. */
  reading<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The terms as the look-ups below need them. */
  resolve(db: Kysely<Tables>, terms: readonly SearchTerm[]): Promise<IndexTerm[]>;
  find(db: Kysely<Tables>, search: IndexSearch): Promise<FoundPage>;
  /** How many have the term. */
  count(db: Kysely<Tables>, of: { term: IndexTerm; atMost: number }): Promise<number>;
  countNewest(
    db: Kysely<Tables>,
    of: IndexFilter & { terms: readonly IndexTerm[]; newest: number },
  ): Promise<NewestCounts>;
  /** Those that are in the index, in no order. */
  read(db: Kysely<Tables>, kind: RecordKind, ids: readonly number[]): Promise<FoundRecord[]>;
  /** The newest, without those that wait to be indexed again. */
  listNewest(db: Kysely<Tables>, kind: RecordKind, limit: number): Promise<FoundRecord[]>;
}

/** Records that are written but not in the index yet: they are indexed in batches, so that no writer waits for it. */
export interface RecordQueue {
  /** Records of a kind that a condition on their table names, in the transaction that writes them. */
  add(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  addOne(trx: Transaction<Tables>, kind: RecordKind, id: number): Promise<void>;
  /** Before the index forgets them: whoever indexes them at this moment comes first. */
  remove(trx: Transaction<Tables>, kind: RecordKind, which: RawBuilder<SqlBool>): Promise<void>;
  /** Indexes what was written last, so that a search finds it. Returns how many are left. */
  catchUp(): Promise<number>;
  /** While the work is in progress, this process indexes nothing in the background. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface RecordDocument extends RecordPlace {
  /** As `levelTerms` writes them. */
  terms: string;
  project: string;
  sessionId: SessionId;
}

export interface FoundRecord extends RecordPlace {
  /** With a space around each; empty if they were not asked for. */
  terms: string;
}

/** Among the newest records: how many there are, and how many of them have each of the terms. */
export interface NewestCounts {
  total: number;
  found: number[];
  /** Which have so few that pass the filter that all are better gathered than looked for one by one. */
  isSparse?: boolean[];
}

export interface FoundPage {
  rows: FoundRecord[];
  /** So few records match that those with higher levels of the same terms need not be looked for among others. */
  isRare: boolean;
  /** No other record that matches is better than these. */
  isWhole: boolean;
}

/** What makes one record better than another: the terms of a search weigh this much, in their order. */
export interface IndexRanking {
  weights: readonly number[];
  now: number;
}

export interface IndexTerm extends SearchTerm {
  /** The words of the index that begin so, with their levels, where it cannot look up the beginning itself. */
  words?: readonly string[];
  /** The share of the newest records that have it, where it was counted. */
  share?: number;
  /** As it was counted. */
  isSparse?: boolean | undefined;
}

export interface LeveledTerm extends IndexTerm {
  lowest: number;
  highest: number;
}

/** Any of these; all if omitted. */
export interface IndexFilter {
  kinds?: readonly RecordKind[] | undefined;
  projects?: readonly string[] | undefined;
  sessionId?: SessionId | undefined;
}

export interface IndexSearch extends IndexFilter {
  /** All must match, each at one of its levels. */
  terms: readonly LeveledTerm[];
  from: number;
  to: number;
  order: RecordOrder;
  limit: number;
  /** Whether the terms of what is found are wanted. */
  withTerms: boolean;
  /** As was found for lower levels of the same terms. */
  isRare?: boolean;
  /** Where few match, the best of them are wanted, not the first in the order of time. */
  ranking?: IndexRanking | undefined;
}

/** As the tables of the index number them, which also orders what happened at the same moment. */
export const kindNumbers: Record<RecordKind, number> = { prompt: 1, observation: 2, summary: 3 };
export const kindOfNumber: Record<number, RecordKind> = { 1: 'prompt', 2: 'observation', 3: 'summary' };

export function recordKey({ kind, id }: Pick<RecordPlace, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/**
 * Kind, project and session are terms too: where few of many records belong to a project, their common list is read from
 * the index, not from each record with the word. The sign keeps them apart from words, which begin with a digit.
 */
export function marksOf({ kind, project, sessionId }: Omit<RecordDocument, 'terms' | 'id' | 'at'>): string[] {
  return [kindMark(kind), projectMark(project), sessionMark(sessionId)];
}

/** One of each group must match. */
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

function sessionMark(id: SessionId): string {
  return `=s${id}`;
}

/** The levels of a term as words of the index. */
export function leveledTexts({ text, words, lowest, highest }: LeveledTerm): readonly string[] {
  if (words !== undefined)
    return words.filter((word) => word.charAt(0) >= String(lowest) && word.charAt(0) <= String(highest));
  const texts: string[] = [];
  for (let level = highest; level >= lowest; level -= 1) texts.push(`${level}${text}`);
  return texts;
}
