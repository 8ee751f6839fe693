import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import {
  groundFields,
  joinFields,
  type Observation,
  type Prompt,
  recordKinds,
  type Session,
  type SessionId,
  type SessionSummary,
  type SummaryFields,
} from '#schema/sessions/session.ts';
import { applyStored, type JoinedOpinions } from '#store/checks/opinion-row.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import { readFieldGrounding } from '#store/runs/read-grounding.ts';
import type { Tables } from '#store/tables.ts';
import {
  type ObservationsTable,
  type PromptsTable,
  recordTables,
  type SessionSummariesTable,
  type SessionsTable,
} from './session-tables.ts';

export type SessionRow = Selectable<SessionsTable>;

/** A record with the name of its session. */
type Named<T> = Selectable<T> & Pick<SessionRow, 'content_session_id'>;

/**
 * Locks a session, so that only one transaction at a time changes it. All callers lock it before any of its runs, so
 * that they do not deadlock.
 */
export function lockSession(trx: TablesTransaction, id: SessionId): Promise<SessionRow | undefined> {
  return trx.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    contentSessionId: row.content_session_id,
    project: row.project,
    promptCount: row.prompt_count,
    status: row.status,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}

export function selectPrompts(db: Kysely<Tables>) {
  return db
    .selectFrom('prompts')
    .innerJoin('sessions', 'sessions.id', 'prompts.session_id')
    .selectAll('prompts')
    .select('sessions.content_session_id');
}

export function selectObservations(db: Kysely<Tables>) {
  return db
    .selectFrom('observations')
    .innerJoin('sessions', 'sessions.id', 'observations.session_id')
    .selectAll('observations')
    .select('sessions.content_session_id');
}

export function selectSummaries(db: Kysely<Tables>) {
  return db
    .selectFrom('session_summaries')
    .innerJoin('sessions', 'sessions.id', 'session_summaries.session_id')
    .selectAll('session_summaries')
    .select('sessions.content_session_id');
}

/** Selects summaries with the opinions of models on them. */
export function selectCheckedSummaries(db: Kysely<Tables>) {
  return selectSummaries(db)
    .leftJoin('checks', 'checks.session_summary_id', 'session_summaries.id')
    .select(['checks.text_hash', 'checks.opinions_json', 'checks.check_json']);
}

export function toPrompt(row: Named<PromptsTable>): Prompt {
  return { id: row.id, ...toHappening(row), text: row.text };
}

export function toObservation(row: Named<ObservationsTable>): Observation {
  return {
    id: row.id,
    ...toHappening(row),
    toolName: row.tool_name,
    toolInput: row.tool_input,
    toolResponse: row.tool_response,
    cwd: row.cwd,
  };
}

export function toSessionSummary(
  row: Named<SessionSummariesTable> & Partial<JoinedOpinions>,
): SessionSummary {
  const fields = toFields(row);
  const { text_hash = null, opinions_json = null, check_json = null } = row;
  const byField = readFieldGrounding(row.grounding_json);
  const grounding =
    byField === null || text_hash === null
      ? byField
      : groundFields(
          fields,
          applyStored(joinFields(fields, byField), { text_hash, opinions_json, check_json }),
        );
  return { id: row.id, ...toHappening(row), ...fields, runId: row.run_id, grounding, before: null };
}

export function toFields(row: SummaryFields): SummaryFields {
  const { request, investigated, learned, completed, next_steps, notes } = row;
  return { request, investigated, learned, completed, next_steps, notes };
}

/** Returns the columns that a new record gets from its session. */
export function toHappeningColumns({ id, project, prompt_count }: SessionRow, at: number) {
  return { session_id: id, project, prompt_number: prompt_count, created_at: at } satisfies Partial<
    Insertable<PromptsTable>
  >;
}

function toHappening(row: {
  session_id: SessionId;
  content_session_id: string;
  project: string;
  prompt_number: number;
  created_at: number;
}) {
  return {
    sessionId: row.session_id,
    contentSessionId: row.content_session_id,
    project: row.project,
    promptNumber: row.prompt_number,
    createdAt: row.created_at,
  };
}

interface Opening {
  contentSessionId: string;
  /** This becomes the session's project if it has none yet. */
  project?: string;
  at: number;
}

const findSession = prepareQuery<{ contentSessionId: string }, SessionRow>((db, { contentSessionId }) =>
  db.selectFrom('sessions').selectAll().where('content_session_id', '=', contentSessionId).forUpdate(),
);

/** Returns the session, locked, and creates it if needed. */
export async function openSession(
  database: Database,
  trx: TablesTransaction,
  { contentSessionId, project = '', at }: Opening,
): Promise<{ session: SessionRow; isNewSession: boolean }> {
  // A second attempt finds a session that another process created meanwhile, or creates one that was deleted.
  for (;;) {
    const [known] = (await findSession.execute(trx, { contentSessionId })).rows;
    if (known) return { session: await adoptProject(database, trx, known, project), isNewSession: false };
    const created = await trx
      .insertInto('sessions')
      .values({
        content_session_id: contentSessionId,
        project,
        status: 'active',
        prompt_count: 0,
        is_private: 0,
        prompts: 0,
        observations: 0,
        summaries: 0,
        started_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.column('content_session_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) return { session: created, isNewSession: true };
  }
}

async function adoptProject(
  database: Database,
  trx: TablesTransaction,
  session: SessionRow,
  project: string,
): Promise<SessionRow> {
  if (session.project !== '' || project === '') return session;
  await trx.updateTable('sessions').set({ project }).where('id', '=', session.id).execute();
  for (const table of Object.values(recordTables)) {
    await trx.updateTable(table).set({ project }).where('session_id', '=', session.id).execute();
  }
  await trx
    .updateTable('memories')
    .set({ project })
    .where('session_id', '=', session.id)
    .where('project', '=', '')
    .execute();
  for (const kind of recordKinds) await database.recordQueue.add(trx, kind, sql`session_id = ${session.id}`);
  return { ...session, project };
}
