import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { explainSqliteError, isBusy } from './sqlite-error.ts';
import { toStoredValue } from './stored-text.ts';

const busyTimeoutMs = 5000;
const longestPauseMs = 25;
/** More than the store has different statements, less than matters in memory. */
const cachedStatements = 200;

/** Kysely over node:sqlite. Kysely hands out the one connection to one user at a time. */
export function createSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => createDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Tries until the lock is free or the time-out is over. SQLite's own busy handler would stop the whole process while
 * it waits, and with it a transaction of this same process that is about to free the lock.
 */
export async function whenFree<T>(attempt: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw explainSqliteError(error);
    }
    await pause(pauseMs);
  }
}

const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsMultipleConnections: false,
  // Makes the migrator work inside one transaction, whose write lock keeps other processes out.
  supportsTransactionalDdl: true,
  supportsReturning: true,
  acquireMigrationLock: async () => {},
  releaseMigrationLock: async () => {},
};

function createDriver(database: DatabaseSync): Driver {
  const connection = createConnection(database);
  const execute = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: async () => {
      // Takes the write lock at once: a lock taken later, after a read, could be refused without waiting.
      await execute('begin immediate');
    },
    commitTransaction: async () => {
      await execute('commit');
    },
    rollbackTransaction: async () => {
      // A full disk makes SQLite roll back by itself.
      if (database.isTransaction) await execute('rollback');
    },
    destroy: async () => database.close(),
  };
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const prepare = cacheStatements(database);
  return {
    executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const values = query.parameters.map(toStoredValue) as SQLInputValue[];
      return whenFree(() => {
        const { statement, returnsRows } = prepare(query.sql);
        if (returnsRows) return { rows: statement.all(...values) as R[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
      });
    },
    streamQuery: () => {
      throw new Error('the store reads whole results');
    },
  };
}

interface CachedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/** Kysely compiles every query anew; preparing each anew as well makes small reads twenty times slower. */
function cacheStatements(database: DatabaseSync): (sql: string) => CachedStatement {
  const cache = new Map<string, CachedStatement>();
  return (sql) => {
    const known = cache.get(sql) ?? prepareStatement(database, sql);
    cache.delete(sql);
    cache.set(sql, known);
    if (cache.size > cachedStatements) {
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    }
    return known;
  };
}

function prepareStatement(database: DatabaseSync, sql: string): CachedStatement {
  const statement = database.prepare(sql);
  return { statement, returnsRows: statement.columns().length > 0 };
}
