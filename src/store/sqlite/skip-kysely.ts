import type { DatabaseSync } from 'node:sqlite';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';
import { type Executor, isReading } from './sqlite-dialect.ts';
import { explainSqliteError, isBusy } from './sqlite-error.ts';

/**
 * A ready statement that reads runs at once unless a transaction is open, whose unfinished work it would see: Kysely takes
 * as long to hand out the connection as SQLite to read a page.
 */
export function readWithoutKysely(
  db: Kysely<Tables>,
  { connection, executor }: { connection: DatabaseSync; executor: Executor },
): void {
  const throughKysely = db.executeQuery.bind(db);
  db.executeQuery = async (query) => {
    const ready = compiled(query);
    if (connection.isTransaction || !isReading(ready)) return throughKysely(ready);
    try {
      return executor.attempt(ready);
    } catch (error) {
      if (!isBusy(error)) throw explainSqliteError(error);
      // When the lock is free, a transaction may be open.
      return throughKysely(ready);
    }
  };
}

/** A transaction has the connection to itself until it ends. */
export function runWithoutKysely(trx: TablesTransaction, { execute }: Executor): TablesTransaction {
  trx.executeQuery = (query) => execute(compiled(query));
  return trx;
}

function compiled<R>(query: CompiledQuery<R> | Compilable<R>): CompiledQuery<R> {
  return 'compile' in query ? query.compile() : query;
}
