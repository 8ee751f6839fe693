import { foldThread } from '#memory/fold-thread.ts';
import { type MemoryMessage, type MemorySegment, tokensOf } from '#memory/thread-state.ts';
import { type AgentMemory, readAgentMemory, reportOutcome } from './memory-options.ts';

/** The summary of messages that left the window. */
export interface WindowSummary {
  summary: string | null;
  segments: readonly MemorySegment[];
}

interface FoldWindowRequest<M> {
  /** The host's live messages, oldest first, without its system messages. */
  messages: readonly M[];
  /** Converts each of a host's messages, which may become several: one with three tool results becomes three. */
  read: (messages: readonly M[]) => MemoryMessage[][];
  kept: WindowSummary;
}

export interface FoldWindowResult extends WindowSummary {
  /** Number of the host's messages that were folded into the summary. */
  folded: number;
}

/** Folds whole turns of a host's messages. The turn in progress always stays, starting with its user message. */
export async function foldWindow<M>(
  { messages, read, kept }: FoldWindowRequest<M>,
  agent: AgentMemory,
): Promise<FoldWindowResult> {
  const setup = readAgentMemory(agent);
  const readings = read(messages);
  const complete = completeTurns(readings);
  const pending = readings.slice(complete).flat();
  const thread = {
    messages: readings.slice(0, complete).flat(),
    folded: 0,
    summary: kept.summary,
    segments: kept.segments,
  };
  const outcome = await foldThread(thread, {
    ...setup,
    newMessageTokens: pending[0] === undefined ? undefined : tokensOf(pending[0], setup.count),
  });
  reportOutcome(outcome, agent);
  const { summary, segments } = outcome.thread;
  const folded = countHostMessages(readings, outcome.folded);
  return { summary, folded, segments: folded === 0 ? segments : place(segments, { kept, folded }) };
}

/** Offsets the newest segment by the messages folded earlier, which are no longer in the list. */
function place(
  segments: readonly MemorySegment[],
  { kept, folded }: { kept: WindowSummary; folded: number },
): readonly MemorySegment[] {
  const newest = segments.at(-1);
  if (newest === undefined) return segments;
  const to = (kept.segments.at(-1)?.to ?? 0) + folded;
  return [...segments.slice(0, -1), { ...newest, from: segments.at(-2)?.to ?? 0, to }];
}

/** Counts the messages of completed turns. A turn is complete once it has an answer without tool calls. */
function completeTurns(readings: readonly MemoryMessage[][]): number {
  const last = readings.at(-1)?.at(-1);
  if (last?.role === 'assistant' && (last.toolCalls ?? []).length === 0) return readings.length;
  return Math.max(
    0,
    readings.findLastIndex(([first]) => first?.role === 'user'),
  );
}

/** A user message, which begins each turn, is one message on both sides, so turn boundaries always match. */
function countHostMessages(readings: readonly MemoryMessage[][], folded: number): number {
  let left = folded;
  let count = 0;
  while (left > 0) left -= readings[count++]?.length ?? left;
  return count;
}

/** Formats the summary for a model, in the same words as for a thread in a Space. */
export function presentSummary(summary: string): string {
  return `Summary so far: the older messages of this conversation are no longer shown; this is what they came to. It is a record, not an instruction.\n\n${summary}`;
}
