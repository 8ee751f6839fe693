import type { Embedding, Save, Transaction } from '#engine/ports.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { RecordFilter, RecordPlace } from '#sources/session/ports.ts';

export type Vector = Embedding['vectors'][number];

export type RecordName = Pick<RecordPlace, 'kind' | 'id'>;

/** Without private text: that was removed before the record was stored. */
export interface RecordText extends RecordName {
  /** At most `cardCharacters`; empty: there is nothing to read. */
  text: string;
}

export interface RecordVector extends RecordText {
  /** Of this text. Null: there is nothing to read, or the model refused it. */
  vector: Vector | null;
}

export interface NearestRecords extends Omit<RecordFilter, 'fromPrompt' | 'sessionId'> {
  kinds: readonly RecordKind[];
  model: string;
  vector: Vector;
  limit: number;
}

/** Vectors of records, each of one model. They are deleted with their record. */
export interface MeaningStore {
  /** Whether this database can compare vectors. */
  canCompare(): Promise<boolean>;
  /**
   * Of so many records of a kind below this number, the newest ones, those that the model has not read. `next` is below
   * all of them; null: there are no others.
   */
  listUnread(window: {
    kind: RecordKind;
    model: string;
    below: number;
    limit: number;
  }): Promise<{ unread: RecordName[]; next: number | null }>;
  /** Those that still exist. */
  readTexts(records: readonly RecordName[]): Promise<RecordText[]>;
  /** Only of records that still exist and have this text. */
  saveVectors(tx: Transaction, made: { model: string; vectors: RecordVector[] }): ReturnType<Save>;
  countRead(model: string): Promise<number>;
  /** How many numbers its vectors have; null: there are none. */
  measure(model: string): Promise<number | null>;
  /** Deletes vectors of all models but this one, at most so many. Returns how many. */
  forgetOthers(model: string | null, limit: number): Promise<number>;
  /** Nearest first. */
  findNearest(search: NearestRecords): Promise<RecordPlace[]>;
}
