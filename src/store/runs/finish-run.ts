import type { FinishResult, FinishRun, RunStore } from '#engine/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetOrphan } from '#store/sessions/forget-texts.ts';
import { forgetSessionRun } from '#store/sessions/session-forget.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, readLastEvents, readLastSeq } from './run-events.ts';
import { insertPrompt } from './run-prompts.ts';
import { toOutcomeColumns } from './run-row.ts';
import { replaceSlot } from './slots.ts';

/** What an issue keeps for diagnosis after the replay log is deleted. */
const eventsInIssue = 20;

export function createFinishRun(database: Database): Pick<RunStore, 'finishRun'> {
  const { transaction, forUpdate, lockSlots } = database;
  return {
    finishRun: (finish) =>
      transaction(async (trx): Promise<FinishResult> => {
        const { runId, at, slot } = finish;
        const hasSucceeded = finish.outcome.status === 'succeeded';
        const tx = toEngineTransaction(trx);
        const write = await (hasSucceeded ? finish.save : finish.saveFailed)?.(tx);
        const owned = await forUpdate(selectOwned(trx, finish)).executeTakeFirst();
        if (!owned) return 'lost';
        if (hasSucceeded && slot !== null) {
          // The person who stopped the run relies on it: a clear at the last moment would be undone.
          if (owned.cancel_requested_at !== null) return 'cancelled';
          await lockSlots(trx);
          const evicted = await replaceSlot(trx, { runId, slot, at });
          if (!(await write?.(evicted))) throw new TypeError(`run ${runId} left its slot without a payload`);
        } else if (write) {
          const isWritten = await write([]);
          if (!isWritten && hasSucceeded) return 'refused';
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
        await finish.enqueueNext(tx);
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
