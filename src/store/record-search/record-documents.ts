import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { readByIds } from '#store/sessions/read-by-ids.ts';
import { recordTables, recordTexts } from '#store/sessions/session-tables.ts';
import { levelTerms } from '#text/search-levels.ts';
import type { RecordDocument } from './record-index.ts';

interface Row {
  id: number;
  session_id: SessionId;
  project: string;
  created_at: number;
  title: string;
  text: string;
}

const selects: Record<RecordKind, ReturnType<typeof selectTexts>> = {
  prompt: selectTexts('prompt'),
  observation: selectTexts('observation'),
  summary: selectTexts('summary'),
};

/** Those that still exist. */
export async function readDocuments(
  database: Pick<OpenedDatabase, 'dialect'>,
  trx: TablesTransaction,
  { kind, ids }: { kind: RecordKind; ids: number[] },
): Promise<RecordDocument[]> {
  const rows = await selects[kind](database, trx, ids);
  return rows.map(({ id, session_id, project, created_at, title, text }) => ({
    kind,
    id,
    at: created_at,
    terms: levelTerms({ title, text }),
    project,
    sessionId: session_id,
  }));
}

function selectTexts(kind: RecordKind) {
  const { title, texts } = recordTexts[kind];
  const parts = texts.map((column) => `coalesce(${column}, '')`);
  return readByIds<Row>(
    `select id, session_id, project, created_at, ${title} as title, ${parts.join(` || '\n' || `)} as text
      from ${recordTables[kind]}`,
  );
}
