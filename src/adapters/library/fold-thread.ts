import { type FoldOutcome, foldThread as fold } from '#memory/fold-thread.ts';
import type { ThreadState } from '#memory/thread-state.ts';
import { type AgentMemory, readAgentMemory, reportOutcome } from './memory-options.ts';

export interface FoldThreadOptions extends AgentMemory {
  /** The message about to be sent, which is not part of the thread yet. */
  newMessage?: string | undefined;
}

/** Folds messages that left the window into the summary. If that fails, the thread is unchanged. */
export async function foldThread(thread: ThreadState, options: FoldThreadOptions = {}): Promise<FoldOutcome> {
  const setup = readAgentMemory(options);
  const outcome = await fold(thread, {
    ...setup,
    newMessageTokens: options.newMessage === undefined ? undefined : setup.count(options.newMessage),
  });
  reportOutcome(outcome, options);
  return outcome;
}
