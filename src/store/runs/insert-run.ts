import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Enqueue, PreparedRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { RunsTable, Tables } from '#store/tables.ts';
import { toEngineTransaction } from './engine-transaction.ts';
import { insertInput, toInputColumns } from './run-inputs.ts';
import { isUnfinishedRun, toNewRow, toRun } from './run-row.ts';

export async function insertRun(
  database: Database,
  trx: TablesTransaction,
  prepared: PreparedRun,
): Promise<Run> {
  const { rows } = await insert.execute(trx, toRow(prepared));
  const [row] = rows;
  if (row === undefined) throw new TypeError('an inserted row was not returned');
  await insertInput(database, trx, prepared);
  return completeRun(database, trx, { row, prepared });
}

/** Writes the run, unless its id already exists or it can join a run in progress. */
export async function insertOrJoinRun(
  database: Database,
  trx: TablesTransaction,
  prepared: PreparedRun,
): Promise<Run> {
  // On PostgreSQL the run to be joined may end between the two statements. Then the next attempt inserts the run.
  for (;;) {
    const row = await insertWithInput(database, trx, prepared);
    if (row) return completeRun(database, trx, { row, prepared });
    const known = await findKnown(trx, prepared);
    if (known) return toRun(known);
  }
}

function selectJoinable(db: Kysely<Tables>, joinHash: string) {
  return db.selectFrom('runs').selectAll().where('join_hash', '=', joinHash).where(isUnfinishedRun);
}

const insert = prepareQuery<Insertable<RunsTable>, Selectable<RunsTable>>((db, row) =>
  db.insertInto('runs').values(row).returningAll(),
);

const insertUnknown = prepareQuery<Insertable<RunsTable>, Selectable<RunsTable>>(insertIfUnknown);

function insertIfUnknown(db: Kysely<Tables>, row: Insertable<RunsTable>) {
  return db
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
}

type InputColumns = ReturnType<typeof toInputColumns>;

/** Inserts both rows in one statement. The names of their columns differ. */
const insertBoth = prepareQuery<Insertable<RunsTable> & InputColumns, Selectable<RunsTable>>(
  (db, columns) => {
    const { source_text, title, content_hash, system_prompt_override, subject_json, ...row } = columns;
    const input = { source_text, title, content_hash, system_prompt_override, subject_json };
    const names = Object.keys(input) as (keyof typeof input)[];
    return db
      .with('made', () => insertIfUnknown(db, row))
      .with('given', (qb) =>
        qb
          .insertInto('run_inputs')
          .columns(['run_id', ...names])
          .expression(
            qb
              .selectFrom('made')
              .select('id')
              .select(names.map((name) => sql`cast(${input[name]} as text)`.as(name))) as never,
          ),
      )
      .selectFrom('made')
      .selectAll();
  },
);

async function insertWithInput(
  database: Database,
  trx: TablesTransaction,
  prepared: PreparedRun,
): Promise<Selectable<RunsTable> | undefined> {
  const row = toRow(prepared);
  if (database.joinsWrites) {
    const { rows } = await insertBoth.execute(trx, { ...row, ...toInputColumns(prepared.input) });
    return rows[0];
  }
  const { rows } = await insertUnknown.execute(trx, row);
  if (rows.length > 0) await insertInput(database, trx, prepared);
  return rows[0];
}

function toRow({ run, workerId, joinHash = null, startBy }: PreparedRun): Insertable<RunsTable> {
  return { ...toNewRow(run, workerId), join_hash: joinHash, start_by: startBy };
}

async function completeRun(
  database: Database,
  trx: TablesTransaction,
  { row, prepared }: { row: Selectable<RunsTable>; prepared: PreparedRun },
): Promise<Run> {
  const { run, startBy, enqueue } = prepared;
  await enqueueInTime(database, trx, { afterRunId: run.afterRunId, startBy, enqueue });
  return toRun(row);
}

async function findKnown(
  trx: TablesTransaction,
  { run, joinHash }: PreparedRun,
): Promise<Selectable<RunsTable> | undefined> {
  const same = await trx.selectFrom('runs').selectAll().where('id', '=', run.id).executeTakeFirst();
  if (same || !joinHash) return same;
  const joined = await selectJoinable(trx, joinHash).executeTakeFirst();
  // After a crash, a process may take over the key of this request. It must find the joined run even after that has
  // ended.
  if (joined) {
    await trx
      .updateTable('idempotency_keys')
      .set({ run_id: joined.id })
      .where('run_id', '=', run.id)
      .execute();
  }
  return joined;
}

/** Queues the run immediately. A run that waits for another is queued at its latest time, if it has one. */
export async function enqueueInTime(
  database: Database,
  trx: TablesTransaction,
  { afterRunId, startBy, enqueue }: { afterRunId: RunId | null; startBy: number | null; enqueue: Enqueue },
): Promise<void> {
  if (!(await isUnfinished(trx, afterRunId))) await enqueue(toEngineTransaction(trx));
  else if (startBy !== null) await enqueue(toEngineTransaction(trx), startBy);
}

/**
 * The result stays true until the transaction ends. A process that ends the run meanwhile finds what waits for it.
 */
async function isUnfinished(trx: TablesTransaction, runId: RunId | null): Promise<boolean> {
  if (runId === null) return false;
  const row = await trx
    .selectFrom('runs')
    .select('status')
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'queued' || row?.status === 'running';
}
