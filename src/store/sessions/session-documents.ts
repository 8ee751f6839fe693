import type { Selectable } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { type SessionDocument, toDocument } from './session-index.ts';
import type { ObservationsTable, PromptsTable, SessionSummariesTable } from './session-tables.ts';

type Rows = {
  prompt: Selectable<PromptsTable>;
  observation: Selectable<ObservationsTable>;
  summary: Selectable<SessionSummariesTable>;
};

/** What a search looks for in a record. */
const documentsOf: { [K in RecordKind]: (row: Rows[K]) => SessionDocument } = {
  prompt: (row) => toDocument({ ...row, text: row.text ?? '' }),
  observation: (row) =>
    toDocument({ ...row, text: [row.tool_name, row.tool_input, row.tool_response].join('\n') }),
  summary: (row) =>
    toDocument({
      ...row,
      text: [row.request, row.investigated, row.learned, row.completed, row.next_steps, row.notes].join('\n'),
    }),
};

export async function indexRecords<K extends RecordKind>(
  { sessionSearch }: Database,
  trx: TablesTransaction,
  { kind, rows }: { kind: K; rows: Rows[K][] },
): Promise<void> {
  await sessionSearch[kind].put(trx, rows.map(documentsOf[kind]));
}

/** After its project changed. */
export async function indexSession(
  database: Database,
  trx: TablesTransaction,
  sessionId: SessionId,
): Promise<void> {
  const prompts = await trx.selectFrom('prompts').selectAll().where('session_id', '=', sessionId).execute();
  await indexRecords(database, trx, { kind: 'prompt', rows: prompts });
  const observations = await trx
    .selectFrom('observations')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();
  await indexRecords(database, trx, { kind: 'observation', rows: observations });
  const summaries = await trx
    .selectFrom('session_summaries')
    .selectAll()
    .where('session_id', '=', sessionId)
    .execute();
  await indexRecords(database, trx, { kind: 'summary', rows: summaries });
}
