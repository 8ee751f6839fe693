import { AppError } from '#schema/app-error.ts';
import type { SessionResults, SessionStore } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { isUnfinishedRun } from '#store/runs/run-row.ts';
import { sessionIdText } from './forget-texts.ts';
import {
  lockSession,
  selectCheckedSummaries,
  selectPrompts,
  toPrompt,
  toSessionSummary,
} from './session-row.ts';
import { storeSessionSummary } from './session-summary.ts';

/** The runs that summarize turns. */
export function createSessionOrders(
  database: Database,
): Pick<SessionStore, 'startSummary' | 'listSessionRuns' | 'listUnsummarized' | 'findPrompt'> &
  SessionResults {
  const { db, transaction } = database;
  return {
    startSummary: ({ sessionId, promptNumber, inputHash, run }) =>
      transaction(async (trx) => {
        const session = await lockSession(trx, sessionId);
        if (!session) throw new AppError('not_found', `Session ${sessionId} not found.`);
        const known = await trx
          .selectFrom('session_orders')
          .innerJoin('runs', 'runs.id', 'session_orders.run_id')
          .select('runs.id')
          .where('session_orders.session_id', '=', sessionId)
          .where('session_orders.prompt_number', '=', promptNumber)
          .where('session_orders.input_hash', '=', inputHash)
          .where('session_orders.is_void', '=', 0)
          .where('runs.status', 'not in', ['failed', 'cancelled'])
          .executeTakeFirst();
        if (known) return 'known';
        await trx
          .insertInto('session_orders')
          .values({
            session_id: sessionId,
            prompt_number: promptNumber,
            input_hash: inputHash,
            run_id: run.run.id,
            is_void: 0,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['session_id', 'prompt_number', 'input_hash'])
              .doUpdateSet({ run_id: run.run.id, is_void: 0 }),
          )
          .execute();
        await insertRun(database, trx, run);
        return 'queued';
      }),

    async listUnsummarized({ from, to, limit }) {
      const rows = await db
        .selectFrom('sessions')
        .select('content_session_id')
        .where('status', '=', 'active')
        .where('is_private', '=', 0)
        .where('prompt_count', '>', 0)
        .where('updated_at', '>=', from)
        .where('updated_at', '<=', to)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('session_summaries')
                .select('id')
                .whereRef('session_summaries.session_id', '=', 'sessions.id')
                .whereRef('session_summaries.prompt_number', '>=', 'sessions.prompt_count'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('session_orders')
                .select('run_id')
                .whereRef('session_orders.session_id', '=', 'sessions.id')
                .whereRef('session_orders.prompt_number', '>=', 'sessions.prompt_count'),
            ),
          ),
        )
        .orderBy('updated_at')
        .limit(limit)
        .execute();
      return rows.map(({ content_session_id }) => content_session_id);
    },

    async findPrompt(sessionId, eventKey) {
      const row = await selectPrompts(db)
        .where('prompts.session_id', '=', sessionId)
        .where('prompts.event_key', '=', eventKey)
        .executeTakeFirst();
      return row ? toPrompt(row) : null;
    },

    async saveSessionSummary(tx, made) {
      const trx = fromEngineTransaction(tx);
      const session = await lockSession(trx, made.sessionId);
      return async () => session !== undefined && storeSessionSummary(database, trx, { session, made });
    },

    async findSessionSummary(runId) {
      const row = await db
        .selectFrom('session_summaries')
        .select('id')
        .where('run_id', '=', runId)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async findOrdered(runId) {
      const row = await selectCheckedSummaries(db)
        .leftJoin('session_orders', (join) =>
          join
            .onRef('session_orders.run_id', '=', 'session_summaries.run_id')
            .on('session_orders.is_void', '=', 0),
        )
        .select('session_orders.input_hash')
        .where('session_summaries.run_id', '=', runId)
        .executeTakeFirst();
      return row ? { summary: toSessionSummary(row), inputHash: row.input_hash } : null;
    },

    async listSessionRuns(of) {
      const rows = await db
        .selectFrom('runs')
        .select('id')
        .where('source_kind', '=', 'session')
        .where('source_id', 'in', (eb) =>
          eb
            .selectFrom('sessions')
            .select(sessionIdText.as('id'))
            .where((eb) => ('id' in of ? eb('id', '=', of.id) : eb('project', '=', of.project))),
        )
        .where(isUnfinishedRun)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
