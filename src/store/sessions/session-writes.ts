import type { Insertable, Selectable } from 'kysely';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import {
  openSession,
  type SessionRow,
  selectObservations,
  selectPrompts,
  toHappeningColumns,
  toObservation,
  toPrompt,
  toSession,
  toSessionSummary,
} from './session-row.ts';
import { addSummaryRow, findRunMade } from './session-summary.ts';
import type { ObservationsTable, PromptsTable } from './session-tables.ts';

type Writes = Pick<
  SessionStore,
  'addPrompt' | 'addObservation' | 'addSummary' | 'openSession' | 'completeSession'
>;

const insertPrompt = prepareQuery<Insertable<PromptsTable>, Selectable<PromptsTable>>((db, row) =>
  db
    .insertInto('prompts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['session_id', 'event_key']).doNothing())
    .returningAll(),
);

const insertObservation = prepareQuery<Insertable<ObservationsTable>, Selectable<ObservationsTable>>(
  (db, row) =>
    db
      .insertInto('observations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['session_id', 'event_key']).doNothing())
      .returningAll(),
);

const updateForPrompt = prepareQuery<SessionRow>((db, values) =>
  db
    .updateTable('sessions')
    .set({
      prompt_count: values.prompt_count,
      is_private: values.is_private,
      prompts: values.prompts,
      status: values.status,
      completed_at: values.completed_at,
      updated_at: values.updated_at,
    })
    .where('id', '=', values.id),
);

const updateForObservation = prepareQuery<Pick<SessionRow, 'id' | 'observations' | 'updated_at'>>(
  (db, { id, observations, updated_at }) =>
    db.updateTable('sessions').set({ observations, updated_at }).where('id', '=', id),
);

const findPrompt = prepareQuery<
  Pick<Selectable<PromptsTable>, 'session_id' | 'event_key'>,
  Pick<Selectable<PromptsTable>, 'prompt_number' | 'text'>
>((db, { session_id, event_key }) =>
  db
    .selectFrom('prompts')
    .select(['prompt_number', 'text'])
    .where('session_id', '=', session_id)
    .where('event_key', '=', event_key),
);

/** Stores incoming events. Each is one transaction that locks the session, so that equal events become one. */
export function createSessionWrites(database: Database): Writes {
  const { db, transaction } = database;
  return {
    addPrompt: ({ text, eventKey, at, ...opening }) =>
      transaction(async (trx) => {
        const { session, isNewSession } = await openSession(database, trx, { ...opening, at });
        const promptNumber = session.prompt_count + 1;
        const { rows } = await insertPrompt.execute(trx, {
          ...toHappeningColumns(session, at),
          prompt_number: promptNumber,
          event_key: eventKey,
          text,
        });
        const [row] = rows;
        if (!row) {
          const known = await selectPrompts(trx)
            .where('prompts.session_id', '=', session.id)
            .where('prompts.event_key', '=', eventKey)
            .executeTakeFirstOrThrow();
          return { session: toSession(session), prompt: toPrompt(known), isNew: false, isNewSession };
        }
        await database.recordQueue.addOne(trx, 'prompt', row.id);
        const updated = {
          ...session,
          prompt_count: promptNumber,
          is_private: Number(text === null),
          prompts: session.prompts + 1,
          status: 'active' as const,
          completed_at: null,
          // The session must not become older when a clock was set back.
          updated_at: Math.max(session.updated_at, at),
        };
        await updateForPrompt.execute(trx, updated);
        const { content_session_id } = session;
        return {
          session: toSession(updated),
          prompt: toPrompt({ ...row, content_session_id }),
          isNew: true,
          isNewSession,
        };
      }),

    addObservation: ({ contentSessionId, eventKey, promptKey, at, toolName, toolInput, toolResponse, cwd }) =>
      transaction(async (trx) => {
        const { session, isNewSession } = await openSession(database, trx, { contentSessionId, at });
        const turn = await findTurn(trx, session, promptKey);
        if (turn.isPrivate) return { kind: 'private' as const, session: toSession(session) };
        const { rows } = await insertObservation.execute(trx, {
          ...toHappeningColumns(session, at),
          prompt_number: turn.promptNumber,
          event_key: eventKey,
          tool_name: toolName,
          cwd,
          tool_input: toolInput,
          tool_response: toolResponse,
        });
        const [row] = rows;
        if (!row) {
          const known = await selectObservations(trx)
            .where('observations.session_id', '=', session.id)
            .where('observations.event_key', '=', eventKey)
            .executeTakeFirstOrThrow();
          return {
            kind: 'stored' as const,
            session: toSession(session),
            observation: toObservation(known),
            isNew: false,
            isNewSession,
          };
        }
        await database.recordQueue.addOne(trx, 'observation', row.id);
        const updated = {
          ...session,
          observations: session.observations + 1,
          updated_at: Math.max(session.updated_at, at),
        };
        await updateForObservation.execute(trx, updated);
        const observation = toObservation({ ...row, content_session_id: contentSessionId });
        return {
          kind: 'stored' as const,
          session: toSession(updated),
          observation,
          isNew: true,
          isNewSession,
        };
      }),

    addSummary: ({ contentSessionId, fields, contentHash, promptKey, at }) =>
      transaction(async (trx) => {
        const { session, isNewSession } = await openSession(database, trx, { contentSessionId, at });
        const { isPrivate, promptNumber } = await findTurn(trx, session, promptKey);
        if (isPrivate) return { kind: 'private' as const, session: toSession(session) };
        const made = promptKey === null ? undefined : await findRunMade(trx, { session, promptNumber });
        if (made !== undefined) {
          const summary = toSessionSummary({ ...made, content_session_id: contentSessionId });
          return {
            kind: 'stored' as const,
            session: toSession(session),
            summary,
            isNew: false,
            isNewSession,
          };
        }
        const { row, isNew } = await addSummaryRow(database, trx, {
          session,
          promptNumber,
          fields,
          contentHash,
          run: null,
          at,
        });
        const summary = toSessionSummary({ ...row, content_session_id: contentSessionId });
        const updatedAt = isNew ? Math.max(session.updated_at, at) : session.updated_at;
        const updated = { ...session, updated_at: updatedAt };
        return { kind: 'stored' as const, session: toSession(updated), summary, isNew, isNewSession };
      }),

    openSession: (contentSessionId, at) =>
      transaction(async (trx) => {
        const { session, isNewSession } = await openSession(database, trx, { contentSessionId, at });
        return { session: toSession(session), isNewSession };
      }),

    async completeSession(contentSessionId, at) {
      const row = await db
        .updateTable('sessions')
        .set({ status: 'completed', completed_at: at, updated_at: at })
        .where('content_session_id', '=', contentSessionId)
        .where('status', '=', 'active')
        .returningAll()
        .executeTakeFirst();
      return row ? toSession(row) : null;
    },
  };
}

/** Finds the turn of an event: that of the prompt it names, or the newest one. */
async function findTurn(
  trx: TablesTransaction,
  session: SessionRow,
  promptKey: string | null,
): Promise<{ promptNumber: number; isPrivate: boolean }> {
  const prompt =
    promptKey === null
      ? undefined
      : (await findPrompt.execute(trx, { session_id: session.id, event_key: promptKey })).rows[0];
  return prompt === undefined
    ? { promptNumber: session.prompt_count, isPrivate: session.is_private === 1 }
    : { promptNumber: prompt.prompt_number, isPrivate: prompt.text === null };
}
