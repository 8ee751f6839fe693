import type { FoundTags } from '#sources/entry/tags/ports.ts';
import type { TablesTransaction } from '#store/database.ts';

type Held = Pick<FoundTags, 'entryId' | 'runId' | 'batchId'>;

/** Whether the batch still waits for this run; without a batch, always. */
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
