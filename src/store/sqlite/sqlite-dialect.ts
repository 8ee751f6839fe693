import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type LimitNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { backOff } from '#schema/back-off.ts';
import { toStoredValue } from '#store/stored-text.ts';
import { explainSqliteError, isBusy } from './sqlite-error.ts';

const reading = /^\s*(?:select|pragma|explain)\b/i;

export function isReading({ sql }: CompiledQuery): boolean {
  return reading.test(sql);
}

const busyTimeoutMs = 5000;
const longestPauseMs = 25;
/** The store has fewer different statements, and this number needs little memory. */
const cachedStatements = 200;

export interface SqliteHooks {
  /**
   * Waits for the disk after a single-statement transaction. Callers that commit several together wait themselves.
   */
  flush(): Promise<void>;
  /** Whether a statement does not wait for the disk. */
  isRelaxed(statement: CompiledQuery): boolean;
  /** Called after each commit, with the size of all values since the commit before. */
  onCommit(writtenBytes: number): void;
}

/** Kysely over node:sqlite. Kysely hands out the one connection to one user at a time. */
export function createSqliteDialect(database: DatabaseSync, executor: Executor, hooks: SqliteHooks): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => createDriver(database, executor, hooks),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

class Compiler extends SqliteQueryCompiler {
  /**
   * SQLite plans by the value of a bare `limit ?`, so it compiles the statement again whenever a value is bound. It
   * does not do so for a sum.
   */
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit (');
    this.visitNode(limit);
    this.append(' + 0)');
  }

  /**
   * Leaves out `for update`, which SQLite does not know. Its transactions have the only write lock from their
   * beginning.
   */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}

/**
 * Tries until the lock is free or the timeout is over. SQLite's own busy handler would block the whole process,
 * including a transaction of this process that is about to free the lock.
 */
export async function whenFree<T>(attempt: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (let failures = 0; ; failures++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw explainSqliteError(error);
    }
    await pause(backOff(failures, { firstMs: 1, maxMs: longestPauseMs }));
  }
}

/**
 * After a statement that took this long, other requests get a turn. Statements with large texts can take this long.
 */
const turnMs = 25;

const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsMultipleConnections: false,
  // The migrator therefore works inside one transaction, whose write lock keeps other processes out.
  supportsTransactionalDdl: true,
  supportsReturning: true,
  acquireMigrationLock: async () => {},
  releaseMigrationLock: async () => {},
};

const begin = CompiledQuery.raw('begin immediate');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

function createDriver(
  database: DatabaseSync,
  executor: Executor,
  { flush, isRelaxed, onCommit }: SqliteHooks,
): Driver {
  const executeQuery = executor.execute;
  const noteCommit = () => onCommit(executor.takeWrittenBytes());
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await executeQuery(query as CompiledQuery<R>);
      if (!database.isTransaction && !isReading(query)) {
        noteCommit();
        if (!isRelaxed(query)) await flush();
      }
      return result;
    },
    streamQuery: () => {
      throw new Error('the store reads whole results');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => {
      // The write lock is taken first, because SQLite could refuse a lock after a read without waiting.
      await executeQuery(begin);
    },
    commitTransaction: async () => {
      await executeQuery(commit);
      noteCommit();
    },
    rollbackTransaction: async () => {
      // On a full disk SQLite rolls back automatically.
      if (database.isTransaction) await executeQuery(rollback);
    },
    destroy: async () => database.close(),
  };
}

/** Runs statements on the connection, whoever uses it. */
export interface Executor {
  execute<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
  /** Returns the size of all values since the last call. */
  takeWrittenBytes(): number;
}

export function createExecutor(database: DatabaseSync): Executor {
  const prepare = cacheStatements(database);
  let writtenBytes = 0;

  function attempt<R>({ sql, parameters }: CompiledQuery<R>): QueryResult<R> {
    const values = parameters.map(toStoredValue) as SQLInputValue[];
    const { read, statement } = prepare(sql);
    const result =
      read === null
        ? { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
        : { rows: read(values) as R[] };
    for (const value of values) writtenBytes += sizeOf(value);
    return result;
  }

  return {
    async execute<R>(query: CompiledQuery<R>) {
      const startedAt = performance.now();
      const result = await whenFree<QueryResult<R>>(() => attempt(query));
      if (performance.now() - startedAt > turnMs) await nextTick();
      return result;
    },
    takeWrittenBytes() {
      const bytes = writtenBytes;
      writtenBytes = 0;
      return bytes;
    },
  };
}

function sizeOf(value: SQLInputValue): number {
  if (typeof value === 'string') return value.length;
  return value instanceof Uint8Array ? value.byteLength : 8;
}

interface CachedStatement {
  statement: StatementSync;
  /** Reads the rows. It is null for a statement that returns no rows. */
  read: ((values: SQLInputValue[]) => Row[]) | null;
  /** The count of all uses at the time of the last one. */
  lastUse: number;
}

/**
 * Keeps prepared statements. Kysely compiles every query again, and preparing each one again too would make small
 * reads twenty times slower.
 */
function cacheStatements(database: DatabaseSync): (sql: string) => CachedStatement {
  const cache = new Map<string, CachedStatement>();
  let uses = 0;
  return (sql) => {
    uses += 1;
    const known = cache.get(sql);
    if (known !== undefined) {
      known.lastUse = uses;
      return known;
    }
    const prepared = { ...prepareStatement(database, sql), lastUse: uses };
    cache.set(sql, prepared);
    if (cache.size > cachedStatements) cache.delete(findUnused(cache));
    return prepared;
  };
}

/** Finds the statement that was not used for the longest time. */
function findUnused(cache: ReadonlyMap<string, CachedStatement>): string {
  let unused = '';
  let first = Number.POSITIVE_INFINITY;
  for (const [sql, { lastUse }] of cache) if (lastUse < first) [unused, first] = [sql, lastUse];
  return unused;
}

type Row = Record<string, unknown>;

function prepareStatement(database: DatabaseSync, sql: string): Omit<CachedStatement, 'lastUse'> {
  const statement = database.prepare(sql);
  if (statement.columns().length === 0) return { statement, read: null };
  if (reading.test(sql)) return { statement, read: (values) => readAnyNumber(statement, values) };
  return { statement, read: (values) => statement.all(...values) };
}

/**
 * Node refuses all rows if one whole number does not fit a JavaScript number. The store writes no such number, but a
 * damaged row must not make a list unreadable. The number is rounded, and the reader of the row judges it.
 */
function readAnyNumber(statement: StatementSync, values: SQLInputValue[]): Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_OUT_OF_RANGE') throw error;
  }
  statement.setReadBigInts(true);
  try {
    return statement.all(...values).map(roundNumbers);
  } finally {
    statement.setReadBigInts(false);
  }
}

function roundNumbers(row: Row): Row {
  const round = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, round(value)]));
}
