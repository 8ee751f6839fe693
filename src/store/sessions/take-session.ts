import { sql } from 'kysely';
import type { RecordKind } from '#schema/sessions/session.ts';
import type {
  ImportedObservation,
  ImportedPrompt,
  ImportedRecord,
  ImportedSession,
  ImportedSummary,
} from '#sources/session/transcripts/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { openSession, type SessionRow } from './session-row.ts';

interface Turn {
  promptNumber: number;
  isPrivate: boolean;
}

interface Taking {
  database: Database;
  trx: TablesTransaction;
  session: SessionRow;
  /** The turns by the keys of their prompts. */
  turns: Map<string, Turn>;
}

/** A prompt from a hook, another memory tool and a transcript has the same text and nearly the same time. */
const sameMs = 3000;
/** The number of values in one statement, which is well below what both databases allow. */
const perStatement = 100;
const beforeAny: Turn = { promptNumber: 0, isPrivate: false };

/**
 * Adds the new records of a session and leaves known ones unchanged. A session known only from an import is finished,
 * because nobody waits for its summary.
 */
export async function takeSession(
  database: Database,
  trx: TablesTransaction,
  { contentSessionId, project, records }: ImportedSession,
): Promise<{ added: number; known: number }> {
  if (records.length === 0) return { added: 0, known: 0 };
  const times = records.map(({ at }) => at);
  const firstAt = times.reduce((one, other) => Math.min(one, other));
  const lastAt = times.reduce((one, other) => Math.max(one, other));
  const opened = await openSession(database, trx, { contentSessionId, project, at: firstAt });
  const { session, isNewSession } = opened;
  const taking = { database, trx, session, turns: await findTurns(trx, session, records) };

  const prompts = await takePrompts(taking, ofKind(records, 'prompt'));
  const observations = await takeObservations(taking, ofKind(records, 'observation'));
  const summaries = await takeSummaries(taking, ofKind(records, 'summary'));
  const newest = prompts.at(-1);
  // A turn that is private now stays private, even if an earlier prompt arrives.
  const isInPrivate = session.status === 'active' && session.is_private === 1;
  const isFinished = isNewSession || session.status === 'completed';
  const updatedAt = Math.max(session.updated_at, lastAt);
  await trx
    .updateTable('sessions')
    .set({
      prompts: session.prompts + prompts.length,
      observations: session.observations + observations,
      summaries: session.summaries + summaries,
      started_at: Math.min(session.started_at, firstAt),
      updated_at: updatedAt,
      ...(isFinished ? { status: 'completed' as const, completed_at: updatedAt } : {}),
      ...(newest === undefined
        ? {}
        : { prompt_count: newest.promptNumber, is_private: Number(newest.isPrivate || isInPrivate) }),
    })
    .where('id', '=', session.id)
    .execute();
  const added = prompts.length + observations + summaries;
  return { added, known: records.length - added };
}

function ofKind<K extends ImportedRecord['kind']>(records: readonly ImportedRecord[], kind: K) {
  return records.filter((record): record is Extract<ImportedRecord, { kind: K }> => record.kind === kind);
}

/** Finds the turns of prompts that are stored. */
async function findTurns(
  trx: TablesTransaction,
  session: SessionRow,
  records: readonly ImportedRecord[],
): Promise<Map<string, Turn>> {
  const named = records.map((record) => (record.kind === 'prompt' ? record.eventKey : record.promptKey));
  const keys = [...new Set(named)].filter((key) => key !== null);
  const turns = new Map<string, Turn>();
  if (session.prompts === 0) return turns;
  for (let from = 0; from < keys.length; from += perStatement) {
    const rows = await trx
      .selectFrom('prompts')
      .select(['event_key', 'prompt_number', isPrivate])
      .where('session_id', '=', session.id)
      .where('event_key', 'in', keys.slice(from, from + perStatement))
      .execute();
    for (const row of rows) turns.set(row.event_key, toTurn(row));
  }
  return turns;
}

const isPrivate = sql<number>`case when text is null then 1 else 0 end`.as('is_private');

function toTurn(row: { prompt_number: number; is_private: number }): Turn {
  return { promptNumber: row.prompt_number, isPrivate: row.is_private === 1 };
}

/** Stores new prompts and returns their turns. */
async function takePrompts(
  { database, trx, session, turns }: Taking,
  prompts: readonly ImportedPrompt[],
): Promise<Turn[]> {
  const added: Turn[] = [];
  for (const { eventKey, text, at } of prompts) {
    if (turns.has(eventKey)) continue;
    const same = await trx
      .selectFrom('prompts')
      .select(['prompt_number', isPrivate])
      .where('session_id', '=', session.id)
      .where('created_at', '>=', at - sameMs)
      .where('created_at', '<=', at + sameMs)
      .where('text', text === null ? 'is' : '=', text)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (same !== undefined) {
      turns.set(eventKey, toTurn(same));
      continue;
    }
    const turn = { promptNumber: session.prompt_count + added.length + 1, isPrivate: text === null };
    const { id } = await trx
      .insertInto('prompts')
      .values({ ...columnsOf(session, turn, at), event_key: eventKey, text })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.recordQueue.addOne(trx, 'prompt', id);
    turns.set(eventKey, turn);
    added.push(turn);
  }
  return added;
}

async function takeObservations(
  taking: Taking,
  observations: readonly ImportedObservation[],
): Promise<number> {
  const { trx, session } = taking;
  const rows = [];
  for (const { promptKey, eventKey, toolName, cwd, toolInput, toolResponse, at } of observations) {
    const turn = await findTurn(taking, { promptKey, at });
    if (turn.isPrivate) continue;
    rows.push({
      ...columnsOf(session, turn, at),
      event_key: eventKey,
      tool_name: toolName,
      cwd,
      tool_input: toolInput,
      tool_response: toolResponse,
    });
  }
  let added = 0;
  for (let from = 0; from < rows.length; from += perStatement) {
    const written = await trx
      .insertInto('observations')
      .values(rows.slice(from, from + perStatement))
      .onConflict((conflict) => conflict.columns(['session_id', 'event_key']).doNothing())
      .returning('id')
      .execute();
    await queue(taking, 'observation', written);
    added += written.length;
  }
  return added;
}

async function takeSummaries(taking: Taking, summaries: readonly ImportedSummary[]): Promise<number> {
  const { trx, session } = taking;
  let added = 0;
  for (const { promptKey, fields, contentHash, at } of summaries) {
    const turn = await findTurn(taking, { promptKey, at });
    if (turn.isPrivate || (await isSummarized(taking, turn))) continue;
    const written = await trx
      .insertInto('session_summaries')
      .values({ ...columnsOf(session, turn, at), ...fields, content_hash: contentHash })
      .returning('id')
      .execute();
    await queue(taking, 'summary', written);
    added += written.length;
  }
  return added;
}

/** Whether the turn has a summary or will get one. */
async function isSummarized({ trx, session }: Taking, { promptNumber }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select 1 from session_summaries where session_id = ${session.id} and prompt_number = ${promptNumber}
    union all
    select 1 from session_orders where session_id = ${session.id} and prompt_number = ${promptNumber}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Finds a turn by its prompt, or by the time if the prompt is stored under another key. */
async function findTurn(
  { trx, session, turns }: Taking,
  { promptKey, at }: { promptKey: string | null; at: number },
): Promise<Turn> {
  if (promptKey === null) return beforeAny;
  const known = turns.get(promptKey);
  if (known !== undefined) return known;
  const row = await trx
    .selectFrom('prompts')
    .select(['prompt_number', isPrivate])
    .where('session_id', '=', session.id)
    .where('created_at', '<=', at + sameMs)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const turn = row === undefined ? beforeAny : toTurn(row);
  turns.set(promptKey, turn);
  return turn;
}

function columnsOf({ id, project }: SessionRow, { promptNumber }: Turn, at: number) {
  return { session_id: id, project, prompt_number: promptNumber, created_at: at };
}

/** Queues the rows for the search index. */
async function queue({ database, trx }: Taking, kind: RecordKind, rows: { id: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await database.recordQueue.add(trx, kind, sql`id in (${sql.join(rows.map(({ id }) => id))})`);
}
