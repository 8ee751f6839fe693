import { type CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { FinishResult, FinishRun, NewSlot, RunStore } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { forgetOrphan, forgetSessionRun } from '#store/sessions/forget-texts.ts';
import type { RunsTable, Tables } from '#store/tables.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertRun } from './insert-run.ts';
import { insertIssue } from './issues.ts';
import { fillInsertEvents, fillInsertNextEvent, readLastEvents } from './run-events.ts';
import { fillDeleteInput } from './run-inputs.ts';
import { fillInsertPrompt } from './run-prompts.ts';
import { toOutcomeColumns, toUsageColumns } from './run-row.ts';
import { replaceSlot } from './slots.ts';

/** The number of last events that an issue keeps for diagnosis after the replay log is deleted. */
const eventsInIssue = 20;

export function createFinishRun(database: Database): Pick<RunStore, 'finishRun' | 'closeRun'> {
  const { transaction, lockSlots } = database;
  return {
    finishRun: async (finish) => {
      if (isUsual(finish) && (await fillSlot(database, finish))) return 'finished';
      return finishAny(finish);
    },
    closeRun: (close) =>
      transaction(async (trx) => {
        const { outcome, enqueueNext } = close;
        const owned = await findOwned(trx, close);
        if (!owned) return 'lost';
        if (enqueueNext === null && owned.is_awaited === 1) return 'awaited';
        const columns = {
          status: outcome.status,
          error_code: outcome.errorCode,
          error_message: outcome.errorMessage,
          ...(outcome.usage && toUsageColumns(outcome.usage)),
        };
        await updateEnd(trx, { ...columns, ...toEndTimes(close) }).execute();
        await enqueueNext?.(toEngineTransaction(trx));
        return 'finished';
      }),
  };

  function finishAny(finish: FinishRun): Promise<FinishResult> {
    return transaction(async (trx) => {
      const { runId, at, slot } = finish;
      const hasSucceeded = finish.outcome.status === 'succeeded';
      const tx = toEngineTransaction(trx);
      const write = await (hasSucceeded ? finish.save : finish.saveFailed)?.(tx);
      const owned = await findOwned(trx, finish);
      if (!owned) return 'lost';
      if (finish.enqueueNext === null && owned.is_awaited === 1) return 'awaited';
      const filled = hasSucceeded ? slot : null;
      // The person who stopped the run relies on it. A result that is saved now would undo a clear at the last
      // moment.
      if (filled !== null && owned.cancel_requested_at !== null) return 'cancelled';
      let isWritten = false;
      if (filled === null && write) {
        isWritten = await write([]);
        if (!isWritten && hasSucceeded) return 'refused';
      }
      await updateEnded.execute(trx, toEnd(finish));
      for (const statement of fillRest(trx, finish)) await trx.executeQuery(statement);
      if (!hasSucceeded) await recordIssue(trx, finish);
      if (finish.next !== null) await insertRun(database, trx, finish.next);
      if (filled !== null) {
        // The slots are locked last, because no other summary is stored until this transaction ends.
        await lockSlots(trx);
        await putInSlot(database, trx, { runId, slot: filled, at, write });
        isWritten = true;
      }
      if (!isWritten) await forgetTexts(trx, finish.runId, owned.source_kind);
      await finish.enqueueNext?.(tx);
      return 'finished';
    });
  }
}

type Filling = FinishRun & { slot: NewSlot; attempt: number };

/** Whether the run succeeded with a result for a slot. Nearly all runs end like this. */
function isUsual(finish: FinishRun): finish is Filling {
  const { outcome, slot, attempt, enqueueNext } = finish;
  return outcome.status === 'succeeded' && slot !== null && attempt !== null && enqueueNext === null;
}

/** The run was cancelled, is awaited, or no longer belongs to this attempt. */
class UnusualEnd extends Error {}

/** Ends the run in as few statements as possible. Returns false with nothing written if that cannot be done. */
async function fillSlot(database: Database, finish: Filling): Promise<boolean> {
  const { runId, at, slot, next } = finish;
  try {
    await database.transaction(async (trx) => {
      const write = await finish.save?.(toEngineTransaction(trx));
      if (next !== null) await insertRun(database, trx, next);
      const ended = updateOwned.fill(trx, { ...toEnd(finish), attempt: finish.attempt });
      // Only the slot is written after this, because no other summary is stored until this transaction ends.
      const isOwned = await database.writeAndLockSlots(trx, ended, fillRest(trx, finish));
      if (!isOwned) throw new UnusualEnd();
      await putInSlot(database, trx, { runId, slot, at, write });
    });
    return true;
  } catch (error) {
    if (error instanceof UnusualEnd) return false;
    throw error;
  }
}

/** Returns what is written besides the row of the run, whatever happens to its result. */
function fillRest(trx: TablesTransaction, finish: FinishRun): CompiledQuery[] {
  const { runId, prompt, outcome } = finish;
  return [
    ...fillTail(trx, finish),
    ...(prompt === null ? [] : [fillInsertPrompt(trx, runId, prompt)]),
    ...(outcome.status === 'succeeded' ? [fillDeleteInput(trx, runId)] : []),
  ];
}

interface Filled {
  runId: RunId;
  slot: NewSlot;
  at: number;
  write: Awaited<ReturnType<NonNullable<FinishRun['save']>>> | undefined;
}

async function putInSlot(
  { joinsWrites }: Database,
  trx: TablesTransaction,
  { runId, slot, at, write }: Filled,
): Promise<void> {
  const evicted = await replaceSlot({ joinsWrites }, trx, { runId, slot, at });
  if ((await write?.(evicted)) !== true) throw new TypeError(`run ${runId} left its slot without a payload`);
}

const isAwaited = sql<number>`case when exists (
  select 1 from runs as waiting where waiting.after_run_id = runs.id and waiting.status = 'queued'
) then 1 else 0 end`;

type Owned = Pick<Selectable<RunsTable>, 'cancel_requested_at' | 'source_kind'> & {
  is_awaited: number;
};

const findQueued = prepareQuery<{ runId: RunId }, Owned>((db, { runId }) =>
  selectOwned(db, runId).where('status', '=', 'queued').forUpdate(),
);
const findRunning = prepareQuery<{ runId: RunId; attempt: number }, Owned>((db, { runId, attempt }) =>
  selectOwned(db, runId).where('status', '=', 'running').where('attempt', '=', attempt).forUpdate(),
);

function selectOwned(db: Kysely<Tables>, runId: RunId) {
  return db
    .selectFrom('runs')
    .select(['cancel_requested_at', 'source_kind'])
    .select(isAwaited.as('is_awaited'))
    .where('id', '=', runId);
}

async function findOwned(
  trx: TablesTransaction,
  { runId, attempt }: Pick<FinishRun, 'runId' | 'attempt'>,
): Promise<Owned | undefined> {
  const { rows } = await (attempt === null
    ? findQueued.execute(trx, { runId })
    : findRunning.execute(trx, { runId, attempt }));
  return rows[0];
}

type EndTimes = Pick<Selectable<RunsTable>, 'id' | 'updated_at'> & { finished_at: number };
type End = ReturnType<typeof toOutcomeColumns> & EndTimes;

function toEnd(finish: FinishRun): End {
  return { ...toOutcomeColumns(finish.outcome), ...toEndTimes(finish) };
}

function toEndTimes({ runId, at }: Pick<FinishRun, 'runId' | 'at'>): EndTimes {
  return { finished_at: at, updated_at: at, id: runId };
}

const updateEnded = prepareQuery<End>(updateEnd);

const updateOwned = prepareQuery<End & { attempt: number }>((db, { attempt, ...end }) =>
  updateEnd(db, end)
    .where('status', '=', 'running')
    .where('attempt', '=', attempt)
    .where('cancel_requested_at', 'is', null)
    .where(isAwaited, '=', 0)
    .returning('id'),
);

function updateEnd(db: Kysely<Tables>, { id, ...columns }: Partial<End> & EndTimes) {
  const ms = sql<number>`cast(${columns.finished_at} as bigint) - started_at`;
  return (
    db
      .updateTable('runs')
      // A clock that was set back must not make a negative duration.
      .set({ ...columns, duration_ms: sql<number>`case when ${ms} < 0 then 0 else ${ms} end` })
      .where('id', '=', id)
  );
}

function fillTail(trx: TablesTransaction, { runId, at, outcome, events }: FinishRun): CompiledQuery[] {
  const last = events.at(-1);
  const { status, errorCode, errorMessage: message } = outcome;
  const end = { runId, at, type: 'run-end' as const, status, errorCode, message };
  if (last === undefined) return [fillInsertNextEvent(trx, end)];
  return fillInsertEvents(trx, [...events, { ...end, seq: last.seq + 1 }]);
}

/** Removes texts from a run whose source no longer has them. */
async function forgetTexts(trx: TablesTransaction, runId: RunId, source: SourceRef['kind']): Promise<void> {
  if (source === 'session') await forgetSessionRun(trx, runId);
  if (source === 'thread' || source === 'conversation') await forgetOrphan(trx, runId);
}

async function recordIssue(trx: TablesTransaction, { issue, runId }: FinishRun): Promise<void> {
  if (issue === null) return;
  await insertIssue(trx, { ...issue, runId, lastEvents: await readLastEvents(trx, runId, eventsInIssue) });
}
