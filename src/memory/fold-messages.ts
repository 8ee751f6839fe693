import { chunkText } from '#text/tokens/tokens.ts';
import type { FoldCandidate, FoldVerdict } from './accept-fold.ts';
import { bodyOf, type MemoryMessage, renderTranscript, speakerOf } from './thread-state.ts';

/** With less room than this for the messages, a fold would take too many calls. */
export const leastMaterialTokens = 100;

/** The arguments of one call of a summarizer. */
export interface FoldCall<M extends MemoryMessage = MemoryMessage> {
  previousSummary: string | null;
  transcript: string;
  /** The messages of the transcript. A message that is too large for one call comes in pieces. */
  messages: M[];
  /** The number of this call, from 1. */
  part: number;
  /** The expected number of calls. It may change, because the room depends on the length of each result. */
  parts: number;
  /** The maximum length of the result. Null means that the template decides. */
  maxWords: number | null;
}

export type Summarize<M extends MemoryMessage = MemoryMessage> = (call: FoldCall<M>) => Promise<string>;

/** Is `acceptFold` with what only the caller knows: the instructions and the language that was asked for. */
export type JudgeFold = (
  fold: Pick<FoldCandidate, 'candidate' | 'previousSummary' | 'messages'>,
) => FoldVerdict | Promise<FoldVerdict>;

export interface FoldRequest<M extends MemoryMessage> {
  previousSummary: string | null;
  messages: readonly M[];
  maxWords?: number | null | undefined;
  /** The limit for what one call reads: overhead, previous summary and messages. */
  tokenBudget: number;
  /** The tokens that a call reads besides: the instructions around the texts. */
  overheadTokens: number;
  count: (text: string) => number;
  summarize: Summarize<M>;
  judge: JudgeFold;
}

export interface FoldResult {
  verdict: FoldVerdict;
  calls: number;
  messagesRead: number;
}

interface Pending<M> {
  message: M;
  tokens: number;
}

/**
 * Folds messages into a summary, in order and in as many calls as the budget requires. Each call reads the result of
 * the previous one, and every character of every message reaches a call. Each result is judged against what its call
 * read. A bad result in between would replace all that was read for it, and the last result would hide that.
 */
export async function foldMessages<M extends MemoryMessage>(request: FoldRequest<M>): Promise<FoldResult> {
  const {
    previousSummary,
    messages,
    maxWords = null,
    tokenBudget,
    overheadTokens,
    count,
    summarize,
    judge,
  } = request;
  const pending = messages.map((message) => weigh(message, count));
  let summary = previousSummary;
  for (let calls = 1; ; calls += 1) {
    const used = overheadTokens + (summary === null ? 0 : count(summary));
    const room = Math.max(leastMaterialTokens, tokenBudget - used);
    const chunk = takeChunk(pending, { room, count });
    const left = pending.reduce((sum, { tokens }) => sum + tokens, 0);
    const candidate = await summarize({
      previousSummary: summary,
      transcript: renderTranscript(chunk),
      messages: chunk,
      part: calls,
      parts: calls + Math.ceil(left / room),
      maxWords,
    });
    const verdict = await judge({ candidate, previousSummary: summary, messages: chunk });
    if (pending.length === 0) return { verdict, calls, messagesRead: messages.length };
    if (verdict.kind === 'refused') {
      const message = `Part ${calls}: ${verdict.message}`;
      return { verdict: { ...verdict, message }, calls, messagesRead: messages.length };
    }
    // An answer such as "OK." covers nothing that was read, so all messages wait for the next fold.
    if (verdict.kind === 'skipped' && !verdict.isSupported)
      return { verdict, calls, messagesRead: messages.length };
    // A short result says something about its part but too little about the parts before it, so both texts are kept.
    summary =
      verdict.kind === 'accepted' || summary === null ? verdict.text : `${summary}\n\n${verdict.text}`;
  }
}

interface Room {
  room: number;
  count: (text: string) => number;
}

/** Takes from the front as many messages as fit, and at least one message or a piece of one. */
function takeChunk<M extends MemoryMessage>(pending: Pending<M>[], { room, count }: Room): M[] {
  const first = pending[0];
  if (first !== undefined && first.tokens > room) {
    pending.splice(0, 1, ...splitMessage(first.message, { room, count }));
  }
  const chunk: M[] = [];
  let tokens = 0;
  for (const next of pending) {
    if (chunk.length > 0 && tokens + next.tokens > room) break;
    chunk.push(next.message);
    tokens += next.tokens;
  }
  // The tokens of the parts do not add up to those of the whole, so the whole is counted.
  while (chunk.length > 1 && count(renderTranscript(chunk)) > room) chunk.pop();
  pending.splice(0, chunk.length);
  return chunk;
}

function splitMessage<M extends MemoryMessage>(message: M, { room, count }: Room): Pending<M>[] {
  const body = bodyOf(message);
  let maxTokens = room - count(`${speakerOf(message)}: `);
  for (;;) {
    const pieces = chunkText(body, { maxTokens: Math.max(1, maxTokens), tokenizer: { count } }).map((text) =>
      weigh<M>({ ...message, text, toolCalls: undefined, tokens: undefined }, count),
    );
    if (maxTokens <= 1 || pieces.every(({ tokens }) => tokens <= room)) return pieces;
    maxTokens = Math.floor(maxTokens * 0.9);
  }
}

function weigh<M extends MemoryMessage>(message: M, count: (text: string) => number): Pending<M> {
  return { message, tokens: count(renderTranscript([message])) };
}
