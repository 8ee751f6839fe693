import { z } from 'zod';
import type { ThreadStore } from '#sources/thread/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { toMessage } from './message-row.ts';
import type { MessageNumber } from './space-tables.ts';
import { selectThreads, toThread } from './thread-row.ts';

type Messages = Pick<ThreadStore, 'listMessages' | 'getMessage' | 'searchMessages'>;
type Found = Awaited<ReturnType<ThreadStore['searchMessages']>>['items'];

const searchCursor = z.tuple([z.int().positive()]);

export function createMessages(database: Database): Messages {
  const { db, search } = database;
  return {
    async listMessages({ threadId, afterSeq, beforeSeq, limit }) {
      let select = db.selectFrom('messages').selectAll().where('thread_id', '=', threadId).limit(limit);
      if (beforeSeq !== undefined) select = select.where('seq', '<', beforeSeq);
      if (afterSeq === undefined) {
        const rows = await select.orderBy('seq', 'desc').execute();
        return rows.toReversed().map(toMessage);
      }
      const rows = await select.where('seq', '>', afterSeq).orderBy('seq').execute();
      return rows.map(toMessage);
    },

    async getMessage(id) {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toMessage(row) : null;
    },

    async searchMessages({ terms, limit, cursor }) {
      const below = cursor === undefined ? null : decodeCursor(searchCursor, cursor)[0];
      if (terms.length === 0) return { items: [], nextCursor: null };
      const hits = await search.messages.findNewest(db, {
        terms,
        inTitle: false,
        filter: [],
        few: null,
        below,
        limit: limit + 1,
      });
      const numbers = hits.slice(0, limit).map((hit) => hit.id);
      const last = numbers.at(-1);
      const more = hits.length > limit && last !== undefined;
      return {
        items: await readFound(database, numbers),
        nextCursor: more ? encodeCursor([last]) : null,
      };
    },
  };
}

/** In the order of the numbers; what was removed since it was found is left out. */
async function readFound({ db }: Database, numbers: MessageNumber[]): Promise<Found> {
  if (numbers.length === 0) return [];
  const messages = await db.selectFrom('messages').selectAll().where('number', 'in', numbers).execute();
  const threadIds = [...new Set(messages.map((row) => row.thread_id))];
  const threads =
    threadIds.length === 0 ? [] : await selectThreads(db).where('id', 'in', threadIds).execute();
  const messageOf = new Map(messages.map((row) => [row.number, row]));
  const threadOf = new Map(threads.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const message = messageOf.get(number);
    const thread = message && threadOf.get(message.thread_id);
    return thread ? [{ thread: toThread(thread), message: toMessage(message) }] : [];
  });
}
