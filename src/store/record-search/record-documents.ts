import { type Selectable, sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { TablesTransaction } from '#store/database.ts';
import {
  type ObservationsTable,
  type PromptsTable,
  recordTables,
  type SessionSummariesTable,
} from '#store/sessions/session-tables.ts';
import { type LeveledText, levelTerms } from '#text/search-levels.ts';
import { kindMark, projectMark, type RecordDocument, sessionMark } from './record-index.ts';

type Rows = {
  prompt: Selectable<PromptsTable>;
  observation: Selectable<ObservationsTable>;
  summary: Selectable<SessionSummariesTable>;
};

/** What a search looks for in a record. */
const textsOf: { [K in RecordKind]: (row: Rows[K]) => LeveledText } = {
  prompt: (row) => ({ title: '', text: row.text ?? '' }),
  observation: (row) => ({ title: row.tool_name, text: [row.tool_input, row.tool_response].join('\n') }),
  summary: (row) => ({
    title: row.request,
    text: [row.investigated, row.learned, row.completed, row.next_steps, row.notes].join('\n'),
  }),
};

/** Those that still exist. */
export async function readDocuments<K extends RecordKind>(
  trx: TablesTransaction,
  kind: K,
  ids: number[],
): Promise<RecordDocument[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Rows[K]>`
    select * from ${sql.table(recordTables[kind])} where id in (${sql.join(ids)})
  `.execute(trx);
  return rows.map((row) => ({
    kind,
    id: row.id,
    at: row.created_at,
    terms: levelTerms(textsOf[kind](row)),
    marks: [kindMark(kind), sessionMark(row.session_id), projectMark(row.project)],
  }));
}
