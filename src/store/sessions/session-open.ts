import { sql } from 'kysely';
import { recordKinds } from '#schema/sessions/session.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { SessionRow } from './session-row.ts';
import { recordTables } from './session-tables.ts';

interface Opening {
  contentSessionId: string;
  /** Becomes the session's project if it has none yet. */
  project?: string;
  at: number;
}

const findSession = prepareQuery<{ contentSessionId: string }, SessionRow>((db, { contentSessionId }) =>
  db.selectFrom('sessions').selectAll().where('content_session_id', '=', contentSessionId).forUpdate(),
);

/** The session, locked, and created if needed. */
export async function openSession(
  database: Database,
  trx: TablesTransaction,
  { contentSessionId, project = '', at }: Opening,
): Promise<{ session: SessionRow; isNewSession: boolean }> {
  // The second attempt finds what another process created in the meantime, or creates what one deleted.
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
