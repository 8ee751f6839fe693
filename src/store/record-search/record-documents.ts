import { CompiledQuery } from 'kysely';
import type { RecordKind, SessionId } from '#schema/sessions/session.ts';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { nameText } from '#store/prepared-query.ts';
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

const statements: Record<RecordKind, Record<OpenedDatabase['dialect'], string>> = {
  prompt: selectTexts('prompt'),
  observation: selectTexts('observation'),
  summary: selectTexts('summary'),
};

/** Those that still exist. */
export async function readDocuments(
  { dialect }: Pick<OpenedDatabase, 'dialect'>,
  trx: TablesTransaction,
  { kind, ids }: { kind: RecordKind; ids: number[] },
): Promise<RecordDocument[]> {
  if (ids.length === 0) return [];
  const { rows } = await trx.executeQuery<Row>(
    CompiledQuery.raw(statements[kind][dialect], [dialect === 'sqlite' ? JSON.stringify(ids) : ids]),
  );
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
  const select = `select id, session_id, project, created_at, ${title} as title, ${parts.join(` || '\n' || `)} as text
    from ${recordTables[kind]} where id`;
  const postgres = `${select} = any($1::bigint[])`;
  nameText(postgres);
  return { sqlite: `${select} in (select value from json_each(?1))`, postgres };
}
