import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { cardCharacters, type SessionCard } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import { readByIds } from './read-by-ids.ts';
import { recordTables, recordTexts } from './session-tables.ts';

interface CardRow {
  id: number;
  session_id: SessionId;
  project: string;
  prompt_number: number;
  created_at: number;
  title: string;
  text: string;
  bytes: number;
}

const selects: Record<RecordKind, ReturnType<typeof selectCards>> = {
  prompt: selectCards('prompt'),
  observation: selectCards('observation'),
  summary: selectCards('summary'),
};

/** In no order. */
export async function readCards(
  database: Pick<Database, 'db' | 'dialect'>,
  kind: RecordKind,
  ids: number[],
): Promise<SessionCard[]> {
  const rows = await selects[kind](database, database.db, ids);
  return rows.map((row) => ({
    kind,
    id: row.id,
    sessionId: row.session_id,
    project: row.project,
    promptNumber: row.prompt_number,
    createdAt: row.created_at,
    title: row.title,
    text: cutCharacters(row.text, cardCharacters),
    bytes: row.bytes,
  }));
}

function selectCards(kind: RecordKind) {
  const { title, texts } = recordTexts[kind];
  // Most texts are short, and to look at their length is cheaper than to cut them.
  const parts = texts.map(
    (column) =>
      `coalesce(case when octet_length(${column}) <= ${cardCharacters} then ${column}
        else substr(${column}, 1, ${cardCharacters}) end, '')`,
  );
  const lengths = [title, ...texts].map((column) => `coalesce(octet_length(${column}), 0)`);
  return readByIds<CardRow>(
    `select id, session_id, project, prompt_number, created_at, ${title} as title,
      ${parts.join(` || '\n' || `)} as text, ${lengths.join(' + ')} + ${texts.length - 1} as bytes
      from ${recordTables[kind]}`,
  );
}
