import { foldWindow, type WindowSummary } from '#adapters/library/fold-window.ts';
import type { AgentMemory } from '#adapters/library/memory-options.ts';
import { renderTranscript } from '#memory/render-transcript.ts';
import { type AiSdkMessage, readMessage } from './read-message.ts';

/** What to store of a conversation besides its messages; plain JSON. */
export interface ThreadSnapshot extends WindowSummary {
  /** How many of the oldest messages are in the summary. */
  folded: number;
  /** Shows whether a list of messages starts with those. */
  mark: string;
}

export interface ThreadMemoryOptions extends AgentMemory {
  /** From an earlier process. */
  snapshot?: ThreadSnapshot | undefined;
  /** Called after each fold, before the model is called; a rejection leaves the fold undone. */
  onSnapshot?: ((snapshot: ThreadSnapshot) => void | Promise<void>) | undefined;
}

export interface ThreadMemory {
  /** Given all messages of the conversation, returns the live ones and the summary of the others. */
  compact<M extends AiSdkMessage>(messages: readonly M[]): Promise<{ summary: string | null; live: M[] }>;
  snapshot(): ThreadSnapshot;
}

const empty: ThreadSnapshot = { folded: 0, summary: null, segments: [], mark: '' };

/** The memory of one conversation whose application sends all its messages each time. */
export function createThreadMemory(options: ThreadMemoryOptions = {}): ThreadMemory {
  let kept = options.snapshot ?? empty;
  // One at a time: two concurrent folds would both take the same turns.
  let queue: Promise<unknown> = Promise.resolve();

  async function compact<M extends AiSdkMessage>(messages: readonly M[]) {
    // Messages that were edited, or another conversation: the summary is not of these.
    if (markOf(messages.slice(0, kept.folded)) !== kept.mark) kept = empty;
    const request = { messages: messages.slice(kept.folded), read: readMessage, kept };
    const { folded, summary, segments } = await foldWindow(request, options);
    if (folded > 0) {
      const total = kept.folded + folded;
      const next = { folded: total, summary, segments, mark: markOf(messages.slice(0, total)) };
      await options.onSnapshot?.(next);
      kept = next;
    }
    return { summary: kept.summary, live: messages.slice(kept.folded) };
  }

  return {
    compact(messages) {
      const turn = queue.then(() => compact(messages));
      queue = turn.catch(() => undefined);
      return turn;
    },
    snapshot: () => kept,
  };
}

/** FNV-1a over the messages' text: enough to notice a change, and it runs everywhere. */
function markOf(messages: readonly AiSdkMessage[]): string {
  if (messages.length === 0) return '';
  const text = renderTranscript(messages.flatMap(readMessage));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}
