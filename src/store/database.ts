import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { ModelProfileId } from '#schema/ids.ts';
import type { VectorIndex } from '#store/meaning/vector-index.ts';
import type { EntryQueue, TermIndexes } from '#store/reader/term-index.ts';
import type { RecordIndex, RecordQueue } from '#store/record-search/record-index.ts';
import type { ReadRows } from './readable-rows.ts';
import type { Tables } from './tables.ts';

export type TablesTransaction = Transaction<Tables>;

/** One open database. Everything that differs between the dialects is a member here. The queries are the same. */
export interface OpenedDatabase {
  dialect: 'sqlite' | 'postgres';
  db: Kysely<Tables>;
  /** The changes are on stable storage when the promise resolves. */
  transaction<T>(work: (trx: TablesTransaction) => Promise<T>): Promise<T>;
  /**
   * The changes survive the death of the process but perhaps not a power failure. It is for replay logs and leases,
   * which are written many times a second and need no durability.
   */
  relaxedTransaction<T>(work: (trx: TablesTransaction) => Promise<T>): Promise<T>;
  /** Does the same for a single statement, which is a transaction of its own. */
  relaxedStatement<R>(statement: CompiledQuery<R>): Promise<QueryResult<R>>;
  /** Lets only one transaction at a time count and start the runs of a profile. */
  lockProfile(trx: TablesTransaction, id: ModelProfileId): Promise<void>;
  /** Lets only one transaction at a time add or remove slots, so that the limits on slots hold exactly. */
  lockSlots(trx: TablesTransaction): Promise<void>;
  /**
   * Whether one statement may write to several tables in `with` clauses. Every statement is a round trip to the
   * server.
   */
  joinsWrites: boolean;
  /**
   * Executes statements that do not depend on each other and locks the slots, on PostgreSQL in one round trip.
   * Returns false if the first statement returned no row. The transaction must fail then, because the others may have
   * been executed.
   */
  writeAndLockSlots(
    trx: TablesTransaction,
    first: CompiledQuery,
    others: readonly CompiledQuery[],
  ): Promise<boolean>;
  /** Lets only one transaction at a time change tags, so that names stay unique and transactions do not deadlock. */
  lockTags(trx: TablesTransaction): Promise<void>;
  /**
   * Lets only one transaction at a time add memories, so that a statement is kept once and its contradictions are
   * superseded.
   */
  lockMemories(trx: TablesTransaction): Promise<void>;
  search: TermIndexes;
  recordIndex: RecordIndex;
  vectors: VectorIndex;
  /**
   * Copies the database before it is migrated from this version. PostgreSQL does nothing, since it has its own
   * backups.
   */
  keepCopy(version: string): Promise<void>;
  /** Runs the work of the migrations without a time limit. */
  withoutTimeLimit<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** The size of the database on disk. */
  measureBytes(): Promise<number>;
  /** Returns a description of what the database engine finds wrong with its files. */
  findDamage(): Promise<string | null>;
  close(): Promise<void>;
}

export interface Database extends OpenedDatabase {
  readRows: ReadRows;
  recordQueue: RecordQueue;
  entryQueue: EntryQueue;
}
