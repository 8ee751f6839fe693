import { leastCachedTokens } from '#memory/replay-thread.ts';
import { coldAfterMs } from '#memory/window-policy.ts';
import type { Chat, Contestant } from './contestant.ts';
import type { Conversation } from './conversations.ts';
import { marksIn, summarizeByMarks } from './fake-summarizer.ts';

const failingCall = 3;

export interface Measured {
  prompts: number;
  promptTokens: number;
  cachedTokens: number;
  /** The cached tokens that no provider keeps through the pauses of the conversation. */
  coldTokens: number;
  summarizerCalls: number;
  summarizerInputTokens: number;
  summarizerOutputTokens: number;
  facts: number;
  reachableFacts: number;
  /** The facts that are reachable when every third call of the summarizer fails. */
  reachableWithFaults: number;
  /** The number of times that facts were rewritten. */
  rewrites: number;
}

/**
 * Runs a conversation through a contestant, message by message. Does so again with a summarizer that sometimes fails.
 */
export async function measure(
  contestant: Contestant,
  conversation: Conversation,
  count: (text: string) => number,
): Promise<Measured> {
  const calm = await sendAll(contestant.start({ count, summarize: summarizeByMarks }), conversation, count);
  let calls = 0;
  const faulty = contestant.start({
    count,
    summarize(text, maxWords) {
      calls += 1;
      if (calls % failingCall === 0) throw new Error('503 Service Unavailable');
      return summarizeByMarks(text, maxWords);
    },
  });
  const { reachableFacts } = await sendAll(faulty, conversation, count);
  return { ...calm, reachableWithFaults: reachableFacts };
}

async function sendAll(
  chat: Chat,
  conversation: Conversation,
  count: (text: string) => number,
): Promise<Measured> {
  const facts = new Set(conversation.facts);
  const total = { ...nothing(), facts: facts.size };
  let before: string[] = [];
  for (const [at, message] of conversation.messages.entries()) {
    if (message.role !== 'user') {
      chat.add(message);
      continue;
    }
    const pauseMs = conversation.pauses.has(at) ? coldAfterMs : 0;
    const { parts, calls, rewritten } = await chat.send(message, pauseMs);
    total.prompts += 1;
    total.promptTokens += parts.reduce((sum, part) => sum + count(part), 0);
    const same = commonTokens(before, parts, count);
    if (same >= leastCachedTokens) total.cachedTokens += same;
    if (same >= leastCachedTokens && pauseMs > 0) total.coldTokens += same;
    before = parts;
    total.summarizerCalls += calls.length;
    for (const { inputTokens, outputTokens } of calls) {
      total.summarizerInputTokens += inputTokens;
      total.summarizerOutputTokens += outputTokens;
    }
    total.rewrites += marksIn(rewritten ?? '').filter((mark) => facts.has(mark)).length;
  }
  const remembered = new Set(marksIn(chat.remembered()));
  total.reachableFacts = conversation.facts.filter((fact) => remembered.has(fact)).length;
  return total;
}

export function sumUp(parts: readonly Measured[]): Measured {
  const total = nothing();
  for (const part of parts) for (const key of keysOf(total)) total[key] += part[key];
  return total;
}

/** The cost in thousands of input tokens. An output token costs as much as five, and a cached token a tenth. */
export function costOf(of: Measured): number {
  return warmCostOf(of) + (of.coldTokens * 0.9) / 1000;
}

/** The cost if the cache outlasts every pause. */
export function warmCostOf(of: Measured): number {
  return uncachedCostOf(of) - (of.cachedTokens * 0.9) / 1000;
}

/** The cost if nothing is cached, for example when hours pass between two messages. */
export function uncachedCostOf(of: Measured): number {
  return (of.promptTokens + of.summarizerInputTokens + of.summarizerOutputTokens * 5) / 1000;
}

/** Counts whole parts only, because the beginning of a summary changes too when a real model rewrites it. */
function commonTokens(before: string[], now: string[], count: (text: string) => number): number {
  let tokens = 0;
  for (const [index, part] of now.entries()) {
    if (before[index] !== part) break;
    tokens += count(part);
  }
  return tokens;
}

function nothing(): Measured {
  return {
    prompts: 0,
    promptTokens: 0,
    cachedTokens: 0,
    coldTokens: 0,
    summarizerCalls: 0,
    summarizerInputTokens: 0,
    summarizerOutputTokens: 0,
    facts: 0,
    reachableFacts: 0,
    reachableWithFaults: 0,
    rewrites: 0,
  };
}

function keysOf(measured: Measured): (keyof Measured)[] {
  return Object.keys(measured) as (keyof Measured)[];
}
