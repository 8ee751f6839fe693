import type { PreparedRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import type { Database, TablesTransaction } from './database.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertInput } from './run-inputs.ts';
import { toNewRow, toRun } from './run-row.ts';

export async function insertRun(
  database: Database,
  trx: TablesTransaction,
  { run, workerId, input, enqueue }: PreparedRun,
): Promise<Run> {
  const row = await trx
    .insertInto('runs')
    .values(toNewRow(run, workerId))
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertInput(trx, run.id, input);
  if (!(await isUnfinished(database, trx, run.afterRunId))) await enqueue(toEngineTransaction(trx));
  return toRun(row);
}

/** Stays true until the transaction ends: whoever ends the run meanwhile finds what waits for it. */
export async function isUnfinished(
  { forUpdate }: Database,
  trx: TablesTransaction,
  runId: RunId | null,
): Promise<boolean> {
  if (runId === null) return false;
  const row = await forUpdate(
    trx.selectFrom('runs').select('status').where('id', '=', runId),
  ).executeTakeFirst();
  return row?.status === 'queued' || row?.status === 'running';
}
