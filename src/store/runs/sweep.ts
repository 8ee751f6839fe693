import { type Kysely, type SqlBool, sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import { foldCounters } from '#store/counters/counted.ts';
import type { Database } from '#store/database.ts';
import type { RunHistory } from '#store/store.ts';
import type { Tables } from '#store/tables.ts';

/** The batch is small, so that others do not wait long for its lock. */
const runsPerBatch = 100;

export function createSweep({
  db,
  dialect,
}: Database): Pick<RunStore, 'claimSweep' | 'sweep'> & Pick<RunHistory, 'clearFinishedRuns'> {
  const removeRuns = (ids: RunId[]) => db.deleteFrom('runs').where('id', 'in', ids).execute();
  return {
    async claimSweep({ name, at, everyMs }) {
      await db
        .insertInto('sweeps')
        .values({ name, swept_at: 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { numUpdatedRows } = await db
        .updateTable('sweeps')
        .set({ swept_at: at })
        .where('name', '=', name)
        // A time in the future comes from a clock that was set back, and must not stop the sweeps.
        .where((eb) => eb.or([eb('swept_at', '<=', at - everyMs), eb('swept_at', '>', at + everyMs)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async sweep({ eventsBefore, runsBefore, issuesBefore, keysBefore }) {
      await inBatches(
        () => findRunsWithEvents(db, eventsBefore),
        (ids) => db.deleteFrom('run_events').where('run_id', 'in', ids).execute(),
      );
      await inBatches(
        () => selectWithoutSlot(db).where('finished_at', '<', runsBefore).execute(),
        removeRuns,
      );
      await db.deleteFrom('slots').where('cleared_at', '<', eventsBefore).execute();
      await db.deleteFrom('model_calls').where('started_at', '<', eventsBefore).execute();
      await db.deleteFrom('issues').where('created_at', '<', issuesBefore).execute();
      await db.deleteFrom('idempotency_keys').where('created_at', '<', keysBefore).execute();
      await foldCounters({ db, dialect });
    },

    clearFinishedRuns: () => inBatches(() => selectUnnamed(db).execute(), removeRuns),
  };
}

/** Returns the number of runs. */
async function inBatches(
  find: () => Promise<{ id: RunId }[]>,
  remove: (ids: RunId[]) => Promise<unknown>,
): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await find();
    if (rows.length === 0) return count;
    await remove(rows.map((row) => row.id));
    count += rows.length;
  }
}

/** Starts from the oldest logs. They are few, because each sweep drops them, while ended runs are many. */
function findRunsWithEvents(db: Kysely<Tables>, before: number) {
  return (
    db
      .selectFrom('run_events')
      .innerJoin('runs', 'runs.id', 'run_events.run_id')
      .select('runs.id')
      // The condition is spelled out like that of the partial index, so that the index is used.
      .where(sql<SqlBool>`run_events.seq = 1`)
      .where('run_events.at', '<', before)
      .where('runs.finished_at', '<', before)
      .limit(runsPerBatch)
      .execute()
  );
}

/**
 * A run whose result is in a slot stays with it beyond the retention of runs. A thread keeps what it shows of its
 * runs in its own rows, so those runs are deleted when their time is over.
 */
function selectWithoutSlot(db: Kysely<Tables>) {
  return db
    .selectFrom('runs')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('slots').select('run_id').whereRef('slots.run_id', '=', 'runs.id'))),
    )
    .limit(runsPerBatch);
}

/** Selects runs that no screen refers to. */
function selectUnnamed(db: Kysely<Tables>) {
  return selectWithoutSlot(db)
    .where('finished_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('threads').select('id').whereRef('threads.summary_run_id', '=', 'runs.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('messages').select('id').whereRef('messages.run_id', '=', 'runs.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session_summaries').select('id').whereRef('session_summaries.run_id', '=', 'runs.id'),
        ),
      ),
    );
}
