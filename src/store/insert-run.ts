import type { Enqueue, PreparedRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import type { Database, TablesTransaction } from './database.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertInput } from './run-inputs.ts';
import { toNewRow, toRun } from './run-row.ts';

export async function insertRun(
  database: Database,
  trx: TablesTransaction,
  { run, workerId, input, startBy, enqueue }: PreparedRun,
): Promise<Run> {
  const row = await trx
    .insertInto('runs')
    .values({ ...toNewRow(run, workerId), start_by: startBy })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertInput(trx, run.id, input);
  await enqueueInTime(database, trx, { afterRunId: run.afterRunId, startBy, enqueue });
  return toRun(row);
}

/** At once, or for a run that waits for another: at the latest time it starts, if it has one. */
export async function enqueueInTime(
  database: Database,
  trx: TablesTransaction,
  { afterRunId, startBy, enqueue }: { afterRunId: RunId | null; startBy: number | null; enqueue: Enqueue },
): Promise<void> {
  if (!(await isUnfinished(database, trx, afterRunId))) await enqueue(toEngineTransaction(trx));
  else if (startBy !== null) await enqueue(toEngineTransaction(trx), startBy);
}

/** Stays true until the transaction ends: whoever ends the run meanwhile finds what waits for it. */
async function isUnfinished(
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
