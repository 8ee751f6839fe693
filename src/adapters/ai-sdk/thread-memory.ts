import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import { foldWindow, type WindowSummary } from '#adapters/library/fold-window.ts';
import type { AgentMemory } from '#adapters/library/memory-options.ts';
import { readMessages } from '#adapters/library/read-messages.ts';
import { renderTranscript } from '#memory/thread-state.ts';

/** What to store of a conversation besides its messages, as plain JSON. */
export interface ThreadSnapshot extends WindowSummary {
  /** Number of the oldest messages that are in the summary. */
  folded: number;
  /** Hash of the folded messages. Shows whether a list of messages starts with them. */
  mark: string;
}

export interface ThreadMemoryOptions extends AgentMemory {
  /** A snapshot from an earlier process. */
  snapshot?: ThreadSnapshot | undefined;
  /** Called after each fold and before the model is called. If it rejects, the fold is undone. */
  onSnapshot?: ((snapshot: ThreadSnapshot) => void | Promise<void>) | undefined;
}

export interface ThreadMemory {
  /** Takes all messages of the conversation. Returns the live ones and a summary of the others. */
  compact<M extends AiSdkMessage>(messages: readonly M[]): Promise<{ summary: string | null; live: M[] }>;
  snapshot(): ThreadSnapshot;
}

const empty: ThreadSnapshot = { folded: 0, summary: null, segments: [], mark: '' };

/** Creates the memory of one conversation whose application passes all its messages each time. */
export function createThreadMemory(options: ThreadMemoryOptions = {}): ThreadMemory {
  let kept = options.snapshot ?? empty;
  // Calls run one at a time, because two concurrent folds would fold the same turns twice.
  let queue: Promise<unknown> = Promise.resolve();

  async function compact<M extends AiSdkMessage>(messages: readonly M[]) {
    // If folded messages were edited, or belong to another conversation, the summary no longer applies.
    if (markOf(messages.slice(0, kept.folded)) !== kept.mark) kept = empty;
    const request = { messages: messages.slice(kept.folded), read: readMessages, kept };
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

/** Hashes the messages' text with FNV-1a, which detects changes and needs no crypto API. */
function markOf(messages: readonly AiSdkMessage[]): string {
  if (messages.length === 0) return '';
  const text = renderTranscript(readMessages(messages).flat());
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}

type Transform = NonNullable<LanguageModelMiddleware['transformParams']>;
/** A message as a model receives it. */
export type PromptMessage = Parameters<Transform>[0]['params']['prompt'][number];

/** A message as an application writes it or as a model receives it. */
type AiSdkMessage = ModelMessage | PromptMessage;
