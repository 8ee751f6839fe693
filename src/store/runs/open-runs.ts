import { type Selectable, sql } from 'kysely';
import type { RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { SpendingRow } from '#schema/wire.ts';
import { costUnits, quarterMs, spentRuns } from '#store/counters/counted.ts';
import { selectRows } from '#store/counters/counter-triggers.ts';
import { cutPage, isBeyond } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { RunHistory, SpendingStore, Store } from '#store/store.ts';
import type { RunsTable } from '#store/tables.ts';
import { createFinishRun } from './finish-run.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { enqueueInTime, insertOrJoinRun } from './insert-run.ts';
import { createIssues } from './issues.ts';
import { createModelCalls, createRunPlaces } from './model-room.ts';
import { createRunEvents } from './run-events.ts';
import { readInput } from './run-inputs.ts';
import { readPrompt } from './run-prompts.ts';
import { toOwnedRun, toRun, unfinished } from './run-row.ts';
import { createStartRun } from './start-run.ts';
import { createSweep } from './sweep.ts';

export function openRuns(database: Database): Store['runs'] {
  return {
    ...createRuns(database),
    ...createStartRun(database),
    ...createRunPlaces(database),
    ...createModelCalls(database),
    ...createRunEvents(database),
    ...createFinishRun(database),
    ...createWorkers(database),
    ...createSweep(database),
    ...createIdempotencyKeys(database),
    ...createIssues(database),
    ...createSpending(database),
  };
}

function createWorkers({
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
        // Waiting runs may number thousands, and a heartbeat does not concern them.
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

const minuteMs = 60_000;
const dayMs = 86_400_000;

type GroupRow = Omit<SpendingRow, 'day'> & { day: number };

function createSpending({ db }: Database): SpendingStore & Pick<RunStore, 'sumCost'> {
  return {
    async sumCost(since) {
      const { rows } = await sql<{ cost: number }>`
        select coalesce(sum(cast(cost as double precision)), 0) / ${sql.lit(costUnits)} as cost from (${selectSince(since)}) as spent
      `.execute(db);
      return Math.max(0, rows[0]?.cost ?? 0);
    },

    async listSpending({ since, utcOffsetMinutes }) {
      // Time zones differ by whole quarters of an hour.
      const offset = Math.round((utcOffsetMinutes * minuteMs) / quarterMs);
      // The casts give whole numbers, since SQLite would otherwise divide with fractions.
      const { rows } = await sql<GroupRow>`
        select (quarter + cast(${offset} as bigint)) / cast(${dayMs / quarterMs} as bigint) as day,
          task_type as "taskType", nullif(provider, '') as provider, nullif(model, '') as model,
          cast(sum(runs) as bigint) as runs,
          cast(sum(input_tokens) as bigint) as "inputTokens",
          cast(sum(cached_input_tokens) as bigint) as "cachedInputTokens",
          cast(sum(output_tokens) as bigint) as "outputTokens",
          sum(cast(cost as double precision)) / ${sql.lit(costUnits)} as "costUsd",
          cast(sum(runs) - sum(priced) as bigint) as "unpricedRuns"
        from (${selectSince(since)}) as spent
        group by 1, task_type, provider, model having sum(runs) > 0
      `.execute(db);
      return rows.sort(compareGroups).map((row) => ({
        ...row,
        day: toDay(row.day),
        inputTokens: boundSum(row.inputTokens),
        cachedInputTokens: boundSum(row.cachedInputTokens),
        outputTokens: boundSum(row.outputTokens),
        costUsd: Math.max(0, row.costUsd),
      }));
    },
  };
}

/** Selects the counters from the first whole quarter of an hour on, and the runs before that. */
function selectSince(since: number) {
  const first = Math.ceil(since / quarterMs);
  return sql`
    select quarter, task_type, provider, model, runs, priced, input_tokens, cached_input_tokens, output_tokens, cost
    from spending where quarter >= ${first}
    union all
    ${sql.raw(selectRows(spentRuns, { row: 'runs.', sign: '', from: 'from runs' }))}
      and created_at >= ${since} and created_at < ${first * quarterMs}`;
}

/** Limits a sum, because a damaged row must not make the whole list unreadable. */
function boundSum(tokens: number): number {
  return Math.min(Math.max(0, tokens), Number.MAX_SAFE_INTEGER);
}

/** Groups are sorted here, because each database sorts nulls and letters differently. */
function compareGroups(a: GroupRow, b: GroupRow): number {
  return a.day - b.day || compareNames(a, b);
}

function compareNames(a: GroupRow, b: GroupRow): number {
  const [first, second] = [a, b].map(({ taskType, provider, model }) =>
    JSON.stringify([taskType, provider, model]),
  );
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function toDay(days: number): string {
  return new Date(days * dayMs).toISOString().slice(0, 10);
}

type Runs = Pick<
  RunStore,
  'createRun' | 'getRun' | 'getInput' | 'listWaiting' | 'markCancelled' | 'listOrphans' | 'requeueRun'
> &
  Pick<RunHistory, 'listRuns' | 'getPrompt'>;

const selectRun = prepareQuery<{ id: RunId }, Selectable<RunsTable>>((db, { id }) =>
  db.selectFrom('runs').selectAll().where('id', '=', id),
);

function createRuns(database: Database): Runs {
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
          // New identical requests must not join a run that stops.
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
