import type { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import type { Message } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import type { Turn } from '#web/spaces/thread/use-turn.ts';

/** Why the newest question has no new answer. */
export type AnswerOutcome =
  | { kind: 'failed'; runId: RunId; code: ErrorCode; message: string; text: string }
  | { kind: 'stopped' }
  /** A retry was stopped: the answer before it stays. */
  | { kind: 'kept' }
  | { kind: 'lost'; error: AppError }
  | { kind: 'unanswered' };

interface Situation {
  turn: Pick<Turn, 'reply' | 'answer' | 'lost'>;
  failedRuns: ThreadView['failedRuns'];
  newest: Message | null;
}

/** Why the newest question has no new answer; null while one is arriving or if there is one. */
export function outcomeOf({ turn, failedRuns, newest }: Situation): AnswerOutcome | null {
  const { reply, answer, lost } = turn;
  if (lost !== null && reply !== null) return { kind: 'lost', error: lost };
  if (reply !== null) return null;
  if (answer?.status === 'cancelled') {
    if (newest?.role === 'assistant') return { kind: 'kept' };
    // What arrived of a first answer is a message, or is about to be.
    return answer.text === '' ? { kind: 'stopped' } : null;
  }
  if (answer?.status === 'failed') {
    const { runId, error, text } = answer;
    return { kind: 'failed', runId, code: error?.code ?? 'internal', message: error?.message ?? '', text };
  }
  if (newest === null || answer !== null) return null;
  const run = failedRuns.find(({ taskType }) => taskType === 'reply');
  if (newest.role === 'assistant') {
    // A failure is irrelevant once there is an answer. One that was stopped itself is newer than its run.
    const isRetry = run?.status === 'cancelled' && run.createdAt > newest.createdAt;
    return isRetry ? { kind: 'kept' } : null;
  }
  if (run === undefined) return { kind: 'unanswered' };
  if (run.status === 'cancelled') return { kind: 'stopped' };
  return {
    kind: 'failed',
    runId: run.id,
    code: run.errorCode ?? 'internal',
    message: run.errorMessage ?? '',
    text: '',
  };
}
