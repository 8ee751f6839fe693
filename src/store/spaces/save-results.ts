import type { Save } from '#engine/ports.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { MadeFold, MadeReply, ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { lockThread, type ThreadRow } from './thread-row.ts';
import { startFoldAhead, writeSummary } from './thread-summaries.ts';
import { readQuestion, replaceTail } from './write-messages.ts';

/** Stores the results of the runs of a thread. */
export function createSaveResults(
  database: Database,
): Pick<ThreadStore, 'saveFold' | 'saveReply' | 'saveTitle'> {
  /** Writes nothing if the thread was deleted in the meantime. */
  async function change(
    tx: Parameters<Save>[0],
    threadId: ThreadId,
    write: (trx: TablesTransaction, thread: ThreadRow) => Promise<boolean>,
  ): ReturnType<Save> {
    const trx = fromEngineTransaction(tx);
    const thread = await lockThread(trx, threadId);
    return async () => thread !== undefined && write(trx, thread);
  }

  return {
    saveFold: (tx, fold) => change(tx, fold.threadId, (trx, thread) => writeFold(trx, thread, fold)),

    saveReply: (tx, reply) =>
      change(tx, reply.threadId, async (trx, thread) => {
        if (!(await writeReply(database, trx, { thread, reply }))) return false;
        if (reply.foldAhead !== null) await startFoldAhead(database, trx, thread, reply.foldAhead);
        return true;
      }),

    saveTitle: (tx, { threadId, title }) =>
      change(tx, threadId, async (trx, thread) => {
        // A title that a person set in the meantime is kept.
        if (thread.title === null) {
          await trx.updateTable('threads').set({ title }).where('id', '=', thread.id).execute();
        }
        return true;
      }),
  };
}

async function writeFold(trx: TablesTransaction, thread: ThreadRow, fold: MadeFold): Promise<boolean> {
  if (fold.summaryRevision !== thread.summary_revision) return false;
  // If the boundary moved back, some messages would be neither in the summary nor live.
  if (fold.throughSeq < thread.summary_through_seq) return false;
  // Messages are only removed from the end. If the last one still exists, so do all that the fold has read.
  if (!(await hasMessage(trx, thread, fold.throughSeq))) return false;
  await writeSummary(trx, thread, fold);
  return true;
}

async function writeReply(
  database: Database,
  trx: TablesTransaction,
  { thread, reply }: { thread: ThreadRow; reply: MadeReply },
): Promise<boolean> {
  const question = await readQuestion(trx, thread.id);
  if (question?.id !== reply.messageId) return false;
  // An earlier answer that the summary covers cannot be replaced, because its text would stay in the summary.
  if (question.seq < thread.summary_through_seq) return false;
  // A retry that a person stopped has only part of an answer, so the previous answer is kept.
  if (reply.stoppedBy !== null && thread.last_seq > question.seq) return false;
  const { newMessageId, text, tokens, runId, provider, model, read, stoppedBy, at } = reply;
  await replaceTail(database, trx, {
    thread,
    afterSeq: question.seq,
    message: {
      id: newMessageId,
      threadId: thread.id,
      role: 'assistant',
      text,
      tokens,
      runId,
      provider,
      model,
      ...(read && { read }),
      ...(stoppedBy && { stoppedBy }),
      createdAt: at,
    },
    at,
  });
  return true;
}

async function hasMessage(trx: TablesTransaction, thread: ThreadRow, seq: number): Promise<boolean> {
  const row = await trx
    .selectFrom('messages')
    .select('number')
    .where('thread_id', '=', thread.id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row !== undefined;
}
