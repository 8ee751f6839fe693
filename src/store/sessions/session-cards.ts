import { CompiledQuery } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { cardCharacters, type SessionCard } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
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

/** Ready: to build them again for each page costs more than to run them. */
const statements: Record<RecordKind, string> = {
  prompt: selectCards('prompt'),
  observation: selectCards('observation'),
  summary: selectCards('summary'),
};

/** In no order. */
export async function readCards(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  kind: RecordKind,
  ids: number[],
): Promise<SessionCard[]> {
  if (ids.length === 0) return [];
  const statement =
    dialect === 'sqlite'
      ? CompiledQuery.raw(`${statements[kind]} in (select value from json_each(?1))`, [JSON.stringify(ids)])
      : CompiledQuery.raw(`${statements[kind]} = any($1::bigint[])`, [ids]);
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

function selectCards(kind: RecordKind): string {
  const { title, texts } = recordTexts[kind];
  const parts = texts.map((column) => `substr(coalesce(${column}, ''), 1, ${cardCharacters})`);
  const lengths = [title, ...texts].map((column) => `octet_length(coalesce(${column}, ''))`);
  return `select id, session_id, project, prompt_number, created_at, ${title} as title,
    ${parts.join(` || '\n' || `)} as text, ${lengths.join(' + ')} + ${texts.length - 1} as bytes
    from ${recordTables[kind]} where id`;
}
