import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Parameters } from '#schema/runs/run.ts';
import { sessionIdSchema } from '#schema/sessions/session.ts';
import type { TablesTransaction } from '#store/database.ts';
import { unfinished } from '#store/runs/run-row.ts';
import type { Tables } from '#store/tables.ts';

/**
 * Removes the texts of these threads from their runs, which stay as the usage history. An unfinished run keeps what
 * it needs until it ends. `which` is a condition on `threads`, which the caller has locked.
 */
export async function forgetThreads(trx: TablesTransaction, which: RawBuilder<SqlBool>): Promise<void> {
  const threads = trx.selectFrom('threads').select('id').where(which);
  // This comes first, because it waits for processes that are ending one of the runs.
  await trx
    .updateTable('runs')
    .set({ source_title: null })
    .where('source_kind', '=', 'thread')
    .where('source_id', 'in', threads)
    .execute();
  await forgetTexts(
    trx,
    trx
      .selectFrom('runs')
      .select('id')
      .where('source_kind', '=', 'thread')
      .where('source_id', 'in', threads)
      .where('status', 'not in', unfinished),
  );
}

/**
 * Does the same for one conversation, which the caller has locked. Reasons for refused answers go too, because they
 * quote it.
 */
export async function forgetConversation(trx: TablesTransaction, id: ConversationId): Promise<void> {
  // This comes first, because it waits for processes that are ending one of the runs.
  await trx
    .updateTable('runs')
    .set({ source_title: null })
    .where('source_kind', '=', 'conversation')
    .where('source_id', '=', id)
    .execute();
  await forgetTexts(
    trx,
    trx
      .selectFrom('runs')
      .select('id')
      .where('source_kind', '=', 'conversation')
      .where('source_id', '=', id)
      .where('status', 'not in', unfinished),
  );
  await trx
    .deleteFrom('issues')
    .where('kind', '=', 'answer-refused')
    .where('run_id', 'in', (eb) =>
      eb
        .selectFrom('runs')
        .select('runs.id')
        .where('source_kind', '=', 'conversation')
        .where('source_id', '=', id),
    )
    .execute();
}

/** Removes the texts of a run that ends after its thread or conversation was deleted. */
export async function forgetOrphan(trx: TablesTransaction, runId: RunId): Promise<void> {
  const orphan = trx
    .selectFrom('runs')
    .select('runs.id')
    .leftJoin('threads', (join) => join.onRef('threads.id', '=', 'runs.source_id'))
    .leftJoin('conversations', (join) => join.onRef('conversations.id', '=', 'runs.source_id'))
    .where('runs.id', '=', runId)
    .where((eb) =>
      eb.or([
        eb.and([eb('runs.source_kind', '=', 'thread'), eb('threads.id', 'is', null)]),
        eb.and([eb('runs.source_kind', '=', 'conversation'), eb('conversations.id', 'is', null)]),
      ]),
    );
  if (await orphan.executeTakeFirst()) {
    await forgetTexts(trx, trx.selectFrom('runs').select('id').where('id', '=', runId));
  }
}

/** Removes the texts of ended runs. */
async function forgetTexts(
  trx: TablesTransaction,
  runs: SelectQueryBuilder<Tables, 'runs', { id: RunId }>,
): Promise<void> {
  await trx.deleteFrom('run_inputs').where('run_id', 'in', runs).execute();
  await trx.deleteFrom('run_prompts').where('run_id', 'in', runs).execute();
  await trx.deleteFrom('run_events').where('run_id', 'in', runs).execute();
  await trx.updateTable('issues').set({ last_events_json: '[]' }).where('run_id', 'in', runs).execute();
}

/** The number of a session in the format that runs use. */
export const sessionIdText = sql<string>`cast(sessions.id as text)`;

/**
 * Removes the texts of these sessions from their runs, which stay as the usage history. The opinions of models on
 * their summaries go too, because they quote them. An unfinished run keeps what it needs until it ends, and its
 * result is then refused. `which` is a condition on `sessions`, which the caller has locked.
 */
export async function forgetSessions(trx: TablesTransaction, which: RawBuilder<SqlBool>): Promise<void> {
  const sessions = trx.selectFrom('sessions').select(sessionIdText.as('id')).where(which);
  // This comes first, because it waits for processes that are ending one of the runs.
  await trx
    .updateTable('runs')
    .set({ source_title: null })
    .where('source_kind', '=', 'session')
    .where('source_id', 'in', sessions)
    .execute();
  await trx
    .updateTable('session_orders')
    .set({ is_void: 1 })
    .where('session_id', 'in', trx.selectFrom('sessions').select('id').where(which))
    .execute();
  const summaries = trx
    .selectFrom('session_summaries')
    .select('id')
    .where('session_id', 'in', trx.selectFrom('sessions').select('id').where(which));
  await trx.deleteFrom('checks').where('session_summary_id', 'in', summaries).execute();
  await trx.deleteFrom('repairs').where('session_summary_id', 'in', summaries).execute();
  await forgetTexts(
    trx,
    trx
      .selectFrom('runs')
      .select('id')
      .where('source_kind', '=', 'session')
      .where('source_id', 'in', sessions)
      .where('status', 'not in', unfinished),
  );
}

/** Removes the texts of a run that ends after its session, or something that it read, was deleted. */
export async function forgetSessionRun(trx: TablesTransaction, runId: RunId): Promise<void> {
  const run = await trx
    .selectFrom('runs')
    .select(['source_id', 'parameters_json'])
    .where('id', '=', runId)
    .where('source_kind', '=', 'session')
    .executeTakeFirst();
  if (!run) return;
  // A check has no order of its own. It read the same as the run whose summary it checks.
  const { target }: Parameters = JSON.parse(run.parameters_json);
  const order = await trx
    .selectFrom('session_orders')
    .select('is_void')
    .where('run_id', '=', target === undefined ? runId : runIdSchema.parse(target.replace('session:', '')))
    .executeTakeFirst();
  const isGone = target === undefined ? order?.is_void === 1 : order?.is_void !== 0;
  if (!isGone && (await hasSession(trx, run.source_id))) return;
  await forgetTexts(trx, trx.selectFrom('runs').select('id').where('id', '=', runId));
}

async function hasSession(trx: TablesTransaction, sourceId: string): Promise<boolean> {
  const id = sessionIdSchema.safeParse(Number(sourceId));
  if (!id.success) return false;
  const row = await trx.selectFrom('sessions').select('id').where('id', '=', id.data).executeTakeFirst();
  return row !== undefined;
}
