import { summarizerNumbers } from '#schema/models/agent.ts';
import type { Explanation } from '#schema/spaces/spaces-wire.ts';
import { leastMaterialTokens } from './fold-messages.ts';
import { countTurns, planWindow } from './plan-window.ts';
import { planSegments, tokensOfWords, wordsOf } from './segments.ts';
import { type MemoryMessage, tokensOf } from './thread-state.ts';
import { coldAfterMs, type WindowPolicy } from './window-policy.ts';

/** OpenAI and Anthropic cache the beginning of a prompt only from this length on. */
export const leastCachedTokens = 1024;

export interface ReplayOptions {
  policy: WindowPolicy;
  count: (text: string) => number;
  instructionTokens: number;
  /** The assumed maximum length of a summarizer's result. A result is never longer than what was read for it. */
  summaryTokens: number;
  tokenBudget?: number | undefined;
  /** The tokens that a call of the summarizer reads besides the texts. */
  overheadTokens?: number | undefined;
  /** Returns the pause before the message at this place. If it is absent, there are no pauses. */
  pauseBefore?: ((at: number) => number) | undefined;
}

type Replay = Omit<Explanation, 'policy' | 'costUsd'>;

/** A block of the summary. Only its size is known, and `text` distinguishes it from other blocks. */
interface Block {
  text: string;
  tokens: number;
}

/**
 * Sends the user messages of a thread again, one by one, and counts what a policy would have cost. No model is
 * called. `beforeSeq` is the place of a message in the list, from 1. There is one prompt per user message, because
 * the calls between tools are the same under every policy.
 */
export function replayThread(messages: readonly MemoryMessage[], options: ReplayOptions): Replay {
  const { policy, count, instructionTokens, pauseBefore = () => 0 } = options;
  const weighed = messages.map((message) => ({ ...message, tokens: tokensOf(message, count) }));
  const replay: Replay = {
    turns: countTurns(messages),
    summarizerCalls: 0,
    summarizerInputTokens: 0,
    summarizerOutputTokens: 0,
    promptTokens: 0,
    cachedPromptTokens: 0,
    fullHistoryTokens: 0,
    folds: [],
  };
  let folded = 0;
  let blocks: readonly Block[] = [];
  let previousPrompt = 0;
  let historyTokens = 0;
  for (const [at, message] of weighed.entries()) {
    historyTokens += message.tokens;
    if (message.role !== 'user') continue;
    const keptBlocks = foldBefore(at, message.tokens);
    const kept = keptBlocks === null ? previousPrompt : instructionTokens + sumTokens(keptBlocks);
    const isWarm = previousPrompt > 0 && pauseBefore(at) < coldAfterMs;
    if (isWarm && kept >= leastCachedTokens) replay.cachedPromptTokens += kept;
    previousPrompt = instructionTokens + sumTokens(blocks) + sumTokens(weighed.slice(folded, at + 1));
    replay.promptTokens += previousPrompt;
    replay.fullHistoryTokens += instructionTokens + historyTokens;
  }
  return replay;

  /** Returns the blocks that a fold left unchanged, or null if there was no fold. */
  function foldBefore(at: number, newMessageTokens: number): readonly Block[] | null {
    const summary = blocks.length === 0 ? null : blocks.map(({ text }) => text).join('\n\n');
    const window = { messages: weighed.slice(folded, at), folded: 0, summary, segments: [] };
    const { fold, reason, live } = planWindow(window, policy, {
      count,
      newMessageTokens,
      pauseMs: pauseBefore(at),
    });
    if (fold === 0 || reason === null) return null;
    const { kept, previousSummary } = planSegments({ summary, segments: blocks }, policy);
    const messages = weighed.slice(folded, folded + fold);
    const leaving = sumTokens(messages);
    const words = wordsOf({ messages, previousSummary }, { policy, count });
    const mostTokens = words === null ? options.summaryTokens : tokensOfWords(words);
    const previous = sumTokens(blocks.slice(kept.length));
    const result = foldByNumbers({ leaving, previous, mostTokens, options });
    replay.summarizerCalls += result.calls;
    replay.summarizerInputTokens += result.inputTokens;
    replay.summarizerOutputTokens += result.outputTokens;
    replay.folds.push({ beforeSeq: at + 1, messages: fold, reason, liveTurnsAfter: countTurns(live) });
    folded += fold;
    blocks = [...kept, { text: `up to ${folded}`, tokens: result.tokens }];
    return kept;
  }
}

/** Counts a fold in as many calls as the budget requires; `tokens` is the size of its result. */
function foldByNumbers({
  leaving,
  previous,
  mostTokens,
  options,
}: {
  leaving: number;
  previous: number;
  /** The maximum size of one result. */
  mostTokens: number;
  options: ReplayOptions;
}): { calls: number; inputTokens: number; outputTokens: number; tokens: number } {
  const { tokenBudget = summarizerNumbers.tokenBudget.initial, overheadTokens = 0 } = options;
  const total = { calls: 0, inputTokens: 0, outputTokens: 0, tokens: previous };
  let left = leaving;
  do {
    const room = Math.max(leastMaterialTokens, tokenBudget - overheadTokens - total.tokens);
    const material = Math.min(left, room);
    total.calls += 1;
    total.inputTokens += overheadTokens + total.tokens + material;
    total.tokens = Math.min(mostTokens, total.tokens + material);
    total.outputTokens += total.tokens;
    left -= material;
  } while (left > 0);
  return total;
}

function sumTokens(items: readonly { tokens: number }[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
