import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FollowedRun } from '#client/follow-run.ts';
import type { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Message } from '#schema/spaces/space.ts';
import type { ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useFollowedRun } from '#web/api/use-followed-run.ts';

/** The runs in progress in a thread. */
export interface Turn {
  fold: Run | null;
  reply: Run | null;
  /** Null if unknown. */
  foldProgress: FollowedRun['progress'];
  /** The partial answer until it is stored, or what remains of a failed one. */
  answer: FollowedRun | null;
  /** Set if the answer's events no longer arrive. The answer itself may continue. */
  lost: AppError | null;
  followAgain(): void;
}

export function useTurn(activeRuns: readonly Run[]): Turn {
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<ReadonlySet<RunId>>(new Set());
  const { fold, reply, followed: wanted } = pickFollowed(activeRuns, ended);
  /** A finished answer stays, so that its text does not disappear before its message arrives. */
  const [current, setCurrent] = useState<Pick<Run, 'id' | 'taskType'> | null>(null);
  const { followed, lost, forget, followAgain } = useFollowedRun({
    runId: current?.id ?? null,
    onEnd: (state) => void end(state),
  });
  const isReply = current?.taskType === 'reply';
  const isHeld = isReply && followed !== null && wanted?.taskType === 'fold';
  if (wanted !== null && wanted.id !== current?.id && !isHeld) setCurrent(wanted);

  async function end({ runId, status }: FollowedRun): Promise<void> {
    setEnded((before) => new Set([...before, runId]));
    await queryClient.invalidateQueries({ queryKey: ['threads'] });
    if (status === 'succeeded' || status === 'cancelled') forget(runId);
  }

  return {
    fold,
    reply,
    foldProgress: isReply ? null : (followed?.progress ?? null),
    answer: isReply ? followed : null,
    lost: isReply ? lost : null,
    followAgain,
  };
}

interface UnderWay {
  fold: Run | null;
  reply: Run | null;
  /** The run whose events are followed. Only one is, because browsers allow few connections. */
  followed: Run | null;
}

/** `ended` has the runs whose end was seen here. A response already in flight may still list them as active. */
export function pickFollowed(activeRuns: readonly Run[], ended: ReadonlySet<RunId>): UnderWay {
  const find = (taskType: Run['taskType']) =>
    activeRuns.find((run) => run.taskType === taskType && !ended.has(run.id)) ?? null;
  const fold = find('fold');
  const reply = find('reply');
  // A reply is followed even while it waits for the fold, because it may start before the fold ends.
  return { fold, reply, followed: reply ?? fold };
}

export type AnswerOutcome =
  | { kind: 'failed'; runId: RunId; code: ErrorCode; message: string; text: string }
  | { kind: 'stopped' }
  /** A retry was stopped, so the previous answer stays. */
  | { kind: 'kept' }
  | { kind: 'lost'; error: AppError }
  | { kind: 'unanswered' };

interface Situation {
  turn: Pick<Turn, 'reply' | 'answer' | 'lost'>;
  failedRuns: ThreadView['failedRuns'];
  newest: Message | null;
}

/** Why the newest question has no new answer. Null while one is arriving or if there is one. */
export function outcomeOf({ turn, failedRuns, newest }: Situation): AnswerOutcome | null {
  const { reply, answer, lost } = turn;
  if (lost !== null && reply !== null) return { kind: 'lost', error: lost };
  if (reply !== null) return null;
  if (answer?.status === 'cancelled') {
    if (newest?.role === 'assistant') return { kind: 'kept' };
    // A stopped first answer with some text is stored as a message, or is about to be.
    return answer.text === '' ? { kind: 'stopped' } : null;
  }
  if (answer?.status === 'failed') {
    const { runId, error, text } = answer;
    return { kind: 'failed', runId, code: error?.code ?? 'internal', message: error?.message ?? '', text };
  }
  if (newest === null || answer !== null) return null;
  const run = failedRuns.find(({ taskType }) => taskType === 'reply');
  if (newest.role === 'assistant') {
    // A failure is irrelevant once there is an answer. A stopped answer's message is newer than its run.
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
