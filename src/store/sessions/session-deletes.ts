import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type RecordKind, recordKinds, type SessionId } from '#schema/sessions/session.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetVector } from '#store/meaning/meaning.ts';
import { forgetSessions } from './forget-texts.ts';
import { lockSession } from './session-row.ts';
import { recordTables } from './session-tables.ts';

/** The batch is small, so that others do not wait long for its lock. */
const sessionsPerBatch = 20;

const counters = {
  prompt: 'prompts',
  observation: 'observations',
  summary: 'summaries',
} as const satisfies Record<RecordKind, string>;

export function createSessionDeletes(
  database: Database,
): Pick<SessionStore, 'deleteRecord' | 'deleteSessions'> {
  const { db, transaction } = database;
  return {
    async deleteRecord(kind, id) {
      const table = sql.table(recordTables[kind]);
      const { rows } = await sql<{ session_id: SessionId }>`
        select session_id from ${table} where id = ${id}
      `.execute(db);
      const sessionId = rows[0]?.session_id;
      if (sessionId === undefined) return false;
      return transaction(async (trx) => {
        const session = await lockSession(trx, sessionId);
        if (!session) return false;
        await database.recordQueue.remove(trx, kind, sql`id = ${id}`);
        await database.recordIndex.remove(trx, kind, sql`id = ${id}`);
        await forgetVector(trx, kind, id);
        const { numAffectedRows } = await sql`delete from ${table} where id = ${id}`.execute(trx);
        if (numAffectedRows !== 1n) return false;
        const counter = counters[kind];
        await trx
          .updateTable('sessions')
          .set({ [counter]: session[counter] - 1 })
          .where('id', '=', sessionId)
          .execute();
        await forgetMemories(trx, sql`source_kind = ${kind} and source_id = ${id}`);
        await forgetSessions(trx, sql`sessions.id = ${sessionId}`);
        return true;
      });
    },

    async deleteSessions(which) {
      const condition = conditionOf(which);
      for (let deleted = 0; ; ) {
        const rows = await db
          .selectFrom('sessions')
          .select('id')
          .where(condition)
          .limit(sessionsPerBatch)
          .execute();
        if (rows.length === 0) {
          if ('project' in which) await forgetProject(database, which.project);
          return deleted;
        }
        const ids = rows.map(({ id }) => id);
        deleted += await transaction((trx) =>
          deleteThese(database, trx, { ids, condition, keepsMemories: 'before' in which }),
        );
      }
    },
  };
}

function conditionOf(which: Parameters<SessionStore['deleteSessions']>[0]): RawBuilder<SqlBool> {
  if ('id' in which) return sql`sessions.id = ${which.id}`;
  return 'project' in which
    ? sql`sessions.project = ${which.project}`
    : sql`sessions.updated_at < ${which.before}`;
}

async function deleteThese(
  { recordIndex, recordQueue }: Database,
  trx: TablesTransaction,
  {
    ids,
    condition,
    keepsMemories,
  }: { ids: SessionId[]; condition: RawBuilder<SqlBool>; keepsMemories: boolean },
): Promise<number> {
  // The condition is checked again, because a session used in the meantime is kept.
  const locked = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', ids)
    .where(condition)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return 0;
  const list = sql.join(locked.map(({ id }) => id));
  await forgetSessions(trx, sql`sessions.id in (${list})`);
  for (const kind of recordKinds) {
    await recordQueue.remove(trx, kind, sql`session_id in (${list})`);
    await recordIndex.remove(trx, kind, sql`session_id in (${list})`);
  }
  // A statement that a user said to hold stays valid after its session has expired.
  if (!keepsMemories) await forgetMemories(trx, sql`session_id in (${list})`);
  await sql`delete from deliveries where content_session_id in
    (select content_session_id from sessions where id in (${list}))`.execute(trx);
  // The content of the sessions is deleted with them.
  await sql`delete from sessions where id in (${list})`.execute(trx);
  return locked.length;
}

/** Deletes recognized memories with their source. A memory saved by a person or an agent stays without its source. */
async function forgetMemories(trx: TablesTransaction, which: RawBuilder<SqlBool>): Promise<void> {
  await sql`delete from memories where ${which} and origin = 'recognized'`.execute(trx);
  await sql`update memories set session_id = null, source_kind = null, source_id = null
    where ${which}`.execute(trx);
}

async function forgetProject({ transaction }: Database, project: string): Promise<void> {
  await transaction(async (trx) => {
    await trx.deleteFrom('memories').where('project', '=', project).execute();
    await trx.deleteFrom('project_identities').where('project', '=', project).execute();
  });
}
