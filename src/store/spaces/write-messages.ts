import { type Insertable, type Selectable, sql } from 'kysely';
import { parseJson } from '#schema/parse-json.ts';
import { type Message, replyReadSchema, type ThreadId } from '#schema/spaces/space.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import { indexTerms } from '#text/search-terms.ts';
import type { MessagesTable } from './space-tables.ts';
import type { ThreadRow } from './thread-row.ts';

interface NewTail {
  /** The thread is locked by the caller. */
  thread: ThreadRow;
  /** Messages after this place are removed. The caller knows that no summary covers them. */
  afterSeq: number;
  message: Omit<Message, 'seq'>;
  at: number;
}

/** Replaces all messages after a place with this one, which gets a new place. */
export async function replaceTail(
  database: Database,
  trx: TablesTransaction,
  { thread, afterSeq, message, at }: NewTail,
): Promise<Message> {
  const removed = await removeAfter(database, trx, { thread, afterSeq });
  const seq = thread.last_seq + 1;
  const row = await trx
    .insertInto('messages')
    .values(toMessageRow({ ...message, seq }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await database.search.messages.put(trx, [{ id: row.number, title: '', body: indexTerms(row.text) }]);
  const tokens = row.tokens - removed.tokens;
  await trx
    .updateTable('threads')
    .set({
      revision: thread.revision + 1,
      message_count: thread.message_count - removed.count + 1,
      last_seq: seq,
      total_tokens: thread.total_tokens + tokens,
      live_tokens: thread.live_tokens + tokens,
      updated_at: at,
    })
    .where('id', '=', thread.id)
    .execute();
  return toMessage(row);
}

/** Reads the user's newest message, which an answer answers and an edit replaces. */
export async function readQuestion(trx: TablesTransaction, threadId: ThreadId): Promise<Message | null> {
  const row = await trx
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('role', '=', 'user')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toMessage(row) : null;
}

async function removeAfter(
  { search }: Database,
  trx: TablesTransaction,
  { thread, afterSeq }: Pick<NewTail, 'thread' | 'afterSeq'>,
): Promise<{ count: number; tokens: number }> {
  if (afterSeq >= thread.last_seq) return { count: 0, tokens: 0 };
  await search.messages.remove(trx, sql`thread_id = ${thread.id} and seq > ${afterSeq}`);
  const removed = await trx
    .deleteFrom('messages')
    .where('thread_id', '=', thread.id)
    .where('seq', '>', afterSeq)
    .returning('tokens')
    .execute();
  return { count: removed.length, tokens: removed.reduce((sum, { tokens }) => sum + tokens, 0) };
}

function toMessageRow(message: Message): Insertable<MessagesTable> {
  return {
    id: message.id,
    thread_id: message.threadId,
    seq: message.seq,
    role: message.role,
    tokens: message.tokens,
    run_id: message.runId,
    provider: message.provider,
    model: message.model,
    created_at: message.createdAt,
    read_json: message.read === undefined ? null : toStoredJson(message.read),
    stopped_by: message.stoppedBy ?? null,
    text: message.text,
  };
}

export function toMessage(row: Selectable<MessagesTable>): Message {
  // A message without it is still complete.
  const read = row.read_json === null ? undefined : replyReadSchema.safeParse(parseJson(row.read_json)).data;
  return {
    id: row.id,
    threadId: row.thread_id,
    seq: row.seq,
    role: row.role,
    text: row.text,
    tokens: row.tokens,
    runId: row.run_id,
    provider: row.provider,
    model: row.model,
    ...(read && { read }),
    ...(row.stopped_by !== null && { stoppedBy: row.stopped_by }),
    createdAt: row.created_at,
  };
}
