import type { DatabaseSync } from 'node:sqlite';
import { hashText } from '#app/wiring/system-ports.ts';
import {
  type ClaudeMemRow,
  type ClaudeMemTable,
  claudeMemTables,
  readClaudeMemRow,
} from '#sources/session/transcripts/claude-mem.ts';
import { textOf } from '#sources/session/transcripts/raw-event.ts';
import { type BatchBuilder } from './batch-builder.ts';
import { type ImportJob } from './import-job.ts';
import { columnsOf, openForReading } from './open-database.ts';

type DatabaseJob = Extract<ImportJob, { kind: 'database' }>;

const perPage = 200;

/** Adds new rows of a claude-mem database. Yields whenever the batch may be sent. */
export function* readClaudeMem(
  { path, places }: DatabaseJob,
  { builder }: { builder: BatchBuilder },
): Generator<void> {
  const database = openForReading(path);
  try {
    for (const table of claudeMemTables) {
      const query = queryOf(database, table);
      if (query === null) continue;
      const statement = database.prepare(query);
      for (let position = places[table]?.position ?? 0; ; ) {
        const rows = statement.all(position).map(toRow);
        for (const row of rows)
          for (const line of readClaudeMemRow({ hash: hashText }, { table, row })) builder.addLine(line);
        position = rows.at(-1)?.id ?? position;
        if (rows.length > 0)
          builder.note({ client: 'claude-mem', path: `${path}#${table}`, position, mark: '' });
        yield;
        if (rows.length < perPage) break;
      }
    }
  } finally {
    database.close();
  }
}

/** Returns the query, or null if this version of claude-mem has no such table. Columns have had two names each. */
function queryOf(database: DatabaseSync, table: ClaudeMemTable): string | null {
  const columns = columnsOf(database, table);
  const sessions = columnsOf(database, 'sdk_sessions');
  const pick = (of: Set<string>, names: string[]) => names.find((name) => of.has(name)) ?? null;
  const content = pick(sessions, ['content_session_id', 'claude_session_id']);
  const own = table === 'user_prompts' ? content : pick(sessions, ['memory_session_id', 'sdk_session_id']);
  const key = table === 'user_prompts' ? pick(columns, ['content_session_id', 'claude_session_id']) : own;
  if (content === null || own === null || key === null || !columns.has(key)) return null;
  if (!columns.has('created_at_epoch')) return null;
  const ofSession = (column: string) =>
    `coalesce((select s.${column} from sdk_sessions s where s.${own} = t.${key} limit 1), '')`;
  const name = table === 'user_prompts' ? `t.${key}` : ofSession(content);
  const project = columns.has('project') ? 't.project' : ofSession('project');
  return `select t.*, ${name} as precis_session, ${project} as precis_project from ${table} t
    where t.id > ? order by t.id limit ${perPage}`;
}

function toRow(row: Record<string, unknown>): ClaudeMemRow {
  return {
    ...row,
    id: Number(row.id),
    session: textOf(row.precis_session),
    project: textOf(row.precis_project),
    at: Number(row.created_at_epoch),
  };
}
