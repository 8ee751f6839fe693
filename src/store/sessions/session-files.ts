import { type Selectable, sql } from 'kysely';
import type { ExportLine } from '#schema/sessions/export-wire.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import {
  openSession,
  type SessionRow,
  selectObservations,
  selectPrompts,
  selectSummaries,
  toFields,
} from './session-row.ts';
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

type Lines = Parameters<SessionStore['importLines']>[0];
type RecordLine = Exclude<ExportLine, { type: 'session' }>;
type LineOf<K extends RecordKind> = Extract<RecordLine, { type: K }>;

/** Imports records. Existing records are unchanged, and so is a prompt whose number is taken. */
export async function importLines(
  database: Database,
  trx: TablesTransaction,
  lines: Lines,
): Promise<{ added: number; known: number }> {
  const { sessions, newSessions } = await openSessions(database, trx, lines);
  const sessionOf = ({ contentSessionId }: ExportLine) => sessions.get(contentSessionId) as SessionRow;
  const added = {
    prompt: await addPrompts(database, trx, pick(lines, 'prompt', sessionOf)),
    observation: await addObservations(database, trx, pick(lines, 'observation', sessionOf)),
    summary: await addSummaries(database, trx, pick(lines, 'summary', sessionOf)),
  };
  for (const session of sessions.values()) {
    const own = lines.filter(({ line }) => line.contentSessionId === session.content_session_id);
    await updateSession(trx, { session, lines: own, added });
  }
  const rows = Object.values(added).reduce((sum, one) => sum + one.length, 0);
  return { added: newSessions + rows, known: lines.length - newSessions - rows };
}

/** Opens sessions in the order of their names, so that two imports of the same sessions do not deadlock. */
async function openSessions(
  database: Database,
  trx: TablesTransaction,
  lines: Lines,
): Promise<{ sessions: Map<string, SessionRow>; newSessions: number }> {
  const sessions = new Map<string, SessionRow>();
  let newSessions = 0;
  for (const { line } of lines.toSorted(byName)) {
    const { contentSessionId, project } = line;
    const known = sessions.get(contentSessionId);
    if (known !== undefined && (line.type === 'session' || known.project !== '' || project === '')) continue;
    const at = line.type === 'session' ? line.startedAt : line.createdAt;
    const { session, isNewSession } = await openSession(database, trx, { contentSessionId, project, at });
    sessions.set(contentSessionId, session);
    if (!isNewSession || line.type !== 'session') continue;
    newSessions += 1;
    const { status, completedAt } = line;
    await trx
      .updateTable('sessions')
      .set({ status, completed_at: completedAt })
      .where('id', '=', session.id)
      .execute();
  }
  return { sessions, newSessions };
}

/** Sorts the line of a session before the lines of its content. */
function byName({ line: one }: Lines[number], { line: other }: Lines[number]): number {
  if (one.contentSessionId !== other.contentSessionId)
    return one.contentSessionId < other.contentSessionId ? -1 : 1;
  return Number(other.type === 'session') - Number(one.type === 'session');
}

interface Picked<K extends RecordKind> {
  line: LineOf<K>;
  contentHash: string;
  /** The columns that say where the record belongs. */
  columns: { session_id: SessionRow['id']; project: string; prompt_number: number; created_at: number };
}

function pick<K extends RecordKind>(
  lines: Lines,
  kind: K,
  sessionOf: (line: ExportLine) => SessionRow,
): Picked<K>[] {
  const isOfKind = (line: ExportLine): line is LineOf<K> => line.type === kind;
  return lines.flatMap(({ line, contentHash }) => {
    if (!isOfKind(line)) return [];
    const { promptNumber, createdAt }: RecordLine = line;
    const { id, project } = sessionOf(line);
    const columns = { session_id: id, project, prompt_number: promptNumber, created_at: createdAt };
    return [{ line, contentHash: contentHash ?? '', columns }];
  });
}

async function addPrompts(database: Database, trx: TablesTransaction, picked: Picked<'prompt'>[]) {
  if (picked.length === 0) return [];
  const rows = await trx
    .insertInto('prompts')
    .values(picked.map(({ line, columns }) => ({ ...columns, event_key: line.eventKey, text: line.text })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  await queueRows(database, trx, 'prompt', rows);
  return rows;
}

async function addObservations(database: Database, trx: TablesTransaction, picked: Picked<'observation'>[]) {
  if (picked.length === 0) return [];
  const rows = await trx
    .insertInto('observations')
    .values(
      picked.map(({ line, columns }) => ({
        ...columns,
        event_key: line.eventKey,
        tool_name: line.toolName,
        cwd: line.cwd,
        tool_input: line.toolInput,
        tool_response: line.toolResponse,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  await queueRows(database, trx, 'observation', rows);
  return rows;
}

async function addSummaries(database: Database, trx: TablesTransaction, picked: Picked<'summary'>[]) {
  if (picked.length === 0) return [];
  const rows = await trx
    .insertInto('session_summaries')
    .values(
      picked.map(({ line, columns, contentHash }) => ({
        ...columns,
        ...toFields({ ...line, notes: line.notes ?? null }),
        content_hash: contentHash,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  await queueRows(database, trx, 'summary', rows);
  return rows;
}

/** Queues the rows for the search index. */
async function queueRows(
  { recordQueue }: Database,
  trx: TablesTransaction,
  kind: RecordKind,
  rows: { id: number }[],
): Promise<void> {
  if (rows.length > 0) await recordQueue.add(trx, kind, sql`id in (${sql.join(rows.map(({ id }) => id))})`);
}

type Added = {
  prompt: Awaited<ReturnType<typeof addPrompts>>;
  observation: Awaited<ReturnType<typeof addObservations>>;
  summary: Awaited<ReturnType<typeof addSummaries>>;
};

async function updateSession(
  trx: TablesTransaction,
  { session, lines, added }: { session: SessionRow; lines: Lines; added: Added },
): Promise<void> {
  const isOwn = (row: { session_id: SessionRow['id'] }) => row.session_id === session.id;
  const prompts = added.prompt.filter(isOwn);
  const newest = prompts.reduce<(typeof prompts)[number] | null>(
    (best, row) => (row.prompt_number > (best?.prompt_number ?? session.prompt_count) ? row : best),
    null,
  );
  const times = lines.map(({ line }) =>
    line.type === 'session' ? (line.completedAt ?? line.startedAt) : line.createdAt,
  );
  await trx
    .updateTable('sessions')
    .set({
      prompts: session.prompts + prompts.length,
      observations: session.observations + added.observation.filter(isOwn).length,
      summaries: session.summaries + added.summary.filter(isOwn).length,
      updated_at: Math.max(session.updated_at, ...times),
      ...(newest === null
        ? {}
        : { prompt_count: newest.prompt_number, is_private: Number(newest.text === null) }),
    })
    .where('id', '=', session.id)
    .execute();
}
