import { acceptFold } from './accept-fold.ts';
import { foldMessages, type Summarize } from './fold-messages.ts';
import { planWindow, type WindowPlan } from './plan-window.ts';
import { appendSegment, planSegments } from './segments.ts';
import type { ThreadState } from './thread-state.ts';
import type { WindowPolicy } from './window-policy.ts';

export interface FoldThreadOptions {
  policy: WindowPolicy;
  summarize: Summarize;
  tokenBudget: number;
  overheadTokens?: number | undefined;
  count: (text: string) => number;
  newMessageTokens?: number | undefined;
}

export interface FoldFailure {
  reason: 'threw' | 'empty' | 'error-like' | 'too-short';
  message: string;
  cause?: unknown;
}

export interface FoldOutcome extends Pick<WindowPlan, 'reason' | 'skipped'> {
  /** The one that was given, unless something was folded. */
  thread: ThreadState;
  /** So many messages went into the summary. */
  folded: number;
  failure: FoldFailure | null;
}

/** Plans, folds and judges. Whatever goes wrong, the thread stays as it was and `failure` says why. */
export async function foldThread(thread: ThreadState, options: FoldThreadOptions): Promise<FoldOutcome> {
  const { policy, summarize, tokenBudget, overheadTokens = 0, count, newMessageTokens } = options;
  const { fold, reason, skipped } = planWindow(thread, policy, { count, newMessageTokens });
  const unchanged = { thread, folded: 0, reason, skipped, failure: null };
  if (fold === 0) return unchanged;

  const { kept, previousSummary } = planSegments(thread, policy);
  const to = thread.folded + fold;
  try {
    const messages = thread.messages.slice(thread.folded, to);
    const { text } = await foldMessages({
      previousSummary,
      messages,
      tokenBudget,
      overheadTokens,
      count,
      summarize,
    });
    const verdict = acceptFold({ previous: thread.summary, candidate: text });
    if (!verdict.accepted) return { ...unchanged, failure: verdict };
    const summarized = policy.segments
      ? appendSegment(kept, { text: verdict.text, to })
      : { summary: verdict.text, segments: [] };
    return { ...unchanged, thread: { ...thread, folded: to, ...summarized }, folded: fold };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...unchanged, failure: { reason: 'threw', message, cause: error } };
  }
}
