import type { FoldRefusal } from './accept-fold.ts';
import { foldMessages, type JudgeFold, type Summarize } from './fold-messages.ts';
import { planWindow, type WindowPlan } from './plan-window.ts';
import { appendSegment, planSegments, wordsOf } from './segments.ts';
import type { ThreadState } from './thread-state.ts';
import type { WindowPolicy } from './window-policy.ts';

export interface FoldThreadOptions {
  policy: WindowPolicy;
  summarize: Summarize;
  tokenBudget: number;
  overheadTokens?: number | undefined;
  count: (text: string) => number;
  newMessageTokens?: number | undefined;
  pauseMs?: number | undefined;
  judge: JudgeFold;
}

export interface FoldFailure {
  /** Says that the summarizer threw, or what is wrong with its answer. */
  reason: 'threw' | FoldRefusal;
  message: string;
  cause?: unknown;
}

export interface FoldOutcome extends Pick<WindowPlan, 'reason'> {
  /** The given thread, or the new one if something was folded. */
  thread: ThreadState;
  /** The number of messages that went into the summary. */
  folded: number;
  /** Why a due fold did not happen: the new message is long, or there was too little to say. This is no failure. */
  skipped: WindowPlan['skipped'] | 'too-short';
  failure: FoldFailure | null;
}

/** Plans, folds and judges. On any failure the thread is unchanged and `failure` says why. */
export async function foldThread(thread: ThreadState, options: FoldThreadOptions): Promise<FoldOutcome> {
  const {
    policy,
    summarize,
    tokenBudget,
    overheadTokens = 0,
    count,
    newMessageTokens,
    pauseMs,
    judge,
  } = options;
  const { fold, reason, skipped } = planWindow(thread, policy, { count, newMessageTokens, pauseMs });
  const unchanged: FoldOutcome = { thread, folded: 0, reason, skipped, failure: null };
  if (fold === 0) return unchanged;

  const { kept, previousSummary } = planSegments(thread, policy);
  const to = thread.folded + fold;
  try {
    const messages = thread.messages.slice(thread.folded, to);
    const { verdict } = await foldMessages({
      previousSummary,
      messages,
      maxWords: wordsOf({ messages, previousSummary }, { policy, count }),
      tokenBudget,
      overheadTokens,
      count,
      summarize,
      judge,
    });
    if (verdict.kind === 'skipped') return { ...unchanged, skipped: 'too-short' };
    if (verdict.kind === 'refused') {
      return { ...unchanged, failure: { reason: verdict.reason, message: verdict.message } };
    }
    const summarized = policy.segments
      ? appendSegment(kept, { text: verdict.text, to })
      : { summary: verdict.text, segments: [] };
    return { ...unchanged, thread: { ...thread, folded: to, ...summarized }, folded: fold };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...unchanged, failure: { reason: 'threw', message, cause: error } };
  }
}
