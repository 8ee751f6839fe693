import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { timestampSchema } from '#schema/ids.ts';
import type { Segment } from '#schema/spaces/space.ts';
import { threadIdSchema } from '#schema/spaces/space.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { toSpace } from './spaces.ts';
import { lockThread, selectThreads, type ThreadRow, toStoredThread, toThread } from './thread-row.ts';
import { writeSummary } from './thread-summaries.ts';

type Threads = Pick<
  ThreadStore,
  'listThreads' | 'getThread' | 'getThreadInSpace' | 'createThread' | 'patchThread' | 'editSummary'
>;

const listCursor = z.tuple([timestampSchema, threadIdSchema]);

export function createThreads(database: Database): Threads {
  const { db, transaction } = database;
  return {
    async listThreads({ spaceId, entryId, limit, cursor }) {
      let select = selectThreads(db);
      if (spaceId !== undefined) select = select.where('space_id', '=', spaceId);
      if (entryId !== undefined) select = select.where('entry_id', '=', entryId);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor(listCursor, cursor);
        select = select.where(sql<SqlBool>`(updated_at, id) < (${updatedAt}, ${id})`);
      }
      const rows = await select
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(toThread);
      const last = items.at(-1);
      const more = rows.length > limit && last !== undefined;
      return { items, nextCursor: more ? encodeCursor([last.updatedAt, last.id]) : null };
    },

    async getThread(id) {
      const row = await db.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toStoredThread(row) : null;
    },

    async getThreadInSpace(id) {
      const row = await db
        .selectFrom('threads')
        .innerJoin('spaces', 'spaces.id', 'threads.space_id')
        .selectAll('threads')
        .select(['name', 'instructions', 'agent_id'])
        .select(['spaces.created_at as space_created_at', 'spaces.updated_at as space_updated_at'])
        .where('threads.id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      const { space_id, space_created_at: created_at, space_updated_at: updated_at } = row;
      return {
        thread: toStoredThread(row),
        space: toSpace({ ...row, id: space_id, created_at, updated_at }),
      };
    },

    createThread: ({ id, spaceId, article, at }) =>
      transaction(async (trx) => {
        const space = await trx
          .selectFrom('spaces')
          .select('id')
          .where('id', '=', spaceId)
          .forUpdate()
          .executeTakeFirst();
        if (!space) return null;
        const row = await trx
          .insertInto('threads')
          .values({
            ...empty,
            id,
            space_id: spaceId,
            entry_id: article?.id ?? null,
            entry_title: article?.title ?? null,
            created_at: at,
            updated_at: at,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toThread(row);
      }),

    async patchThread(id, { title }, at) {
      const row = await db
        .updateTable('threads')
        .set({ title, updated_at: at })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? toThread(row) : null;
    },

    editSummary: ({ threadId, summaryRevision, text, tokens, at }) =>
      transaction(async (trx) => {
        const thread = await lockThread(trx, threadId);
        if (thread?.summary_revision !== summaryRevision) return false;
        await writeSummary(trx, thread, {
          reason: 'edit',
          runId: null,
          model: null,
          throughSeq: thread.summary_through_seq,
          text,
          tokens,
          segments: joinSegments(thread, text),
          at,
        });
        return true;
      }),
  };
}

const empty = {
  revision: 0,
  message_count: 0,
  last_seq: 0,
  total_tokens: 0,
  live_tokens: 0,
  summary_through_seq: 0,
  summary_revision: 0,
  summary_tokens: 0,
  segments_json: '[]',
};

/** Makes one block of a manually edited text, because the old block boundaries are unknown. */
function joinSegments({ segments_json, summary_through_seq }: ThreadRow, text: string): Segment[] {
  const [first]: Segment[] = JSON.parse(segments_json);
  return first ? [{ text, fromSeq: first.fromSeq, toSeq: summary_through_seq }] : [];
}
