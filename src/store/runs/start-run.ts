import { type Kysely, type Selectable, sql } from 'kysely';
import type { RunStore, StartResult } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { RunInputsTable, RunsTable, Tables } from '#store/tables.ts';
import { addCall, measureWait } from './model-calls.ts';
import { inputColumns, toInput } from './run-inputs.ts';
import { hasRoom } from './run-places.ts';
import { toRun } from './run-row.ts';

/** How often a waiting run checks for a free place. */
const placeNapMs = 250;

type Start = Parameters<RunStore['startRun']>[0];

export function createStartRun({ transaction, lockProfile }: Database): Pick<RunStore, 'startRun'> {
  return {
    startRun: (start) =>
      transaction(async (trx): Promise<StartResult> => {
        await lockProfile(trx, start.profileId);
        const waitMs = await measureWait(trx, start);
        const row = waitMs > 0 ? undefined : await takeRun(trx, start);
        if (!row) return explain(trx, start.runId, waitMs);
        await addCall(trx, start);
        const { source_text, content_hash, last_seq } = row;
        if (source_text === null || content_hash === null)
          throw new AppError('internal', `The input of the unfinished run ${start.runId} is missing.`);
        const input = toInput({ ...row, source_text, content_hash });
        return { kind: 'started', run: toRun(row), input, lastSeq: last_seq ?? 0 };
      }),
  };
}

type Taken = Selectable<RunsTable> &
  Pick<RunInputsTable, Exclude<(typeof inputColumns)[number], 'source_text' | 'content_hash'>> & {
    source_text: string | null;
    content_hash: string | null;
    last_seq: number | null;
  };

/** Compare-and-set; the profile is locked, so its places are counted exactly. */
async function takeRun(trx: TablesTransaction, start: Start): Promise<Taken | undefined> {
  const { concurrency, runId, workerId, profileId, at, aliveSince } = start;
  const take = { runId, workerId, profileId, at, aliveSince };
  const { rows } = await (concurrency === null
    ? takeAlways.execute(trx, { ...take, concurrency })
    : takeInRoom.execute(trx, { ...take, concurrency }));
  return rows[0];
}

type Take = Pick<Start, 'runId' | 'workerId' | 'profileId' | 'at' | 'aliveSince' | 'concurrency'>;

const takeAlways = prepareQuery<Take, Taken>((db, start) => updateTaken(db, { ...start, concurrency: null }));
const takeInRoom = prepareQuery<Take, Taken>(updateTaken);

function updateTaken(db: Kysely<Tables>, start: Take) {
  return db
    .updateTable('runs')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      worker_id: start.workerId,
      started_at: sql`coalesce(started_at, ${start.at})`,
      attempt_profile_id: start.profileId,
      attempt_started_at: start.at,
      updated_at: start.at,
    })
    .where('id', '=', start.runId)
    .where('status', '=', 'queued')
    .where('cancel_requested_at', 'is', null)
    .where(hasRoom(db, start))
    .returningAll()
    .returning(({ selectFrom }) => [
      ...inputColumns.map((column) =>
        selectFrom('run_inputs').select(column).whereRef('run_id', '=', 'runs.id').as(column),
      ),
      selectFrom('run_events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .whereRef('run_id', '=', 'runs.id')
        .as('last_seq'),
    ]);
}

async function explain(trx: TablesTransaction, runId: RunId, waitMs: number): Promise<StartResult> {
  const run = await trx
    .selectFrom('runs')
    .select(['status', 'cancel_requested_at'])
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run) return { kind: 'missing' };
  if (run.status !== 'queued' || run.cancel_requested_at !== null) return { kind: 'gone' };
  return { kind: 'wait', ms: waitMs || placeNapMs };
}
