import type { Message } from '#schema/space.ts';
import type { StartTurn, StartTurnResult, ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from './database.ts';
import { insertRun } from './insert-run.ts';
import { isUnfinishedRun } from './run-row.ts';
import { lockThread, type ThreadRow } from './thread-row.ts';
import { readQuestion, replaceTail } from './write-messages.ts';

export function createStartTurn(database: Database): Pick<ThreadStore, 'startTurn'> {
  return {
    startTurn: (turn) =>
      database.transaction(async (trx): Promise<StartTurnResult> => {
        const thread = await lockThread(database, trx, turn.threadId);
        if (!thread) return { kind: 'missing' };
        if (await isAnswering(trx, turn)) return { kind: 'busy' };
        if (thread.revision !== turn.revision) return { kind: 'stale' };
        const message = await placeQuestion(database, trx, { thread, turn });
        if (!message) return { kind: 'stale' };
        const runs = [];
        for (const run of turn.runs) runs.push(await insertRun(database, trx, run));
        return { kind: 'started', message, runs };
      }),
  };
}

async function isAnswering(trx: TablesTransaction, { threadId }: StartTurn): Promise<boolean> {
  const row = await trx
    .selectFrom('runs')
    .select('id')
    .where('source_kind', '=', 'thread')
    .where('source_id', '=', threadId)
    .where(isUnfinishedRun)
    .where('task_type', '=', 'reply')
    .executeTakeFirst();
  return row !== undefined;
}

/** Null when the turn asks for what is not there any more; nothing is written then. */
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
  // What the summary covers can be neither taken back nor answered anew: its text would live on in the summary.
  if (!question || question.seq <= thread.summary_through_seq) return null;
  if (message === null) return question;
  if (question.id !== replaces) return null;
  return replaceTail(database, trx, { thread, afterSeq: question.seq - 1, message, at });
}
