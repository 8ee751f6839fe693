import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import type { StartTurn, StartTurnResult, ThreadStore } from '#sources/thread/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { isUnfinishedRun, toRun, unfinished } from '#store/runs/run-row.ts';
import { forgetThreads } from '#store/sessions/forget-texts.ts';
import type { Store } from '#store/store.ts';
import { createQueuedMessages, takeQueued } from './queued-messages.ts';
import { createSaveResults } from './save-results.ts';
import type { MessageNumber } from './space-tables.ts';
import { createSpaces } from './spaces.ts';
import { lockThread, selectThreads, type ThreadRow, toThread } from './thread-row.ts';
import {
  createStartFold,
  createSummaryVersions,
  hasUnfinished,
  selectUnfinished,
} from './thread-summaries.ts';
import { createThreads } from './threads.ts';
import { readQuestion, replaceTail, toMessage } from './write-messages.ts';

export function openSpaces(database: Database): Store['spaces'] {
  return {
    ...createSpaces(database),
    ...createThreads(database),
    ...createMessages(database),
    ...createQueuedMessages(database),
    ...createStartTurn(database),
    ...createStartFold(database),
    ...createSummaryVersions(database),
    ...createThreadRuns(database),
    ...createSaveResults(database),
    ...createDeleteThreads(database),
  };
}

function createDeleteThreads(database: Database): Pick<ThreadStore, 'deleteSpace' | 'deleteThread'> {
  const { transaction } = database;
  return {
    deleteThread: (id) => transaction((trx) => deleteWhere(database, trx, sql`id = ${id}`)),

    deleteSpace: (id) =>
      transaction(async (trx) => {
        // The Space is locked first, so that a new thread is stored before this or finds no Space.
        const space = await trx
          .selectFrom('spaces')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!space) return false;
        await deleteWhere(database, trx, sql`space_id = ${id}`);
        await trx.deleteFrom('spaces').where('id', '=', id).execute();
        return true;
      }),
  };
}

/** Deletes the threads that meet `which`, a condition on `threads`. Returns false if there were none. */
async function deleteWhere(
  { search }: Database,
  trx: TablesTransaction,
  which: RawBuilder<SqlBool>,
): Promise<boolean> {
  const threads = trx.selectFrom('threads').select('id').where(which);
  const locked = await threads.orderBy('id').forUpdate().execute();
  if (locked.length === 0) return false;
  await forgetThreads(trx, which);
  await search.messages.remove(trx, sql`thread_id in (${threads})`);
  // Messages are deleted with their thread.
  await trx.deleteFrom('threads').where(which).execute();
  return true;
}

function createThreadRuns({ db, readRows }: Database): Pick<ThreadStore, 'listThreadRuns' | 'listLastRuns'> {
  const runsOf = (threadId: ThreadId) =>
    db.selectFrom('runs').selectAll().where('source_kind', '=', 'thread').where('source_id', '=', threadId);
  return {
    async listThreadRuns(of) {
      const threads = db
        .selectFrom('threads')
        .select('id')
        .where((eb) => ('threadId' in of ? eb('id', '=', of.threadId) : eb('space_id', '=', of.spaceId)));
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'thread')
        .where('source_id', 'in', threads)
        .where(isUnfinishedRun)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('runs', rows, toRun);
    },

    async listLastRuns(threadId) {
      const newest = await Promise.all(
        (['fold', 'reply'] as const).map((taskType) =>
          runsOf(threadId)
            .where('task_type', '=', taskType)
            .where('status', 'not in', unfinished)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst(),
        ),
      );
      return newest.flatMap((row) => (row ? [toRun(row)] : []));
    },
  };
}

function createStartTurn(database: Database): Pick<ThreadStore, 'startTurn'> {
  return {
    startTurn: (turn) =>
      database.transaction(async (trx): Promise<StartTurnResult> => {
        const thread = await lockThread(trx, turn.threadId);
        if (!thread) return { kind: 'missing' };
        if (await isBusy(trx, turn)) return { kind: 'busy' };
        if (thread.revision !== turn.revision) return { kind: 'stale' };
        if (turn.runs.some(({ run }) => run.taskType === 'fold')) {
          if (thread.summary_revision !== turn.summaryRevision) return { kind: 'stale' };
          if (await hasUnfinished(trx, thread.id, 'fold')) return { kind: 'stale' };
        }
        if (turn.isQueued && !(await takeQueued(trx, thread.id, turn.message?.id))) return { kind: 'stale' };
        const message = await placeQuestion(database, trx, { thread, turn });
        if (!message) return { kind: 'stale' };
        const runs = [];
        for (const run of turn.runs) runs.push(await insertRun(database, trx, run));
        return { kind: 'started', message, runs };
      }),
  };
}

async function isBusy(trx: TablesTransaction, { threadId, message, isQueued }: StartTurn): Promise<boolean> {
  const reply = selectUnfinished(trx, threadId, 'reply');
  const same = trx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', message?.id ?? null);
  // A new message waits behind those that are queued already.
  const queued = trx.selectFrom('queued_messages').select('id').where('thread_id', '=', threadId);
  const row = await trx
    .selectNoFrom(({ or, exists }) =>
      or([exists(reply), exists(same), ...(isQueued ? [] : [exists(queued)])]).as('is_busy'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(row.is_busy);
}

/** Returns null with nothing written if the turn refers to something that no longer exists. */
async function placeQuestion(
  database: Database,
  trx: TablesTransaction,
  { thread, turn }: { thread: ThreadRow; turn: StartTurn },
): Promise<Message | null> {
  const { message, replaces, at } = turn;
  if (message !== null && replaces === null) {
    return replaceTail(database, trx, { thread, afterSeq: thread.last_seq, message, at });
  }
  const question = await readQuestion(trx, thread.id);
  // Messages covered by the summary cannot be replaced or answered again, because their text would stay in the
  // summary.
  if (!question || question.seq <= thread.summary_through_seq) return null;
  if (message === null) return question;
  if (question.id !== replaces) return null;
  return replaceTail(database, trx, { thread, afterSeq: question.seq - 1, message, at });
}

type Messages = Pick<ThreadStore, 'listMessages' | 'getMessage' | 'searchMessages'>;
type Found = Awaited<ReturnType<ThreadStore['searchMessages']>>['items'];

const searchCursor = z.tuple([z.int().positive()]);

function createMessages(database: Database): Messages {
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

/** Reads messages in the order of the numbers, without those that were removed since they were found. */
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
