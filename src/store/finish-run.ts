import type { FinishRun, RunStore } from '#engine/ports.ts';
import type { Database, TablesTransaction } from './database.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, readLastEvents, readLastSeq } from './run-events.ts';
import { toOutcomeColumns } from './run-row.ts';
import { storeSummary } from './summaries.ts';

/** What an issue keeps for diagnosis when the replay log is gone. */
const eventsInIssue = 20;

export function createFinishRun({
  transaction,
  forUpdate,
  lockSummaries,
}: Database): Pick<RunStore, 'finishRun'> {
  return {
    finishRun: (finish) =>
      transaction(async (trx) => {
        const owned = await forUpdate(selectOwned(trx, finish)).executeTakeFirst();
        if (!owned) return false;
        await endRun(trx, finish, owned.started_at);
        if (finish.outcome.status !== 'succeeded') {
          await recordIssue(trx, finish);
          return true;
        }
        await trx.deleteFrom('run_inputs').where('run_id', '=', finish.runId).execute();
        if (finish.payload === null) return true;
        await lockSummaries(trx);
        await storeSummary(trx, {
          runId: finish.runId,
          taskType: owned.task_type,
          payload: finish.payload,
          at: finish.at,
          cap: finish.summaryCap,
        });
        return true;
      }),
  };
}

function selectOwned(trx: TablesTransaction, { runId, attempt }: FinishRun) {
  const run = trx.selectFrom('runs').select(['task_type', 'started_at']).where('id', '=', runId);
  if (attempt === null) return run.where('status', '=', 'queued');
  return run.where('status', '=', 'running').where('attempt', '=', attempt);
}

async function endRun(trx: TablesTransaction, finish: FinishRun, startedAt: number | null): Promise<void> {
  const { runId, at, outcome } = finish;
  await trx
    .updateTable('runs')
    .set({
      ...toOutcomeColumns(outcome),
      // A clock that was set back must not make a negative duration.
      duration_ms: startedAt === null ? null : Math.max(0, at - startedAt),
      finished_at: at,
      updated_at: at,
    })
    .where('id', '=', runId)
    .execute();
  await insertEvents(trx, [
    {
      runId,
      seq: (await readLastSeq(trx, runId)) + 1,
      at,
      type: 'run-end',
      status: outcome.status,
      errorCode: outcome.errorCode,
      message: outcome.errorMessage,
    },
  ]);
}

async function recordIssue(trx: TablesTransaction, { issue, runId }: FinishRun): Promise<void> {
  if (issue === null) return;
  await insertIssue(trx, { ...issue, runId, lastEvents: await readLastEvents(trx, runId, eventsInIssue) });
}
