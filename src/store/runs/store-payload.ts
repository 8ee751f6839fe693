import type { FinishRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import type { FoldPayload, Payload, ReplyPayload } from '#schema/runs/summary.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { lockSession } from '#store/sessions/session-row.ts';
import { storeSessionSummary } from '#store/sessions/session-summary.ts';
import { writeSummary } from '#store/spaces/summary-versions.ts';
import { lockThread, type ThreadRow } from '#store/spaces/thread-row.ts';
import { readQuestion, replaceTail } from '#store/spaces/write-messages.ts';
import { storeSummary } from './summaries.ts';

/** Locks what a payload is for. Returns the thread; null if there is none or it was deleted. */
export async function lockTarget(
  database: Database,
  trx: TablesTransaction,
  payload: Payload | null,
): Promise<ThreadRow | null> {
  if (payload === null || payload.kind === 'summary') return null;
  if (payload.kind === 'session') {
    await lockSession(database, trx, payload.sessionId);
    return null;
  }
  return (await lockThread(database, trx, payload.threadId)) ?? null;
}

/** False, with nothing written, when what it would change is not what the run saw. */
export async function storePayload(
  database: Database,
  trx: TablesTransaction,
  { finish, payload, thread }: { finish: FinishRun; payload: Payload; thread: ThreadRow | null },
): Promise<boolean> {
  const { runId, at, summaryCap } = finish;
  if (payload.kind === 'summary') {
    await database.lockSummaries(trx);
    await storeSummary(database, trx, { runId, payload, at, cap: summaryCap });
    return true;
  }
  if (payload.kind === 'session') return storeSessionSummary(database, trx, { runId, at, payload });
  if (!thread) return false;
  if (payload.kind === 'fold') return storeFold(trx, { runId, at, payload, thread });
  if (payload.kind === 'reply') return storeReply(database, trx, { runId, at, payload, thread });
  return storeTitle(trx, thread, payload.title);
}

interface ThreadChange<T> {
  runId: RunId;
  at: number;
  payload: T;
  thread: ThreadRow;
}

async function storeFold(
  trx: TablesTransaction,
  { runId, at, payload, thread }: ThreadChange<FoldPayload>,
): Promise<boolean> {
  if (payload.summaryRevision !== thread.summary_revision) return false;
  // Back over messages that are covered would leave them neither in the summary nor live.
  if (payload.throughSeq < thread.summary_through_seq) return false;
  // Messages are only ever removed from the end: where the last one is still there, so are all that the fold has read.
  if (!(await hasMessage(trx, thread, payload.throughSeq))) return false;
  const { reason, throughSeq, text, tokens, segments, model } = payload;
  await writeSummary(trx, thread, { reason, runId, model, throughSeq, text, tokens, segments, at });
  return true;
}

async function storeReply(
  database: Database,
  trx: TablesTransaction,
  { runId, at, payload, thread }: ThreadChange<ReplyPayload>,
): Promise<boolean> {
  const question = await readQuestion(trx, thread.id);
  if (question?.id !== payload.messageId) return false;
  // An earlier answer that the summary covers cannot be replaced: its text would stay in the summary.
  if (question.seq < thread.summary_through_seq) return false;
  await replaceTail(database, trx, {
    thread,
    afterSeq: question.seq,
    message: {
      id: payload.newMessageId,
      threadId: thread.id,
      role: 'assistant',
      text: payload.text,
      tokens: payload.tokens,
      runId,
      provider: payload.provider,
      model: payload.model,
      createdAt: at,
    },
    at,
  });
  return true;
}

/** A title that a person set in the meantime is kept. */
async function storeTitle(trx: TablesTransaction, thread: ThreadRow, title: string): Promise<boolean> {
  if (thread.title === null) {
    await trx.updateTable('threads').set({ title }).where('id', '=', thread.id).execute();
  }
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
