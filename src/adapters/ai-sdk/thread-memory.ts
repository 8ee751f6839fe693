import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import { foldWindow, type WindowSummary } from '#adapters/library/fold-window.ts';
import type { AgentMemory } from '#adapters/library/memory-options.ts';
import { type MemoryMessage, renderTranscript, type ToolCall } from '#memory/thread-state.ts';

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

type Transform = NonNullable<LanguageModelMiddleware['transformParams']>;
/** As a model gets it. */
export type PromptMessage = Parameters<Transform>[0]['params']['prompt'][number];

/** As an application writes it, or as a model gets it. */
type AiSdkMessage = ModelMessage | PromptMessage;

type Part = Exclude<AiSdkMessage['content'], string>[number];

/** A message of the AI SDK as memory sees it: one with results of several tools is several messages. */
function readMessage({ role, content }: AiSdkMessage): MemoryMessage[] {
  if (typeof content === 'string') return [{ role, text: content }];
  const parts: readonly Part[] = content;
  const results = parts.flatMap((part): MemoryMessage[] =>
    part.type === 'tool-result'
      ? [{ role: 'tool', name: part.toolName, text: outputOf(part.output), toolCallId: part.toolCallId }]
      : [],
  );
  if (role === 'tool') return results.length > 0 ? results : [{ role, text: '' }];
  const text = parts
    .map(textOf)
    .filter((said) => said !== '')
    .join('\n');
  return [{ role, text, toolCalls: parts.flatMap(callOf) }, ...results];
}

/** Non-text parts, such as images, are named so that a summarizer knows they were there. Reasoning is left out. */
function textOf(part: Part): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'file') return `[file ${part.mediaType}]`;
  return part.type === 'image' ? '[image]' : '';
}

function callOf(part: Part): ToolCall[] {
  if (part.type !== 'tool-call') return [];
  return [{ id: part.toolCallId, name: part.toolName, input: part.input }];
}

function outputOf(output: unknown): string {
  const value = typeof output === 'object' && output !== null && 'value' in output ? output.value : output;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
