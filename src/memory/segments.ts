import type { MemorySegment, ThreadState } from './thread-state.ts';
import type { WindowPolicy } from './window-policy.ts';

const separator = '\n\n';

/**
 * What a fold leaves as it is and what it reads besides the messages. Its result becomes the block after the kept ones.
 *
 * Under `segments` a fold reads nothing but its messages until there are `foldAfter` blocks; the fold after that reads
 * all of them and writes one block. They are all merged, because a result that comes last must cover one stretch of
 * the thread; and rarely, so that the beginning of the prompt stays the same for long.
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

/** The summary after a fold whose result covers the messages up to `to`. */
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
