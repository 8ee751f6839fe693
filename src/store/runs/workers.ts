import type { RunStore } from '#engine/ports.ts';
import type { Database } from '#store/database.ts';
import { toOwnedRun } from './run-row.ts';

export function createWorkers({
  db,
  relaxedTransaction,
}: Database): Pick<RunStore, 'beat' | 'removeWorker' | 'listWorkers'> {
  return {
    beat: ({ id, host, pid, beatAt }) =>
      relaxedTransaction(async (trx) => {
        await trx
          .insertInto('workers')
          .values({ id, host, pid, beat_at: beatAt })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ host, pid, beat_at: beatAt }))
          .execute();
        const own = trx.selectFrom('runs').selectAll().where('worker_id', '=', id);
        // Those that only wait may be thousands, and a beat has nothing to do with them.
        const rows = await own
          .where('status', '=', 'running')
          .unionAll(
            own
              .where('status', '=', 'queued')
              .where('cancel_requested_at', 'is not', null)
              .where('finished_at', 'is', null),
          )
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        return rows.map(toOwnedRun);
      }),

    async removeWorker(workerId) {
      await db.deleteFrom('workers').where('id', '=', workerId).execute();
    },

    async listWorkers() {
      const rows = await db.selectFrom('workers').selectAll().orderBy('id').execute();
      return rows.map(({ id, host, pid, beat_at }) => ({ id, host, pid, beatAt: beat_at }));
    },
  };
}
