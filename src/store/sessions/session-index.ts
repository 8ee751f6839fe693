import { createHash } from 'node:crypto';
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { RecordOrder } from '#sources/session/ports.ts';
import { toStoredValue } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import { indexTerms, type SearchTerm } from '#text/search-terms.ts';
import { recordTables } from './session-tables.ts';

/**
 * Full-text search over one kind of record, in the order of time, by one dialect. Both dialects find the same, since
 * both get ready terms.
 */
export interface SessionIndex {
  /** An existing one is replaced. */
  put(trx: Transaction<Tables>, documents: SessionDocument[]): Promise<void>;
  /** Records that a condition on their table names. */
  remove(trx: Transaction<Tables>, which: RawBuilder<SqlBool>): Promise<void>;
  find(db: Kysely<Tables>, search: SessionSearch): Promise<number[]>;
  /** How many have the term; null: how many there are. */
  count(db: Kysely<Tables>, of: { term: SearchTerm | null; atMost: number }): Promise<number>;
}

export type SessionIndexes = Record<RecordKind, SessionIndex>;

export interface SessionDocument {
  id: number;
  at: number;
  /** Separated by spaces, including marks. */
  terms: string;
}

export interface SessionSearch {
  /** All must match. */
  terms: SearchTerm[];
  /** One of each group must match. */
  marks: string[][];
  from: number;
  to: number;
  order: RecordOrder;
  limit: number;
  /** Further conditions on the record's table. */
  filter: RawBuilder<SqlBool>[];
}

export function createSessionIndexes(create: (table: string) => SessionIndex): SessionIndexes {
  return {
    prompt: create(recordTables.prompt),
    observation: create(recordTables.observation),
    summary: create(recordTables.summary),
  };
}

/**
 * Project and session are terms too: where few of many records belong to a project, their common list is read from the
 * index, not from each record with the word. The sign keeps them apart from words, which are letters and digits.
 */
export function projectMark(project: string): string {
  const stored = String(toStoredValue(project));
  return `=p${createHash('sha256').update(stored).digest('hex').slice(0, 24)}`;
}

export function sessionMark(id: SessionId): string {
  return `=s${id}`;
}

export function toDocument(record: {
  id: number;
  session_id: SessionId;
  project: string;
  created_at: number;
  text: string;
}): SessionDocument {
  const { id, session_id, project, created_at, text } = record;
  const terms = [sessionMark(session_id), projectMark(project), indexTerms(text)].join(' ');
  return { id, at: created_at, terms };
}
