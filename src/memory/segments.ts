import { type MemoryMessage, type MemorySegment, type ThreadState, tokensOf } from './thread-state.ts';
import type { WindowPolicy } from './window-policy.ts';

const separator = '\n\n';

/**
 * Decides what a fold leaves unchanged and what it reads besides the messages. Its result becomes
 * the block after the kept ones.
 *
 * Under `segments`, a fold reads only its messages until there are `foldAfter` blocks. The fold
 * after that reads all blocks and writes one. It merges all of them, because a result that comes
 * last must cover one stretch of the thread. It merges rarely, so that the beginning of the prompt
 * stays the same for long.
 */
export function planSegments<S extends { text: string }>(
  { summary, segments }: { summary: string | null; segments: readonly S[] },
  policy: WindowPolicy,
): { kept: readonly S[]; previousSummary: string | null } {
  // A summary that is not made of its blocks was edited manually, or written under another policy.
  const isMadeOfBlocks = segments.length > 0 && joinSegments(segments) === summary;
  if (policy.segments && isMadeOfBlocks && segments.length < policy.foldAfter)
    return { kept: segments, previousSummary: null };
  return { kept: [], previousSummary: summary };
}

/** A result of fewer words is often too short to be accepted. */
const fewestWords = 80;
/** The length that the fold's template asks for by default. */
const mostWords = 350;
const wordsPerToken = 0.75;

/**
 * Returns how long a block should be, as a share of the messages that it covers. Null means no limit of its own: a
 * block that merges others is all that remains of them.
 */
export function wordsOf(
  { messages, previousSummary }: { messages: readonly MemoryMessage[]; previousSummary: string | null },
  { policy, count }: { policy: WindowPolicy; count: (text: string) => number },
): number | null {
  if (policy.blockShare === null || previousSummary !== null) return null;
  const tokens = messages.reduce((sum, message) => sum + tokensOf(message, count), 0);
  const words = Math.round(tokens * policy.blockShare * wordsPerToken);
  return Math.min(mostWords, Math.max(fewestWords, words));
}

/**
 * Lengths in Chinese, Japanese and Korean: the template's number of characters per word, and enough to be accepted.
 */
const charactersPerWord = 2;
const fewestCharacters = 260;

/** Makes the parameters for the fold's template. There are none if the template's own length applies. */
export function lengthParameters(maxWords: number | null): Record<string, string> {
  if (maxWords === null) return {};
  const maxCharacters = Math.max(fewestCharacters, maxWords * charactersPerWord);
  return { maxWords: String(maxWords), maxCharacters: String(maxCharacters) };
}

export function tokensOfWords(words: number): number {
  return Math.ceil(words / wordsPerToken);
}

/** Returns the summary after a fold whose result covers the messages up to `to`. */
export function appendSegment(
  kept: readonly MemorySegment[],
  { text, to }: { text: string; to: number },
): Pick<ThreadState, 'summary' | 'segments'> {
  const segments = [...kept, { text, from: kept.at(-1)?.to ?? 0, to }];
  return { segments, summary: joinSegments(segments) };
}

function joinSegments(segments: readonly { text: string }[]): string {
  return segments.map(({ text }) => text).join(separator);
}
