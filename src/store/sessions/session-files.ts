import { type Selectable, sql } from 'kysely';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { importLines } from './session-import.ts';
import { selectObservations, selectPrompts, selectSummaries, toFields } from './session-row.ts';
import type { SessionsTable } from './session-tables.ts';

type Page = Parameters<SessionStore['exportLines']>[1];
type Line = { number: number; line: ExportLine };

export function createSessionFiles(database: Database): Pick<SessionStore, 'exportLines' | 'importLines'> {
  return {
    exportLines: (type, page) => exporters[type](database, page),
    importLines: (lines) => database.transaction((trx) => importLines(database, trx, lines)),
  };
}

const exporters: Record<'session' | RecordKind, (database: Database, page: Page) => Promise<Line[]>> = {
  async session({ db }, page) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where(onPage('sessions', page))
      .orderBy('id')
      .limit(page.limit)
      .execute();
    return rows.map((row) => ({
      number: row.id,
      line: {
        type: 'session',
        ...nameOf(row),
        status: row.status,
        startedAt: row.started_at,
        completedAt: row.completed_at,
      },
    }));
  },

  async prompt({ db }, page) {
    const rows = await selectPrompts(db)
      .where(onPage('prompts', page))
      .orderBy('prompts.id')
      .limit(page.limit)
      .execute();
    return rows.map((row) => ({
      number: row.id,
      line: { type: 'prompt', ...nameOf(row), ...placeOf(row), text: row.text, eventKey: row.event_key },
    }));
  },

  async observation({ db }, page) {
    const rows = await selectObservations(db)
      .where(onPage('observations', page))
      .orderBy('observations.id')
      .limit(page.limit)
      .execute();
    return rows.map((row) => ({
      number: row.id,
      line: {
        type: 'observation',
        ...nameOf(row),
        ...placeOf(row),
        toolName: row.tool_name,
        toolInput: row.tool_input,
        toolResponse: row.tool_response,
        cwd: row.cwd,
        eventKey: row.event_key,
      },
    }));
  },

  async summary({ db }, page) {
    const rows = await selectSummaries(db)
      .where(onPage('session_summaries', page))
      .orderBy('session_summaries.id')
      .limit(page.limit)
      .execute();
    return rows.map((row) => ({
      number: row.id,
      line: { type: 'summary', ...nameOf(row), ...placeOf(row), ...toFields(row) },
    }));
  },
};

function onPage(table: string, { after, project }: Page) {
  const following = sql<boolean>`${sql.ref(`${table}.id`)} > ${after}`;
  return project === undefined
    ? following
    : sql<boolean>`${following} and ${sql.ref(`${table}.project`)} = ${project}`;
}

function nameOf(row: Pick<Selectable<SessionsTable>, 'content_session_id' | 'project'>) {
  return { contentSessionId: row.content_session_id, project: row.project };
}

function placeOf(row: { prompt_number: number; created_at: number }) {
  return { promptNumber: row.prompt_number, createdAt: row.created_at };
}
