import type { Message } from '#schema/spaces/space.ts';
import type { StartTurn, StartTurnResult, ThreadStore } from '#sources/thread/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { insertRun } from '#store/runs/insert-run.ts';
import { takeQueued } from './queued-messages.ts';
import { hasUnfinished, selectUnfinished } from './start-fold.ts';
import { lockThread, type ThreadRow } from './thread-row.ts';
import { readQuestion, replaceTail } from './write-messages.ts';

export function createStartTurn(database: Database): Pick<ThreadStore, 'startTurn'> {
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
  // Whoever comes later waits behind them.
  const queued = trx.selectFrom('queued_messages').select('id').where('thread_id', '=', threadId);
  const row = await trx
    .selectNoFrom(({ or, exists }) =>
      or([exists(reply), exists(same), ...(isQueued ? [] : [exists(queued)])]).as('is_busy'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(row.is_busy);
}

/** Null if the turn refers to something that no longer exists; nothing is written then. */
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
  // Messages covered by the summary cannot be replaced or answered again: their text would stay in the summary.
  if (!question || question.seq <= thread.summary_through_seq) return null;
  if (message === null) return question;
  if (question.id !== replaces) return null;
  return replaceTail(database, trx, { thread, afterSeq: question.seq - 1, message, at });
}
