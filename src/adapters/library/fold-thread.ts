import { type FoldOutcome, foldThread as fold } from '#memory/fold-thread.ts';
import type { ThreadState } from '#memory/thread-state.ts';
import { loadTokenizer } from '#text/tokens.ts';
import { type AgentMemory, readAgentMemory } from './memory-options.ts';

export interface FoldThreadOptions extends AgentMemory {
  /** The message that is about to be sent; it is no part of the thread yet. */
  newMessage?: string | undefined;
}

/** Folds what left the window into the summary. Whatever goes wrong, the thread stays as it was. */
export async function foldThread(thread: ThreadState, options: FoldThreadOptions = {}): Promise<FoldOutcome> {
  const { count } = await loadTokenizer();
  const outcome = await fold(thread, {
    ...readAgentMemory(options),
    count,
    newMessageTokens: options.newMessage === undefined ? undefined : count(options.newMessage),
  });
  if (outcome.failure !== null) options.onIssue?.(outcome.failure);
  return outcome;
}
