import { type FoldOutcome, foldThread as fold } from '#memory/fold-thread.ts';
import type { MemoryMessage, MemorySegment } from '#memory/thread-state.ts';
import { type AgentMemory, readAgentMemory, reportOutcome } from './memory-options.ts';
import { type HostMessage, readMessages } from './read-messages.ts';

export interface FoldThreadOptions extends AgentMemory {
  /** The message about to be sent, which is not part of the thread yet. */
  newMessage?: string | undefined;
}

/** A thread with the host's own messages: the first `folded` are summarized, and the live ones follow. */
export interface Thread<M> {
  messages: readonly M[];
  folded: number;
  summary: string | null;
  segments: readonly MemorySegment[];
}

export interface ThreadFold<M> extends Omit<FoldOutcome, 'thread'> {
  thread: Thread<M>;
}

/**
 * Folds messages that left the window into the summary. If that fails, the thread is unchanged. Messages of an
 * unknown form throw AppError `invalid_input` that says what is wrong.
 */
export async function foldThread<M extends HostMessage>(
  { messages, folded = 0, summary = null, segments = [] }: Pick<Thread<M>, 'messages'> & Partial<Thread<M>>,
  options: FoldThreadOptions = {},
): Promise<ThreadFold<M>> {
  const setup = readAgentMemory(options);
  const outcome = await fold(
    { folded, summary, segments, messages: readMessages(messages).map(joinResults) },
    {
      ...setup,
      newMessageTokens: options.newMessage === undefined ? undefined : setup.count(options.newMessage),
    },
  );
  reportOutcome(outcome, options);
  return { ...outcome, thread: { ...outcome.thread, messages } };
}

/** Joins what one message of the host became, so that places in the thread stay the host's. */
function joinResults([first, ...results]: readonly MemoryMessage[]): MemoryMessage {
  if (first === undefined) return { role: 'tool', text: '' };
  return { ...first, text: [first, ...results].map(({ text }) => text).join('\n') };
}
