import { type Kysely, sql } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import { cardCharacters, type SessionCard } from '#sources/session/ports.ts';
import type { Database, OpenedDatabase } from '#store/database.ts';
import { prepareQuery } from '#store/prepared-query.ts';
import type { Tables } from '#store/tables.ts';
import { cutCharacters } from '#text/sentences/cut-text.ts';
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

/** Reads the cards in no order. */
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
  // Most texts are short, and checking their length is cheaper than cutting them.
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

type ReadByIds<R> = (
  { dialect }: Pick<OpenedDatabase, 'dialect'>,
  db: Kysely<Tables>,
  ids: readonly number[],
) => Promise<R[]>;

/**
 * Prepares a select for any list of ids. The list is one value, so that the statement is the same for each length.
 */
export function readByIds<R>(select: string): ReadByIds<R> {
  const start = sql.raw(`${select} where id`);
  const onSqlite = prepareQuery<{ ids: string }, R>(
    (_, { ids }) => sql<R>`${start} in (select value from json_each(${ids}))`,
  );
  const onPostgres = prepareQuery<{ ids: readonly number[] }, R>(
    (_, { ids }) => sql<R>`${start} = any(${ids}::bigint[])`,
  );
  return async ({ dialect }, db, ids) => {
    if (ids.length === 0) return [];
    const { rows } = await (dialect === 'sqlite'
      ? onSqlite.execute(db, { ids: JSON.stringify(ids) })
      : onPostgres.execute(db, { ids }));
    return rows;
  };
}
