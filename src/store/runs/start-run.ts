import { type Compilable, type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { RunStore, StartResult } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { RunInput } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { RunInputsTable, RunsTable, Tables } from '#store/tables.ts';
import { addCall, hasRoom, measureWait } from './model-room.ts';
import { inputColumns, readInputInSteps, toInput } from './run-inputs.ts';
import { toRun } from './run-row.ts';

/** How often a waiting run checks for a free place. */
const placeNapMs = 250;

type Start = Parameters<RunStore['startRun']>[0];

export function createStartRun(database: Database): Pick<RunStore, 'startRun'> {
  const { transaction, lockProfile } = database;
  return {
    startRun: (start) =>
      transaction(async (trx): Promise<StartResult> => {
        await lockProfile(trx, start.profileId);
        const waitMs = await measureWait(trx, start);
        const row = waitMs > 0 ? undefined : await takeWithCall(database, trx, start);
        if (!row) return explain(trx, start.runId, waitMs);
        const { last_seq } = row;
        const input = database.joinsWrites ? givenWith(row) : await readInputInSteps(trx, start.runId);
        if (input === null)
          throw new AppError('internal', `The input of the unfinished run ${start.runId} is missing.`);
        return { kind: 'started', run: toRun(row), input, lastSeq: last_seq ?? 0 };
      }),
  };
}

type Taken = Selectable<RunsTable> &
  Partial<Pick<RunInputsTable, (typeof inputColumns)[number]>> & { last_seq: number | null };

/** Returns null when the run has no input. */
function givenWith(row: Taken): RunInput | null {
  const { source_text = null, content_hash = null, title = null } = row;
  const { system_prompt_override = null, subject_json = null } = row;
  if (source_text === null || content_hash === null) return null;
  return toInput({ source_text, content_hash, title, system_prompt_override, subject_json });
}

/**
 * Takes the run by compare-and-set and adds its first call. The profile is locked, so its places are counted exactly.
 */
async function takeWithCall(
  { joinsWrites }: Database,
  trx: TablesTransaction,
  start: Start,
): Promise<Taken | undefined> {
  const { concurrency, runId, workerId, profileId, at, aliveSince } = start;
  const take = { runId, workerId, profileId, at, aliveSince, concurrency };
  const { always, inRoom } = joinsWrites ? takingWithCall : taking;
  const { rows } = await (concurrency === null ? always : inRoom).execute(trx, take);
  const [row] = rows;
  if (row && !joinsWrites) await addCall(trx, start);
  return row;
}

type Take = Pick<Start, 'runId' | 'workerId' | 'profileId' | 'at' | 'aliveSince' | 'concurrency'>;

function prepareTake(build: (db: Kysely<Tables>, start: Take) => Compilable<Taken>) {
  return {
    always: prepareQuery<Take, Taken>((db, start) => build(db, { ...start, concurrency: null })),
    inRoom: prepareQuery<Take, Taken>(build),
  };
}

const taking = prepareTake(updateTaken);

const takingWithCall = prepareTake((db, start) =>
  db
    .with('taken', () => updateTaken(db, start).returning(selectInput))
    .with('called', (qb) =>
      qb
        .insertInto('model_calls')
        .columns(['profile_id', 'started_at'])
        .expression(
          qb
            .selectFrom('taken')
            .select([
              sql<ModelProfileId>`attempt_profile_id`.as('profile_id'),
              sql<number>`attempt_started_at`.as('started_at'),
            ]),
        ),
    )
    .selectFrom('taken')
    .selectAll(),
);

/**
 * Reads the input in a separate select, because SQLite takes several times longer to return a large text from an
 * update.
 */
function selectInput({ selectFrom }: ExpressionBuilder<Tables, 'runs'>) {
  return inputColumns.map((column) =>
    selectFrom('run_inputs').select(column).whereRef('run_id', '=', 'runs.id').as(column),
  );
}

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
    .returning(({ selectFrom }) =>
      selectFrom('run_events')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .whereRef('run_id', '=', 'runs.id')
        .as('last_seq'),
    );
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
