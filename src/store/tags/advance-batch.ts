import { sql } from 'kysely';
import type { BatchId } from '#schema/tag-wire.ts';
import type { BatchStore } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { unfinished } from '#store/runs/run-row.ts';

type Advance = Pick<
  BatchStore,
  'advanceBatch' | 'skipEntries' | 'startEntries' | 'abortBatch' | 'resumeBatch' | 'undoBatch'
>;

/** Every change of a batch holds the lock of the tags, so that a run that ends meanwhile sees a consistent state. */
export function createAdvanceBatch(database: Database): Advance {
  const { transaction, lockTags } = database;
  const change = <T>(work: (trx: TablesTransaction) => Promise<T>) =>
    transaction(async (trx) => {
      await lockTags(trx);
      return work(trx);
    });

  return {
    advanceBatch: ({ id, lanes, at }) =>
      change(async (trx) => {
        if ((await statusOf(trx, id)) !== 'running') return [];
        await recordEnded(trx, id);
        const free = lanes - (await countRunning(trx, id));
        const next = await selectFree(trx, id).limit(Math.max(0, free)).execute();
        if (next.length === 0) await finishIfDone(trx, id, at);
        return next.map(({ entry_id }) => entry_id);
      }),

    skipEntries: (id, skipped) =>
      change(async (trx) => {
        for (const { entryId, code, message } of skipped) {
          await trx
            .updateTable('tagging_entries')
            .set({ status: 'skipped', error_code: code, error_message: message })
            .where('batch_id', '=', id)
            .where('entry_id', '=', entryId)
            .where('status', '=', 'waiting')
            .execute();
        }
      }),

    startEntries: ({ id, lanes, runs }) =>
      change(async (trx) => {
        if ((await statusOf(trx, id)) !== 'running') return 0;
        let free = lanes - (await countRunning(trx, id));
        let started = 0;
        for (const { entryId, prepared } of runs) {
          if (free <= 0) break;
          const isFree = await selectFree(trx, id).where('entry_id', '=', entryId).executeTakeFirst();
          if (isFree === undefined) continue;
          await trx
            .updateTable('tagging_entries')
            .set({
              status: 'running',
              run_id: prepared.run.id,
              spent_usd: sql<number>`spent_usd + coalesce(
                (select usage_cost_usd from runs where runs.id = tagging_entries.run_id), 0)`,
              error_code: null,
              error_message: null,
            })
            .where('batch_id', '=', id)
            .where('entry_id', '=', entryId)
            .execute();
          await insertRun(database, trx, prepared);
          free -= 1;
          started += 1;
        }
        return started;
      }),

    abortBatch: (id, at) =>
      change(async (trx) => {
        const status = await statusOf(trx, id);
        if (status === null) return null;
        return status === 'running' ? stop(trx, { id, status: 'aborted', at }) : [];
      }),

    resumeBatch: (id) =>
      change(async (trx) => {
        const status = await statusOf(trx, id);
        if (status === null) return 'missing';
        if (status === 'undone') return 'undone';
        await trx
          .updateTable('tagging_entries')
          .set({ status: 'waiting' })
          .where('batch_id', '=', id)
          .where('status', '=', 'failed')
          .execute();
        await trx
          .updateTable('tagging_batches')
          .set({ status: 'running', finished_at: null })
          .where('id', '=', id)
          .execute();
        return 'resumed';
      }),

    undoBatch: (id, at) =>
      change(async (trx) => {
        if ((await statusOf(trx, id)) === null) return null;
        const runIds = await stop(trx, { id, status: 'undone', at });
        const tags = await trx.deleteFrom('entry_tags').where('batch_id', '=', id).executeTakeFirst();
        const suggestions = await trx
          .deleteFrom('tag_suggestions')
          .where('batch_id', '=', id)
          .where('dismissed_at', 'is', null)
          .executeTakeFirst();
        const library = await trx
          .deleteFrom('tags')
          .where('batch_id', '=', id)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(selectFrom('entry_tags').select('tag_id').whereRef('entry_tags.tag_id', '=', 'tags.id')),
            ),
          )
          .executeTakeFirst();
        return {
          runIds,
          removed: {
            tags: Number(tags.numDeletedRows),
            suggestions: Number(suggestions.numDeletedRows),
            libraryTags: Number(library.numDeletedRows),
          },
        };
      }),
  };
}

async function statusOf(trx: TablesTransaction, id: BatchId) {
  const row = await trx
    .selectFrom('tagging_batches')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status ?? null;
}

/** Selects entries that wait and that no batch works on. */
function selectFree(trx: TablesTransaction, id: BatchId) {
  return trx
    .selectFrom('tagging_entries')
    .select('entry_id')
    .where('batch_id', '=', id)
    .where('status', '=', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tagging_entries as other')
            .select('other.entry_id')
            .whereRef('other.entry_id', '=', 'tagging_entries.entry_id')
            .where('other.status', '=', 'running'),
        ),
      ),
    )
    .orderBy('position');
}

async function countRunning(trx: TablesTransaction, id: BatchId): Promise<number> {
  const { count } = await trx
    .selectFrom('tagging_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batch_id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

/** Records ended runs. A run that succeeded has recorded itself. If a run was deleted, its entry waits again. */
async function recordEnded(trx: TablesTransaction, id: BatchId): Promise<void> {
  const rows = await trx
    .selectFrom('tagging_entries')
    .leftJoin('runs', 'runs.id', 'tagging_entries.run_id')
    .select(['tagging_entries.entry_id', 'runs.id', 'runs.status', 'runs.error_code', 'runs.error_message'])
    .where('tagging_entries.batch_id', '=', id)
    .where('tagging_entries.status', '=', 'running')
    .execute();
  for (const row of rows) {
    const isActive = unfinished.some((status) => status === row.status);
    if (row.id !== null && isActive) continue;
    await trx
      .updateTable('tagging_entries')
      .set(
        row.id === null
          ? { status: 'waiting', run_id: null }
          : { status: 'failed', error_code: row.error_code, error_message: row.error_message },
      )
      .where('batch_id', '=', id)
      .where('entry_id', '=', row.entry_id)
      .execute();
  }
}

async function finishIfDone(trx: TablesTransaction, id: BatchId, at: number): Promise<void> {
  const left = await trx
    .selectFrom('tagging_entries')
    .select('entry_id')
    .where('batch_id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  if (left !== undefined) return;
  await trx
    .updateTable('tagging_batches')
    .set({ status: 'done', finished_at: at })
    .where('id', '=', id)
    .execute();
}

/** Puts entries in progress back to waiting and returns their runs, whose results are then refused. */
async function stop(
  trx: TablesTransaction,
  { id, status, at }: { id: BatchId; status: 'aborted' | 'undone'; at: number },
) {
  const running = await trx
    .selectFrom('tagging_entries')
    .select('run_id')
    .where('batch_id', '=', id)
    .where('status', '=', 'running')
    .execute();
  await trx
    .updateTable('tagging_entries')
    .set({ status: 'waiting' })
    .where('batch_id', '=', id)
    .where('status', '=', 'running')
    .execute();
  await trx.updateTable('tagging_batches').set({ status, finished_at: at }).where('id', '=', id).execute();
  return running.flatMap(({ run_id }) => run_id ?? []);
}
