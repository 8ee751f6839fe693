import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { cardCharacters, type SessionCard } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { readyStatement } from '#store/ready-statement.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
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

/** In the order in which they are selected. */
type CardValues = [
  id: number,
  sessionId: SessionId,
  project: string,
  promptNumber: number,
  createdAt: number,
  title: string,
  text: string,
  bytes: number,
];

/** Ready: to build them again for each page costs more than to run them. */
const statements = {
  prompt: selectCards('prompt'),
  observation: selectCards('observation'),
  summary: selectCards('summary'),
} satisfies Record<RecordKind, unknown>;

/** In no order. */
export async function readCards(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  kind: RecordKind,
  ids: number[],
): Promise<SessionCard[]> {
  if (ids.length === 0) return [];
  const statement =
    dialect === 'sqlite' ? statements[kind].sqlite([JSON.stringify(ids)]) : statements[kind].postgres([ids]);
  const { rows } = await db.executeQuery<CardRow>(statement);
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
  const table = recordTables[kind];
  // Most texts are short, and to look at their length is cheaper than to cut them.
  const parts = texts.map(
    (column) =>
      `coalesce(case when octet_length(${column}) <= ${cardCharacters} then ${column}
        else substr(${column}, 1, ${cardCharacters}) end, '')`,
  );
  const lengths = [title, ...texts].map((column) => `coalesce(octet_length(${column}), 0)`);
  const select = `select ${table}.id as id, session_id, project, prompt_number, created_at, ${title} as title,
    ${parts.join(` || '\n' || `)} as text, ${lengths.join(' + ')} + ${texts.length - 1} as bytes`;
  return {
    // For `in`, SQLite would first sort the ids into a table.
    sqlite: readyStatement(
      `${select} from json_each(?1) as asked cross join ${table} where ${table}.id = asked.value`,
      toRow,
    ),
    postgres: readyStatement<CardRow>(`${select} from ${table} where id = any($1::bigint[])`),
  };
}

function toRow(values: CardValues): CardRow {
  return {
    id: values[0],
    session_id: values[1],
    project: values[2],
    prompt_number: values[3],
    created_at: values[4],
    title: values[5],
    text: values[6],
    bytes: values[7],
  };
}
