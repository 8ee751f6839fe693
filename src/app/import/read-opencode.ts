import type { DatabaseSync } from 'node:sqlite';
import { hashText } from '#app/wiring/system-ports.ts';
import { ownTitle } from '#plugin/host.ts';
import { createTurns } from '#sources/session/transcripts/create-turns.ts';
import {
  isUnfinished,
  type OpenCodeMessage,
  type OpenCodeSession,
  readOpenCodeMessage,
} from '#sources/session/transcripts/opencode.ts';
import type { BatchBuilder } from './batch-builder.ts';
import type { ImportJob } from './import-job.ts';
import { columnsOf, openForReading } from './open-database.ts';

type DatabaseJob = Extract<ImportJob, { kind: 'database' }>;

interface Session extends OpenCodeSession {
  updatedAt: number;
}

/** The limit for a part. A longer one contains a picture or similar data. */
const maxPartCharacters = 4_000_000;
/** After this time, an unfinished answer stays unfinished. */
const unfinishedMs = 3_600_000;

/**
 * Adds what is new in OpenCode's database, session by session, with the last used ones at the end. Yields whenever
 * the batch may be sent.
 */
export function* readOpenCode(
  { path, places }: DatabaseJob,
  { builder, now }: { builder: BatchBuilder; now: number },
): Generator<void> {
  const database = openForReading(path);
  try {
    for (const session of listSessions(database)) {
      const place = places[session.id];
      if (place?.position === session.updatedAt) continue;
      yield* readSession(database, { session, path, mark: place?.mark ?? '', builder, now });
      yield;
    }
  } finally {
    database.close();
  }
}

/** Lists the sessions without those of subagents and of the plugin itself. */
function listSessions(database: DatabaseSync): Session[] {
  const columns = columnsOf(database, 'session');
  const conditions = [
    ...(columns.has('parent_id') ? ['parent_id is null'] : []),
    ...(columns.has('title') ? ["substr(coalesce(title, ''), 1, length(?)) <> ?"] : []),
  ];
  const statement = database.prepare(
    `select id, directory, time_updated from session where ${['true', ...conditions].join(' and ')}
    order by time_updated, id`,
  );
  const rows = columns.has('title') ? statement.all(ownTitle, ownTitle) : statement.all();
  return rows.map(({ id, directory, time_updated }) => ({
    id: String(id),
    directory: String(directory ?? ''),
    updatedAt: Number(time_updated),
  }));
}

interface Reading {
  session: Session;
  path: string;
  /** The last message that was read before. */
  mark: string;
  builder: BatchBuilder;
  now: number;
}

function* readSession(
  database: DatabaseSync,
  { session, path, mark, builder, now }: Reading,
): Generator<void> {
  const turns = createTurns({ hash: hashText, now, emit: builder.add });
  const place = { client: 'opencode' as const, path: `${path}#${session.id}` };
  let lastId = mark;
  let isOpen = false;
  for (const { message, isLast } of listMessages(database, session)) {
    yield;
    isOpen = isLast && isUnfinished(message) && now - session.updatedAt < unfinishedMs;
    if (isOpen) break;
    const isKnown = message.id <= mark;
    for (const event of readOpenCodeMessage(session, message)) turns.take(event, { isKnown });
    if (isKnown) continue;
    lastId = message.id;
    builder.count({ bytes: message.parts.reduce((sum, part) => sum + part.length, message.data.length) });
    builder.note({ ...place, position: 0, mark: lastId });
  }
  if (isOpen) return;
  turns.end();
  builder.note({ ...place, position: session.updatedAt, mark: lastId });
}

function* listMessages(
  database: DatabaseSync,
  { id }: Session,
): Generator<{ message: OpenCodeMessage; isLast: boolean }> {
  // Messages are listed by id, so that their texts are read one message at a time.
  const ids = database.prepare('select id from message where session_id = ? order by id').all(id);
  const readMessage = database.prepare('select data from message where id = ?');
  const readParts = database.prepare(
    `select data from part where message_id = ? and length(data) <= ${maxPartCharacters} order by id`,
  );
  for (const [at, row] of ids.entries()) {
    const messageId = String(row.id);
    const data = String(readMessage.get(messageId)?.data ?? '');
    const parts = readParts.all(messageId).map((part) => String(part.data));
    yield { message: { id: messageId, data, parts }, isLast: at === ids.length - 1 };
  }
}
