import { digestTurn, type TurnDigest } from '#memory/historian/turns/digest-turn.ts';
import { type MemoryMessage, renderTranscript } from '#memory/thread-state.ts';
import { chunkText } from '#text/tokens/tokens.ts';
import type { Verdict } from './create-judge.ts';
import type { JudgeRequest } from './judge-answers.ts';

type Given<Work extends (given: never) => unknown> = Parameters<Work>[0];

export interface PackRequest {
  messages: readonly MemoryMessage[];
  maxTokens: number;
}

export interface RetellRequest {
  previous: string | null;
  messages: readonly MemoryMessage[];
}

/** The parts of the Historian whose time grows with the texts. A server runs them in threads. */
export interface HistorianWork {
  digestTurn(given: Given<typeof digestTurn>): Promise<TurnDigest>;
  packMessages(given: PackRequest): Promise<MemoryMessage[][]>;
  judgeAnswer(given: JudgeRequest): Promise<Verdict>;
  quoteReply(reply: string): Promise<string>;
  retellTurns(given: RetellRequest): Promise<string>;
}

/**
 * Does all of the work on the spot. What judges and retells is loaded on first use: most turns need neither, and it is
 * most of the code.
 */
export function createLocalWork(count: (text: string) => number): HistorianWork {
  let judge: Promise<(given: JudgeRequest) => Verdict> | undefined;
  const loadJudge = async () => (await import('./judge-answers.ts')).createAnswerJudge();
  const loadRetelling = () => import('./turns/retell-turns.ts');
  return {
    digestTurn: async (given) => digestTurn(given),
    packMessages: async ({ messages, maxTokens }) => packMessages(messages, { maxTokens, count }),
    async judgeAnswer(given) {
      judge ??= loadJudge();
      return (await judge)(given);
    },
    quoteReply: async (reply) => (await loadRetelling()).quoteReply(reply),
    retellTurns: async ({ previous, messages }) => (await loadRetelling()).retellTurns(previous, messages),
  };
}

interface Room {
  maxTokens: number;
  count: (text: string) => number;
}

/** The tokens of a blank line between two messages. */
const separatorTokens = 2;

/**
 * Puts messages, in order, into groups that each fit into one call. A message that is too large alone comes in
 * pieces.
 */
export function packMessages(
  messages: readonly MemoryMessage[],
  { maxTokens, count }: Room,
): MemoryMessage[][] {
  const groups: MemoryMessage[][] = [];
  let left = 0;
  for (const piece of messages.flatMap((message) => splitMessage(message, { maxTokens, count }))) {
    const tokens = count(renderTranscript([piece])) + separatorTokens;
    if (groups.length === 0 || tokens > left) {
      groups.push([]);
      left = maxTokens;
    }
    groups.at(-1)?.push(piece);
    left -= tokens;
  }
  return groups;
}

function splitMessage(message: MemoryMessage, { maxTokens, count }: Room): MemoryMessage[] {
  if (count(renderTranscript([message])) + separatorTokens <= maxTokens) return [message];
  const around = count(renderTranscript([{ ...message, text: '' }])) + separatorTokens;
  const options = { maxTokens: Math.max(1, maxTokens - around), tokenizer: { count } };
  return chunkText(message.text, options).map((text) => ({ ...message, text }));
}
