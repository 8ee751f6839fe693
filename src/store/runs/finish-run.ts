import { type Kysely, type Selectable, sql } from 'kysely';
import type { FinishResult, FinishRun, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { forgetOrphan } from '#store/sessions/forget-texts.ts';
import { forgetSessionRun } from '#store/sessions/session-forget.ts';
import type { RunsTable, Tables } from '#store/tables.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertRun } from './insert-run.ts';
import { insertIssue } from './issues.ts';
import { insertEvents, insertNextEvent, readLastEvents } from './run-events.ts';
import { deleteInput } from './run-inputs.ts';
import { insertPrompt } from './run-prompts.ts';
import { toOutcomeColumns } from './run-row.ts';
import { replaceSlot } from './slots.ts';

/** What an issue keeps for diagnosis after the replay log is deleted. */
const eventsInIssue = 20;

export function createFinishRun(database: Database): Pick<RunStore, 'finishRun'> {
  const { transaction, lockSlots } = database;
  const findOwned = prepareOwned(database);
  return {
    finishRun: (finish) =>
      transaction(async (trx): Promise<FinishResult> => {
        const { runId, at, slot } = finish;
        const hasSucceeded = finish.outcome.status === 'succeeded';
        const tx = toEngineTransaction(trx);
        const write = await (hasSucceeded ? finish.save : finish.saveFailed)?.(tx);
        const owned = await findOwned(trx, finish);
        if (!owned) return 'lost';
        if (finish.enqueueNext === null && owned.is_awaited === 1) return 'awaited';
        const filled = hasSucceeded ? slot : null;
        // The person who stopped the run relies on it: a clear at the last moment would be undone.
        if (filled !== null && owned.cancel_requested_at !== null) return 'cancelled';
        let isWritten = false;
        if (filled === null && write) {
          isWritten = await write([]);
          if (!isWritten && hasSucceeded) return 'refused';
        }
        await endRun(trx, finish, owned.started_at);
        await insertTail(trx, finish);
        if (finish.prompt !== null) await insertPrompt(trx, finish.runId, finish.prompt);
        if (hasSucceeded) {
          await deleteInput(trx, finish.runId);
        } else {
          await recordIssue(trx, finish);
        }
        if (finish.next !== null) await insertRun(database, trx, finish.next);
        if (filled !== null) {
          // Last: no other summary is stored until this transaction ends.
          await lockSlots(trx);
          const evicted = await replaceSlot(trx, { runId, slot: filled, at });
          isWritten = (await write?.(evicted)) === true;
          if (!isWritten) throw new TypeError(`run ${runId} left its slot without a payload`);
        }
        if (!isWritten) await forgetTexts(trx, finish.runId, owned.source_kind);
        await finish.enqueueNext?.(tx);
        return 'finished';
      }),
  };
}

const isAwaited = sql<number>`case when exists (
  select 1 from runs as waiting where waiting.after_run_id = runs.id and waiting.status = 'queued'
) then 1 else 0 end`;

type Owned = Pick<Selectable<RunsTable>, 'started_at' | 'cancel_requested_at' | 'source_kind'> & {
  is_awaited: number;
};

function prepareOwned({ forUpdate }: Database) {
  const select = (db: Kysely<Tables>, runId: RunId) =>
    db
      .selectFrom('runs')
      .select(['started_at', 'cancel_requested_at', 'source_kind'])
      .select(isAwaited.as('is_awaited'))
      .where('id', '=', runId);
  const queued = prepareQuery<{ runId: RunId }, Owned>((db, { runId }) =>
    forUpdate(select(db, runId).where('status', '=', 'queued')),
  );
  const running = prepareQuery<{ runId: RunId; attempt: number }, Owned>((db, { runId, attempt }) =>
    forUpdate(select(db, runId).where('status', '=', 'running').where('attempt', '=', attempt)),
  );
  return async (trx: TablesTransaction, { runId, attempt }: FinishRun): Promise<Owned | undefined> => {
    const { rows } = await (attempt === null
      ? queued.execute(trx, { runId })
      : running.execute(trx, { runId, attempt }));
    return rows[0];
  };
}

type End = ReturnType<typeof toOutcomeColumns> &
  Pick<Selectable<RunsTable>, 'id' | 'duration_ms' | 'finished_at' | 'updated_at'>;

const updateEnded = prepareQuery<End>((db, { id, ...columns }) =>
  db.updateTable('runs').set(columns).where('id', '=', id),
);

async function endRun(trx: TablesTransaction, finish: FinishRun, startedAt: number | null): Promise<void> {
  const { runId, at, outcome } = finish;
  await updateEnded.execute(trx, {
    ...toOutcomeColumns(outcome),
    // A clock that was set back must not make a negative duration.
    duration_ms: startedAt === null ? null : Math.max(0, at - startedAt),
    finished_at: at,
    updated_at: at,
    id: runId,
  });
}

async function insertTail(trx: TablesTransaction, { runId, at, outcome, events }: FinishRun): Promise<void> {
  const last = events.at(-1);
  const { status, errorCode, errorMessage: message } = outcome;
  const end = { runId, at, type: 'run-end' as const, status, errorCode, message };
  if (last === undefined) await insertNextEvent(trx, end);
  else await insertEvents(trx, [...events, { ...end, seq: last.seq + 1 }]);
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
