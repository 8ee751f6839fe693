import type { Insertable, Selectable } from 'kysely';
import type { Message } from '#schema/spaces/space.ts';
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
    text: message.text,
  };
}

export function toMessage(row: Selectable<MessagesTable>): Message {
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
    ...(row.read_json !== null && { read: JSON.parse(row.read_json) }),
    createdAt: row.created_at,
  };
}
