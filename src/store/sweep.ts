import type { Kysely } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Small enough that nobody waits long for the lock of one batch. */
const runsPerBatch = 100;

export function createSweep({ db }: Database): Pick<RunStore, 'sweep'> {
  return {
    async sweep({ eventsBefore, runsBefore, issuesBefore }) {
      await inBatches(
        () => findRunsWithEvents(db, eventsBefore),
        (ids) => db.deleteFrom('run_events').where('run_id', 'in', ids).execute(),
      );
      await inBatches(
        () => findRunsPast(db, runsBefore),
        (ids) => db.deleteFrom('runs').where('id', 'in', ids).execute(),
      );
      await db.deleteFrom('issues').where('created_at', '<', issuesBefore).execute();
    },
  };
}

async function inBatches(
  find: () => Promise<{ id: RunId }[]>,
  remove: (ids: RunId[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const rows = await find();
    if (rows.length === 0) return;
    await remove(rows.map((row) => row.id));
  }
}

/** Begins with the events: they are few, since each sweep drops them, while ended runs are many. */
function findRunsWithEvents(db: Kysely<Tables>, before: number) {
  return db
    .selectFrom('runs')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('run_events').select('run_id'))
    .where('finished_at', '<', before)
    .limit(runsPerBatch)
    .execute();
}

/** A summary outlives the retention of runs: the run that made it stays with it. */
function findRunsPast(db: Kysely<Tables>, before: number) {
  return db
    .selectFrom('runs')
    .select('id')
    .where('finished_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('summaries').select('run_id').whereRef('summaries.run_id', '=', 'runs.id'))),
    )
    .limit(runsPerBatch)
    .execute();
}
