import { type MemoryMessage, type ThreadState, tokensOf } from './thread-state.ts';
import { coldAfterMs, type WindowPolicy } from './window-policy.ts';

/** A new message over this size is expensive by itself, so its turn makes no fold. */
export const longMessageTokens = 2000;

export interface WindowPlan {
  /** The number of the oldest live messages that leave the window. */
  fold: number;
  live: readonly MemoryMessage[];
  /** Why a fold is due, or null if none is due. */
  reason: 'turns' | 'tokens' | 'pause' | null;
  /** Why a due fold is left out. */
  skipped: 'long-message' | null;
}

interface PlanOptions {
  count: (text: string) => number;
  /** The tokens of the message that is about to be sent. It is not in the thread yet and no part of the window. */
  newMessageTokens?: number | undefined;
  /** How long ago the provider read the previous prompt. If it is absent, that was just now. */
  pauseMs?: number | undefined;
}

/**
 * Decides which live messages leave the window. A due fold keeps only the turns that the policy keeps. Over the token
 * budget, it continues until the rest fits. Whole groups leave, and the floor always stays.
 */
export function planWindow(thread: ThreadState, policy: WindowPolicy, options: PlanOptions): WindowPlan {
  const { count, newMessageTokens = 0, pauseMs = 0 } = options;
  const live = thread.messages.slice(thread.folded);
  const groups = splitTurns(live);
  const [high, keep] =
    thread.summary === null ? [policy.firstHigh, policy.firstKeep] : [policy.high, policy.low];
  const { tokenBudget, pauseTokens } = policy;
  const countsPause = pauseTokens !== null && pauseMs >= coldAfterMs;
  const sizes = tokenBudget === null && !countsPause ? [] : groups.map((group) => sizeOf(group));
  const excess = tokenBudget === null ? 0 : sum(sizes) - tokenBudget;
  const turns = sum(groups.map((group) => group.turns));
  const { fold, tokens } = leaving();
  const afterPause = countsPause && tokens > pauseTokens;
  const reason = turns > high ? 'turns' : excess > 0 ? 'tokens' : afterPause ? 'pause' : null;
  if (reason === null) return { fold: 0, live, reason, skipped: null };
  if (fold === 0) return { fold, live, reason: null, skipped: null };
  if (newMessageTokens > longMessageTokens) return { fold: 0, live, reason, skipped: 'long-message' };
  return { fold, live: live.slice(fold), reason, skipped: null };

  function leaving(): { fold: number; tokens: number } {
    const left = { fold: 0, turns, tokens: 0 };
    for (const [index, group] of groups.entries()) {
      if (live.length - group.end < policy.floorMessages) break;
      if (left.turns - group.turns < keep && excess <= left.tokens) break;
      left.fold = group.end;
      left.turns -= group.turns;
      left.tokens += sizes[index] ?? 0;
    }
    return left;
  }

  function sizeOf({ start, end }: TurnGroup): number {
    return sum(live.slice(start, end).map((message) => tokensOf(message, count)));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Messages that stay together. That is one turn, or several turns if a tool answered after the next user message. */
interface TurnGroup {
  start: number;
  /** The end is not included. */
  end: number;
  turns: number;
}

/**
 * Splits messages into turns. A turn is one user message with everything up to the next one; messages before the
 * first one are a turn too.
 */
export function splitTurns(messages: readonly MemoryMessage[]): TurnGroup[] {
  const groups: TurnGroup[] = [];
  const calls = new Map<string, number>();
  messages.forEach((message, at) => {
    const last = groups.at(-1);
    if (last === undefined || message.role === 'user') groups.push({ start: at, end: at + 1, turns: 1 });
    else last.end = at + 1;
    for (const call of message.toolCalls ?? []) calls.set(call.id, at);
    const calledAt = message.toolCallId === undefined ? undefined : calls.get(message.toolCallId);
    if (calledAt !== undefined) joinBackTo(groups, calledAt);
  });
  return groups;
}

export function countTurns(messages: readonly MemoryMessage[]): number {
  return splitTurns(messages).reduce((sum, { turns }) => sum + turns, 0);
}

function joinBackTo(groups: TurnGroup[], place: number): void {
  for (let last = groups.at(-1); last !== undefined && last.start > place; last = groups.at(-1)) {
    groups.pop();
    const before = groups.at(-1);
    if (before === undefined) return;
    before.end = last.end;
    before.turns += last.turns;
  }
}
