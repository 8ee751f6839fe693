import type { Selectable } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import { cutPage, isBeyond } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { RunHistory } from '#store/store.ts';
import type { RunsTable } from '#store/tables.ts';
import { enqueueInTime, insertOrJoinRun } from './insert-run.ts';
import { readInput } from './run-inputs.ts';
import { readPrompt } from './run-prompts.ts';
import { toOwnedRun, toRun, unfinished } from './run-row.ts';

type Runs = Pick<
  RunStore,
  'createRun' | 'getRun' | 'getInput' | 'listWaiting' | 'markCancelled' | 'listOrphans' | 'requeueRun'
> &
  Pick<RunHistory, 'listRuns' | 'getPrompt'>;

const selectRun = prepareQuery<{ id: RunId }, Selectable<RunsTable>>((db, { id }) =>
  db.selectFrom('runs').selectAll().where('id', '=', id),
);

export function createRuns(database: Database): Runs {
  const { db, transaction, readRows } = database;
  return {
    createRun: (prepared) => transaction((trx) => insertOrJoinRun(database, trx, prepared)),

    async getRun(id) {
      const { rows } = await selectRun.execute(db, { id });
      return readRows('runs', rows, toRun)[0] ?? null;
    },

    getInput: (id) => readInput(db, id),

    getPrompt: (id) => readPrompt(db, id),

    async listWaiting(afterRunId) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('after_run_id', '=', afterRunId)
        .where('status', '=', 'queued')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('runs', rows, toRun);
    },

    async listRuns(query) {
      let select = db.selectFrom('runs').selectAll();
      if (query.status) select = select.where('status', '=', query.status);
      if (query.taskType) select = select.where('task_type', '=', query.taskType);
      if (query.sourceKind) select = select.where('source_kind', '=', query.sourceKind);
      if (query.sourceId !== undefined) select = select.where('source_id', '=', query.sourceId);
      if (query.cursor !== undefined) select = select.where(isBeyond(query.cursor));
      const rows = await select
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(query.limit + 1)
        .execute();
      const { shown, nextCursor } = cutPage(rows, query.limit);
      return { items: readRows('runs', shown, toRun), nextCursor };
    },

    markCancelled: (runId, at) =>
      transaction(async (trx) => {
        const row = await trx
          .selectFrom('runs')
          .select(['status', 'cancel_requested_at'])
          .where('id', '=', runId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return 'missing';
        if (row.status !== 'queued' && row.status !== 'running') return 'ended';
        await trx
          .updateTable('runs')
          // New identical requests must get a run that continues.
          .set({ cancel_requested_at: row.cancel_requested_at ?? at, updated_at: at, join_hash: null })
          .where('id', '=', runId)
          .execute();
        return row.status;
      }),

    async listOrphans(liveWorkerIds) {
      let select = db.selectFrom('runs').selectAll().where('status', 'in', unfinished);
      if (liveWorkerIds.length > 0) {
        select = select.where((eb) =>
          eb.or([eb('worker_id', 'is', null), eb('worker_id', 'not in', liveWorkerIds)]),
        );
      }
      const rows = await select.orderBy('created_at').orderBy('id').execute();
      return readRows('runs', rows, toOwnedRun);
    },

    requeueRun: ({ runId, fromWorkerId, toWorkerId, at, enqueue }) =>
      transaction(async (trx) => {
        const owner = fromWorkerId === null ? 'is' : '=';
        const row = await trx
          .updateTable('runs')
          .set({ status: 'queued', worker_id: toWorkerId, updated_at: at })
          .where('id', '=', runId)
          .where('status', 'in', unfinished)
          .where('worker_id', owner, fromWorkerId)
          .returning(['after_run_id', 'start_by'])
          .executeTakeFirst();
        if (!row) return false;
        await enqueueInTime(database, trx, { afterRunId: row.after_run_id, startBy: row.start_by, enqueue });
        return true;
      }),
  };
}
