import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { cardCharacters, type SessionCard } from '#sources/session/ports.ts';
import type { Tables } from '#store/tables.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import { recordTables } from './session-tables.ts';

/** Columns of the title and of the text. */
const columns: Record<RecordKind, { title: RawBuilder<string>; texts: string[] }> = {
  prompt: { title: sql`''`, texts: ['text'] },
  observation: { title: sql`tool_name`, texts: ['tool_input', 'tool_response'] },
  summary: { title: sql`request`, texts: ['investigated', 'learned', 'completed', 'next_steps', 'notes'] },
};

interface CardRow {
  id: number;
  session_id: SessionId;
  project: string;
  prompt_number: number;
  created_at: number;
  title: string;
  text: string;
}

/** In no order. */
export async function readCards(db: Kysely<Tables>, kind: RecordKind, ids: number[]): Promise<SessionCard[]> {
  if (ids.length === 0) return [];
  const { title, texts } = columns[kind];
  const parts = texts.map(
    (column) => sql`substr(coalesce(${sql.ref(column)}, ''), 1, ${sql.lit(cardCharacters)})`,
  );
  const { rows } = await sql<CardRow>`
    select id, session_id, project, prompt_number, created_at, ${title} as title,
      ${sql.join(parts, sql` || ${'\n'} || `)} as text
    from ${sql.table(recordTables[kind])} where id in (${sql.join(ids)})
  `.execute(db);
  return rows.map((row) => ({
    kind,
    id: row.id,
    sessionId: row.session_id,
    project: row.project,
    promptNumber: row.prompt_number,
    createdAt: row.created_at,
    title: row.title,
    text: cutCharacters(row.text, cardCharacters),
  }));
}
