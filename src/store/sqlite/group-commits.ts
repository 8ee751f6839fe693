import { setImmediate as nextTick } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { TablesTransaction } from '#store/database.ts';
import type { Tables } from '#store/tables.ts';

type Work<T> = (trx: TablesTransaction) => Promise<T>;

interface Waiting {
  /**
   * Throws only when the whole group is lost. The returned function notifies the caller once the group is committed.
   */
  run(trx: TablesTransaction, options: { isAlone: boolean }): Promise<() => void>;
  fail(error: unknown): void;
}

/** The largest group of transactions. A larger one would keep other processes from the write lock for too long. */
const largestGroup = 32;
/**
 * A group that has taken this long is committed. The event loop then gets a turn, which statements alone do not give
 * it.
 */
const turnMs = 10;

/**
 * Transactions requested at the same time are committed together, which costs little more than one. Each is still all
 * or nothing, and success is not reported before `flush` has written it to disk.
 */
export function groupCommits(
  db: Kysely<Tables>,
  flush: () => Promise<void>,
): <T>(work: Work<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let isBusy = false;

  async function commitAll(): Promise<void> {
    for (let turnAt = performance.now(); waiting.length > 0; ) {
      await commit(waiting.splice(0, largestGroup));
      if (performance.now() - turnAt < turnMs) continue;
      await nextTick();
      turnAt = performance.now();
    }
    isBusy = false;
  }

  async function commit(wanted: Waiting[]): Promise<void> {
    const isAlone = wanted.length === 1;
    const group: Waiting[] = [];
    const tellCallers: (() => void)[] = [];
    const fail = (error: unknown) => {
      for (const { fail } of group) fail(error);
    };
    try {
      await db.transaction().execute(async (trx) => {
        const startedAt = performance.now();
        for (const each of wanted) {
          group.push(each);
          tellCallers.push(await each.run(trx, { isAlone }));
          if (performance.now() - startedAt > turnMs) break;
        }
      });
    } catch (error) {
      // If the transaction could not begin, no caller is in the group yet.
      if (group.length === 0) group.push(...wanted);
      return fail(error);
    } finally {
      waiting.unshift(...wanted.slice(group.length));
    }
    // The next group is committed while this one is flushed.
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
      // Requests that arrived together are read one after the other, and an immediate runs after all of them.
      setImmediate(() => void commitAll());
    });
}

const savepoint = CompiledQuery.raw('savepoint one');
const release = CompiledQuery.raw('release one');
const rollBack = CompiledQuery.raw('rollback to one');

/** Runs the work in a savepoint, so that an exception undoes only this work. */
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
    // On a full disk, SQLite rolls back everything automatically. The original error then matters more than this
    // failure.
    await trx.executeQuery(rollBack).catch(() => {
      throw error;
    });
    await trx.executeQuery(release);
    return { error };
  }
}
