import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entrySelectionSchema, type TaggingBatch } from '#schema/tag-wire.ts';
import type { BatchStore, FoundTags } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';

type Batches = Pick<BatchStore, 'createBatch' | 'getBatch' | 'listBatches' | 'listRunningBatches'>;

/** This is far below the number of values that a statement may bind. */
const entriesPerInsert = 500;

export function createBatches({ db, transaction, readRows }: Database): Batches {
  return {
    createBatch: ({ id, mode, selection, entryIds, at }) =>
      transaction(async (trx) => {
        const inserted = await trx
          .insertInto('tagging_batches')
          .values({
            id,
            mode,
            status: 'running',
            selection_json: toStoredJson(selection),
            total: entryIds.length,
            created_at: at,
            finished_at: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        // A repeated request has the same id.
        if (inserted === undefined) return;
        for (let from = 0; from < entryIds.length; from += entriesPerInsert) {
          const some = entryIds.slice(from, from + entriesPerInsert);
          await insertWaiting(
            trx,
            some.map((entryId, at) => ({ batchId: id, entryId, position: from + at })),
          );
        }
      }),

    async getBatch(id) {
      const row = await selectBatches(db).where('tagging_batches.id', '=', id).executeTakeFirst();
      return row === undefined ? null : toBatch(row);
    },

    async listBatches(limit) {
      const rows = await selectBatches(db)
        .orderBy('tagging_batches.created_at', 'desc')
        .orderBy('tagging_batches.id', 'desc')
        .limit(limit)
        .execute();
      return readRows('tagging_batches', rows, toBatch);
    },

    async listRunningBatches() {
      const rows = await db
        .selectFrom('tagging_batches')
        .select(['id', 'mode', 'created_at'])
        .where('status', '=', 'running')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id, mode, created_at }) => ({ id, mode, createdAt: created_at }));
    },
  };
}

type Waiting = { batchId: TaggingBatch['id']; entryId: number; position: number };

/** Adds entries without those that were deleted since they were chosen. */
async function insertWaiting(trx: TablesTransaction, waiting: readonly Waiting[]): Promise<void> {
  const rows = waiting.map(
    ({ batchId, entryId, position }) =>
      sql`select ${batchId}, id, ${sql.lit(position)}, 'waiting' from entries where id = ${sql.lit(entryId)}`,
  );
  if (rows.length === 0) return;
  await sql`
    insert into tagging_entries (batch_id, entry_id, position, status) ${sql.join(rows, sql` union all `)}
  `.execute(trx);
}

/**
 * Whether an entry `own` of a batch is done and its run found nothing new. A tag that a person has confirmed or
 * dismissed since carries the id of the run but not of the batch.
 */
export const isEmpty = sql<SqlBool>`(own.status = 'done'
  and not exists (select 1 from entry_tags
    where entry_tags.entry_id = own.entry_id and entry_tags.run_id = own.run_id)
  and not exists (select 1 from tag_suggestions
    where tag_suggestions.entry_id = own.entry_id and tag_suggestions.run_id = own.run_id))`;

/** Selects batches with what they have done so far. */
function selectBatches(db: Pick<TablesTransaction, 'selectFrom'>) {
  const counted = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<number>`(select count(*) from tagging_entries as own
      where own.batch_id = tagging_batches.id and ${condition})`;
  const added = (what: RawBuilder<unknown>) =>
    sql<number>`(select ${what} from entry_tags where entry_tags.batch_id = tagging_batches.id)`;
  const waiting = (what: RawBuilder<unknown>) =>
    sql<number>`(select ${what} from tag_suggestions
      where tag_suggestions.batch_id = tagging_batches.id and dismissed_at is null)`;
  return db
    .selectFrom('tagging_batches')
    .selectAll()
    .select([
      counted(sql`own.status = 'done'`).as('done'),
      counted(sql`own.status = 'failed'`).as('failed'),
      counted(sql`own.status in ('waiting', 'running')`).as('left'),
      counted(isEmpty).as('empty_entries'),
      added(sql`count(*)`).as('tags'),
      added(sql`count(distinct tag_id)`).as('different_tags'),
      added(sql`count(distinct entry_id)`).as('tagged_entries'),
      waiting(sql`count(*)`).as('suggestions'),
      waiting(sql`count(distinct entry_id)`).as('suggested_entries'),
      sql<number>`(select coalesce(sum(own.spent_usd + coalesce(runs.usage_cost_usd, 0)), 0)
        from tagging_entries as own left join runs on runs.id = own.run_id
        where own.batch_id = tagging_batches.id)`.as('cost_usd'),
      sql<number>`(select count(*) from tagging_entries as own join runs on runs.id = own.run_id
        where own.batch_id = tagging_batches.id and runs.usage_input_tokens is not null
          and runs.usage_cost_usd is null)`.as('unpriced'),
    ]);
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['execute']>>[number];

function toBatch(row: BatchRow): TaggingBatch {
  const { total, done, failed, left } = row;
  return {
    id: row.id,
    mode: row.mode,
    status: row.status,
    selection: entrySelectionSchema.parse(JSON.parse(row.selection_json)),
    total,
    done,
    failed,
    // Deleted entries have no rows and count as skipped.
    skipped: total - done - failed - left,
    tags: row.tags,
    suggestions: row.suggestions,
    differentTags: row.different_tags,
    taggedEntries: row.tagged_entries,
    suggestedEntries: row.suggested_entries,
    emptyEntries: row.empty_entries,
    costUsd: row.unpriced > 0 ? null : row.cost_usd,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

type Held = Pick<FoundTags, 'entryId' | 'runId' | 'batchId'>;

/** Whether the batch still waits for this run. It is always true without a batch. */
export async function holdsEntry(
  trx: TablesTransaction,
  { entryId, runId, batchId }: Held,
): Promise<boolean> {
  if (batchId === null) return true;
  const row = await trx
    .selectFrom('tagging_entries')
    .innerJoin('tagging_batches', 'tagging_batches.id', 'tagging_entries.batch_id')
    .select('tagging_entries.entry_id')
    .where('tagging_entries.batch_id', '=', batchId)
    .where('tagging_entries.entry_id', '=', entryId)
    .where('tagging_entries.run_id', '=', runId)
    .where('tagging_entries.status', '=', 'running')
    .where('tagging_batches.status', '=', 'running')
    .executeTakeFirst();
  return row !== undefined;
}

export async function settleEntry(
  trx: TablesTransaction,
  { entryId, batchId }: { entryId: Held['entryId']; batchId: NonNullable<Held['batchId']> },
): Promise<void> {
  await trx
    .updateTable('tagging_entries')
    .set({ status: 'done', error_code: null, error_message: null })
    .where('batch_id', '=', batchId)
    .where('entry_id', '=', entryId)
    .execute();
}
