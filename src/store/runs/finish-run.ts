import type { FinishResult, FinishRun, RunStore } from '#engine/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetOrphan } from '#store/sessions/forget-texts.ts';
import { forgetSessionRun } from '#store/sessions/session-forget.ts';
import { startFoldAhead } from '#store/spaces/start-fold.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, readLastEvents, readLastSeq } from './run-events.ts';
import { insertPrompt } from './run-prompts.ts';
import { toOutcomeColumns } from './run-row.ts';
import { lockTarget, storePayload } from './store-payload.ts';

/** What an issue keeps for diagnosis after the replay log is deleted. */
const eventsInIssue = 20;

export function createFinishRun(database: Database): Pick<RunStore, 'finishRun'> {
  const { transaction, forUpdate } = database;
  return {
    finishRun: (finish) =>
      transaction(async (trx): Promise<FinishResult> => {
        const hasSucceeded = finish.outcome.status === 'succeeded';
        const payload = hasSucceeded || finish.payload?.kind === 'title' ? finish.payload : null;
        const thread = await lockTarget(database, trx, payload);
        const owned = await forUpdate(selectOwned(trx, finish)).executeTakeFirst();
        if (!owned) return 'lost';
        // The person who stopped the run relies on it: a clear at the last moment would be undone.
        if (payload?.kind === 'summary' && owned.cancel_requested_at !== null) return 'cancelled';
        if (payload !== null) {
          const isStored = await storePayload(database, trx, { finish, payload, thread });
          if (!isStored && hasSucceeded) return 'refused';
        }
        await endRun(trx, finish, owned.started_at);
        if (finish.prompt !== null) await insertPrompt(trx, finish.runId, finish.prompt);
        if (hasSucceeded) {
          await trx.deleteFrom('run_inputs').where('run_id', '=', finish.runId).execute();
        } else {
          await recordIssue(trx, finish);
        }
        await forgetOrphan(trx, finish.runId);
        await forgetSessionRun(trx, finish.runId);
        await finish.enqueueNext(toEngineTransaction(trx));
        if (finish.foldAhead !== null && thread)
          await startFoldAhead(database, trx, thread, finish.foldAhead);
        return 'finished';
      }),
  };
}

function selectOwned(trx: TablesTransaction, { runId, attempt }: FinishRun) {
  const run = trx.selectFrom('runs').select(['started_at', 'cancel_requested_at']).where('id', '=', runId);
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
