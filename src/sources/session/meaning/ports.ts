import type { Embedding, Save, Transaction } from '#engine/ports.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { RecordFilter, RecordPlace } from '#sources/session/ports.ts';

export type Vector = Embedding['vectors'][number];

export type RecordName = Pick<RecordPlace, 'kind' | 'id'>;

/** Private text was removed before the record was stored. */
export interface RecordText extends RecordName {
  /** At most `cardCharacters`, or empty if there is nothing to read. */
  text: string;
}

export interface RecordVector extends RecordText {
  /** The vector of this text, or null if the text is empty or the model refused it. */
  vector: Vector | null;
}

export interface NearestRecords extends Omit<RecordFilter, 'fromPrompt' | 'sessionId'> {
  kinds: readonly RecordKind[];
  model: string;
  vector: Vector;
  limit: number;
}

/** Vectors of records by model. They are deleted with their record. */
export interface MeaningStore {
  /** True if this database can compare vectors. */
  canCompare(): Promise<boolean>;
  /**
   * Reads a window of the newest `limit` records of a kind below this number, and returns those that the model has
   * not read. `next` is the start of the next window, or null at the end.
   */
  listUnread(window: {
    kind: RecordKind;
    model: string;
    below: number;
    limit: number;
  }): Promise<{ unread: RecordName[]; next: number | null }>;
  /** Omits records that no longer exist. */
  readTexts(records: readonly RecordName[]): Promise<RecordText[]>;
  /** Saves vectors only for records that still exist and have this text. */
  saveVectors(tx: Transaction, made: { model: string; vectors: RecordVector[] }): ReturnType<Save>;
  countRead(model: string): Promise<number>;
  /** Number of dimensions of the model's vectors, or null if it has none. */
  measure(model: string): Promise<number | null>;
  /** Deletes at most `limit` vectors of all other models. Returns how many. */
  forgetOthers(model: string | null, limit: number): Promise<number>;
  /** Sorted nearest first. */
  findNearest(search: NearestRecords): Promise<RecordPlace[]>;
}
