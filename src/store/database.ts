import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { ModelProfileId } from '#schema/ids.ts';
import type { VectorIndex } from '#store/meaning/vector-index.ts';
import type { EntryQueue, TermIndexes } from '#store/reader/term-index.ts';
import type { RecordIndex, RecordQueue } from '#store/record-search/record-index.ts';
import type { ReadRows } from './readable-rows.ts';
import type { Tables } from './tables.ts';

export type TablesTransaction = Transaction<Tables>;

/** One open database. Everything that differs between the dialects is a member here; the queries are the same. */
export interface OpenedDatabase {
  dialect: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  /** On stable storage when it resolves. */
  transaction<T>(work: (trx: TablesTransaction) => Promise<T>): Promise<T>;
  /**
   * Survives the death of the process but perhaps not a power failure: for replay logs and signs of life, which are
   * written many times a second and need no durability.
   */
  relaxedTransaction<T>(work: (trx: TablesTransaction) => Promise<T>): Promise<T>;
  /** The same for a single statement, which is a transaction of its own. */
  relaxedStatement<R>(statement: CompiledQuery<R>): Promise<QueryResult<R>>;
  /** One transaction at a time counts and starts the runs of a profile. */
  lockProfile(trx: TablesTransaction, id: ModelProfileId): Promise<void>;
  /** One transaction at a time adds or removes slots, so that slot and cap hold exactly. */
  lockSlots(trx: TablesTransaction): Promise<void>;
  /** One statement may write to several tables, each in a `with` clause: every statement is a trip to the server. */
  joinsWrites: boolean;
  /**
   * Executes statements that need nothing of each other, and locks the slots, on PostgreSQL all in one trip. False if the
   * first one returned no row. The transaction must fail then: the others may have been executed.
   */
  writeAndLockSlots(
    trx: TablesTransaction,
    first: CompiledQuery,
    others: readonly CompiledQuery[],
  ): Promise<boolean>;
  /** One transaction at a time changes tags: no name is given twice, and no two of them wait for each other. */
  lockTags(trx: TablesTransaction): Promise<void>;
  /** One transaction at a time adds memories: a statement is kept once, and its contradictions are superseded. */
  lockMemories(trx: TablesTransaction): Promise<void>;
  search: TermIndexes;
  recordIndex: RecordIndex;
  vectors: VectorIndex;
  /** Keeps the database of this version beside the one that is about to be migrated; PostgreSQL has backups of its own. */
  keepCopy(version: string): Promise<void>;
  /** Runs the migrations' work without a time limit. */
  withoutTimeLimit<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The size of the database on disk. */
  measureBytes(): Promise<number>;
  /** A description of what the engine itself finds wrong with its files. */
  findDamage(): Promise<string | null>;
  close(): Promise<void>;
}

export interface Database extends OpenedDatabase {
  readRows: ReadRows;
  recordQueue: RecordQueue;
  entryQueue: EntryQueue;
}
