import { sql } from 'kysely';
import type { FinishResult, FinishRun, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetOrphan } from '#store/sessions/forget-texts.ts';
import { forgetSessionRun } from '#store/sessions/session-forget.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertRun } from './insert-run.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, nextSeq, readLastEvents } from './run-events.ts';
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
        if (finish.enqueueNext === null && owned.is_awaited === 1) return 'awaited';
        let isWritten = false;
        if (hasSucceeded && slot !== null) {
          // The person who stopped the run relies on it: a clear at the last moment would be undone.
          if (owned.cancel_requested_at !== null) return 'cancelled';
          await lockSlots(trx);
          const evicted = await replaceSlot(trx, { runId, slot, at });
          isWritten = (await write?.(evicted)) === true;
          if (!isWritten) throw new TypeError(`run ${runId} left its slot without a payload`);
        } else if (write) {
          isWritten = await write([]);
          if (!isWritten && hasSucceeded) return 'refused';
        }
        await endRun(trx, finish, owned.started_at);
        await insertTail(trx, finish);
        if (finish.prompt !== null) await insertPrompt(trx, finish.runId, finish.prompt);
        if (hasSucceeded) {
          await trx.deleteFrom('run_inputs').where('run_id', '=', finish.runId).execute();
        } else {
          await recordIssue(trx, finish);
        }
        if (finish.next !== null) await insertRun(database, trx, finish.next);
        if (!isWritten) await forgetTexts(trx, finish.runId, owned.source_kind);
        await finish.enqueueNext?.(tx);
        return 'finished';
      }),
  };
}

const isAwaited = sql<number>`case when exists (
  select 1 from runs as waiting where waiting.after_run_id = runs.id and waiting.status = 'queued'
) then 1 else 0 end`;

function selectOwned(trx: TablesTransaction, { runId, attempt }: FinishRun) {
  const run = trx
    .selectFrom('runs')
    .select(['started_at', 'cancel_requested_at', 'source_kind'])
    .select(isAwaited.as('is_awaited'))
    .where('id', '=', runId);
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
}

async function insertTail(trx: TablesTransaction, { runId, at, outcome, events }: FinishRun): Promise<void> {
  const last = events.at(-1);
  const { status, errorCode, errorMessage: message } = outcome;
  const end = { runId, at, type: 'run-end' as const, status, errorCode, message };
  const seq = last === undefined ? nextSeq(runId) : last.seq + 1;
  await insertEvents(trx, [...events, { ...end, seq }]);
}

/** Something that the source no longer has may not stay in its runs. */
async function forgetTexts(trx: TablesTransaction, runId: RunId, source: SourceRef['kind']): Promise<void> {
  if (source === 'session') await forgetSessionRun(trx, runId);
  if (source === 'thread' || source === 'conversation') await forgetOrphan(trx, runId);
}

async function recordIssue(trx: TablesTransaction, { issue, runId }: FinishRun): Promise<void> {
  if (issue === null) return;
  await insertIssue(trx, { ...issue, runId, lastEvents: await readLastEvents(trx, runId, eventsInIssue) });
}
