import { sql } from 'kysely';
import type { FinishResult, FinishRun, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetOrphan } from '#store/sessions/forget-texts.ts';
import { forgetSessionRun } from '#store/sessions/session-forget.ts';
import { startFoldAhead } from '#store/spaces/start-fold.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, nextSeq, readLastEvents } from './run-events.ts';
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
        if (finish.enqueueNext === null && owned.is_awaited === 1) return 'awaited';
        // The person who stopped the run relies on it: a clear at the last moment would be undone.
        if (payload?.kind === 'summary' && owned.cancel_requested_at !== null) return 'cancelled';
        if (payload !== null) {
          const isStored = await storePayload(database, trx, { finish, payload, thread });
          if (!isStored && hasSucceeded) return 'refused';
        }
        await endRun(trx, finish, owned.started_at);
        await insertTail(trx, finish);
        if (finish.prompt !== null) await insertPrompt(trx, finish.runId, finish.prompt);
        if (hasSucceeded) {
          await trx.deleteFrom('run_inputs').where('run_id', '=', finish.runId).execute();
        } else {
          await recordIssue(trx, finish);
        }
        if (thread === null) await forgetTexts(trx, finish.runId, owned.source_kind);
        await finish.enqueueNext?.(toEngineTransaction(trx));
        if (finish.foldAhead !== null && thread)
          await startFoldAhead(database, trx, thread, finish.foldAhead);
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
