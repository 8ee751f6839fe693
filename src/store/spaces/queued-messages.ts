import type { Selectable } from 'kysely';
import type { ThreadId } from '#schema/spaces/space.ts';
import { maxQueuedMessages, type QueuedMessage } from '#schema/spaces/spaces-wire.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { isUnfinishedRun } from '#store/runs/run-row.ts';
import type { QueuedMessagesTable } from './space-tables.ts';
import { lockThread } from './thread-row.ts';

type Queued = Pick<ThreadStore, 'queueMessage' | 'listQueued' | 'removeQueued' | 'listUnsent'>;

/** Messages that were sent while an answer was in progress. They become messages of the thread in that order. */
export function createQueuedMessages(database: Database): Queued {
  const { db, transaction } = database;
  return {
    queueMessage: ({ threadId, id, text, at }) =>
      transaction(async (trx) => {
        if (!(await lockThread(trx, threadId))) return 'missing';
        const known = await trx
          .selectFrom('queued_messages')
          .selectAll()
          .where('thread_id', '=', threadId)
          .orderBy('position')
          .execute();
        const same = known.find((row) => row.id === id);
        if (same) return same.text === text ? 'queued' : 'taken';
        if (await isTaken(trx, id)) return 'taken';
        if (known.length >= maxQueuedMessages) return 'full';
        const position = (known.at(-1)?.position ?? 0) + 1;
        await trx
          .insertInto('queued_messages')
          .values({ id, thread_id: threadId, position, created_at: at, text })
          .execute();
        return 'queued';
      }),

    async listQueued(threadId) {
      const rows = await db
        .selectFrom('queued_messages')
        .selectAll()
        .where('thread_id', '=', threadId)
        .orderBy('position')
        .execute();
      return rows.map(toQueued);
    },

    async removeQueued({ threadId, id }) {
      const row = await db
        .deleteFrom('queued_messages')
        .where('thread_id', '=', threadId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async listUnsent() {
      const rows = await db
        .selectFrom('queued_messages')
        .select('thread_id')
        .distinct()
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('runs')
                .select('runs.id')
                .where('source_kind', '=', 'thread')
                .whereRef('source_id', '=', 'queued_messages.thread_id')
                .where('task_type', '=', 'reply')
                .where(isUnfinishedRun),
            ),
          ),
        )
        .execute();
      return rows.map(({ thread_id }) => thread_id);
    },
  };
}

/** Whether this message is the next to be sent. The thread is locked. */
export async function takeQueued(
  trx: TablesTransaction,
  threadId: ThreadId,
  id: QueuedMessage['id'] | undefined,
): Promise<boolean> {
  const next = await trx
    .selectFrom('queued_messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined || next.id !== id) return false;
  await trx.deleteFrom('queued_messages').where('id', '=', id).execute();
  return true;
}

async function isTaken(trx: TablesTransaction, id: QueuedMessage['id']): Promise<boolean> {
  const message = await trx.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst();
  const queued = await trx.selectFrom('queued_messages').select('id').where('id', '=', id).executeTakeFirst();
  return message !== undefined || queued !== undefined;
}

function toQueued(row: Selectable<QueuedMessagesTable>): QueuedMessage {
  return { id: row.id, text: row.text, createdAt: row.created_at };
}
