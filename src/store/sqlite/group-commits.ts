import { CompiledQuery, type Kysely } from 'kysely';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';

type Work<T> = (trx: TablesTransaction) => Promise<T>;

interface Waiting {
  /** Throws only when the whole group is lost. The returned function notifies the caller once the group is committed. */
  run(trx: TablesTransaction, options: { isAlone: boolean }): Promise<() => void>;
  fail(error: unknown): void;
}

const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const rollback = CompiledQuery.raw('rollback to one');

/** A larger one would hold the write lock, and with it other processes, for too long. */
const largestGroup = 32;

/**
 * Transactions requested at the same time are committed together, which costs little more than one. Each is
 * still all or nothing, and success is not reported before `flush` has written it to disk.
 */
export function groupCommits(
  db: Kysely<Tables>,
  flush: () => Promise<void>,
): <T>(work: Work<T>) => Promise<T> {
  let waiting: Waiting[] = [];
  let isBusy = false;

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup);
      waiting = waiting.slice(largestGroup);
      await commit(group);
    }
    isBusy = false;
  }

  async function commit(group: Waiting[]): Promise<void> {
    const tellCallers: (() => void)[] = [];
    const fail = (error: unknown) => {
      for (const { fail } of group) fail(error);
    };
    try {
      await db.transaction().execute(async (trx) => {
        for (const { run } of group) tellCallers.push(await run(trx, { isAlone: group.length === 1 }));
      });
    } catch (error) {
      return fail(error);
    }
    // The next group is committed meanwhile.
    void flush().then(() => {
      for (const tell of tellCallers) tell();
    }, fail);
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        async run(trx, { isAlone }) {
          const attempt = isAlone ? { result: await work(trx) } : await attemptWork(trx, work);
          return () => ('result' in attempt ? resolve(attempt.result) : reject(attempt.error));
        },
        fail: reject,
      });
      if (isBusy) return;
      isBusy = true;
      // Requests that arrived together are read one after the other; an immediate comes after all of them.
      setImmediate(() => void commitAll());
    });
}

/** An exception undoes only its own transaction. */
async function attemptWork<T>(
  trx: TablesTransaction,
  work: Work<T>,
): Promise<{ result: T } | { error: unknown }> {
  await trx.executeQuery(savepoint);
  try {
    const result = await work(trx);
    await trx.executeQuery(release);
    return { result };
  } catch (error) {
    // On a full disk SQLite rolls back everything automatically; then the cause matters more than this failure.
    await trx.executeQuery(rollback).catch(() => {
      throw error;
    });
    await trx.executeQuery(release);
    return { error };
  }
}
