import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { RunId } from '#schema/ids.ts';
import type { SummaryFields } from '#schema/sessions/session.ts';
import type { MadeSummary } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { type SessionRow, toFields, toHappeningColumns } from './session-row.ts';
import type { SessionSummariesTable } from './session-tables.ts';

interface NewSummary {
  /** The session is locked by the caller. */
  session: SessionRow;
  promptNumber: number;
  fields: SummaryFields;
  contentHash: string;
  /** The run that made the summary. It is null when a client sent the summary. */
  run: { id: RunId; grounding: MadeSummary['grounding'] } | null;
  at: number;
}

const insertSummary = prepareQuery<Insertable<SessionSummariesTable>, Selectable<SessionSummariesTable>>(
  (db, row) =>
    db
      .insertInto('session_summaries')
      .values(row)
      .onConflict((conflict) => conflict.columns(['session_id', 'prompt_number', 'content_hash']).doNothing())
      .returningAll(),
);

const updateForSummary = prepareQuery<Pick<SessionRow, 'id' | 'summaries' | 'updated_at'>>(
  (db, { id, summaries, updated_at }) =>
    db.updateTable('sessions').set({ summaries, updated_at }).where('id', '=', id),
);

/** Stores a summary once. The same session, prompt number and content returns the existing row. */
export async function addSummaryRow(
  database: Database,
  trx: TablesTransaction,
  { session, promptNumber, fields, contentHash, run, at }: NewSummary,
): Promise<{ row: Selectable<SessionSummariesTable>; isNew: boolean }> {
  const { rows } = await insertSummary.execute(trx, {
    ...toHappeningColumns(session, at),
    prompt_number: promptNumber,
    ...toFields(fields),
    content_hash: contentHash,
    run_id: run?.id ?? null,
    grounding_json: run === null || run.grounding === null ? null : toStoredJson(run.grounding),
  });
  const [row] = rows;
  if (!row) {
    const known = await trx
      .selectFrom('session_summaries')
      .selectAll()
      .where('session_id', '=', session.id)
      .where('prompt_number', '=', promptNumber)
      .where('content_hash', '=', contentHash)
      .executeTakeFirstOrThrow();
    return { row: known, isNew: false };
  }
  await database.recordQueue.addOne(trx, 'summary', row.id);
  await updateForSummary.execute(trx, {
    id: session.id,
    summaries: session.summaries + 1,
    updated_at: Math.max(session.updated_at, at),
  });
  return { row, isNew: true };
}

/** Finds the summary of a turn that a run made. */
export async function findRunMade(
  trx: TablesTransaction,
  { session, promptNumber }: Pick<NewSummary, 'session' | 'promptNumber'>,
): Promise<Selectable<SessionSummariesTable> | undefined> {
  return trx
    .selectFrom('session_summaries')
    .selectAll()
    .where('session_id', '=', session.id)
    .where('prompt_number', '=', promptNumber)
    .where('run_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
}

/** Returns false with nothing written if something that the run may have read was deleted. */
export async function storeSessionSummary(
  database: Database,
  trx: TablesTransaction,
  { session, made }: { session: SessionRow; made: MadeSummary },
): Promise<boolean> {
  const { runId, promptNumber, fields, grounding, at } = made;
  if (await isVoid(trx, runId)) return false;
  if (await cameMeanwhile(trx, made)) return true;
  const contentHash = hashFields(fields);
  const run = { id: runId, grounding };
  await addSummaryRow(database, trx, { session, promptNumber, fields, contentHash, run, at });
  return true;
}

/** Whether a finished summary of the turn arrived while the run was in progress. A second one would say the same. */
async function cameMeanwhile(
  trx: TablesTransaction,
  { runId, sessionId, promptNumber }: MadeSummary,
): Promise<boolean> {
  const ready = await trx
    .selectFrom('session_summaries')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('prompt_number', '=', promptNumber)
    .where('run_id', 'is', null)
    .where('created_at', '>=', (eb) => eb.selectFrom('runs').select('created_at').where('id', '=', runId))
    .executeTakeFirst();
  return ready !== undefined;
}

async function isVoid(trx: TablesTransaction, runId: RunId): Promise<boolean> {
  const order = await trx
    .selectFrom('session_orders')
    .select('is_void')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return order?.is_void === 1;
}

/** Hashes the fields like those of a summary from a client, so that equal ones are stored once. */
export function hashFields({
  request,
  investigated,
  learned,
  completed,
  next_steps,
  notes,
}: SummaryFields): string {
  const content = JSON.stringify([request, investigated, learned, completed, next_steps, notes]);
  return createHash('sha256').update(content).digest('hex');
}
