import type { Insertable, Selectable } from 'kysely';
import { parseJson } from '#schema/parse-json.ts';
import { type Message, replyReadSchema } from '#schema/spaces/space.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { MessagesTable } from './space-tables.ts';

export function toMessageRow(message: Message): Insertable<MessagesTable> {
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
  // Without it, the message is still whole.
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
