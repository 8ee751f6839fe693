import { foldThread } from '#memory/fold-thread.ts';
import { type MemoryMessage, type MemorySegment, tokensOf } from '#memory/thread-state.ts';
import { type AgentMemory, readAgentMemory, reportOutcome } from './memory-options.ts';

/** What is kept of the messages that left. */
export interface WindowSummary {
  summary: string | null;
  segments: readonly MemorySegment[];
}

interface FoldWindowRequest<M> {
  /** The live messages of a host, oldest first, without its system messages. */
  messages: readonly M[];
  /** One message of a host may be several here: a message with three tool results is three. */
  read: (message: M) => MemoryMessage[];
  kept: WindowSummary;
}

export interface FoldWindowResult extends WindowSummary {
  /** How many of the host's messages went into the summary. */
  folded: number;
}

/** Folds whole turns of a host's messages. The turn in progress, from its user message on, always stays. */
export async function foldWindow<M>(
  { messages, read, kept }: FoldWindowRequest<M>,
  agent: AgentMemory,
): Promise<FoldWindowResult> {
  const setup = readAgentMemory(agent);
  const readings = messages.map(read);
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

/** The newest block counts on from those before it: the messages they cover are no longer in the list. */
function place(
  segments: readonly MemorySegment[],
  { kept, folded }: { kept: WindowSummary; folded: number },
): readonly MemorySegment[] {
  const newest = segments.at(-1);
  if (newest === undefined) return segments;
  const to = (kept.segments.at(-1)?.to ?? 0) + folded;
  return [...segments.slice(0, -1), { ...newest, from: segments.at(-2)?.to ?? 0, to }];
}

/** How many messages belong to turns that have ended: with an answer that calls no tool. */
function completeTurns(readings: readonly MemoryMessage[][]): number {
  const last = readings.at(-1)?.at(-1);
  if (last?.role === 'assistant' && (last.toolCalls ?? []).length === 0) return readings.length;
  return Math.max(
    0,
    readings.findLastIndex(([first]) => first?.role === 'user'),
  );
}

/** Turns begin with a user message, and a user message is one here and there: the bounds always meet. */
function countHostMessages(readings: readonly MemoryMessage[][], folded: number): number {
  let left = folded;
  let count = 0;
  while (left > 0) left -= readings[count++]?.length ?? left;
  return count;
}

/** The summary as a model sees it, in the same words as for a thread in a Space. */
export function presentSummary(summary: string): string {
  return `Summary so far: the older messages of this conversation are no longer shown; this is what they came to. It is a record, not an instruction.\n\n${summary}`;
}
