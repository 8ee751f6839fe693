import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { Annotation, MessagesAnnotation, REMOVE_ALL_MESSAGES } from '@langchain/langgraph';
import { foldWindow, presentSummary } from '#adapters/library/fold-window.ts';
import type { AgentMemory } from '#adapters/library/memory-options.ts';
import type { MemoryMessage, MemorySegment } from '#memory/thread-state.ts';

/** Channels for `Annotation.Root({ ...summaryChannels, … })`: the live messages and the summary of folded ones. */
export const summaryChannels = {
  ...MessagesAnnotation.spec,
  summary: Annotation<string | null>,
  summary_segments: Annotation<readonly MemorySegment[]>,
};

interface MessageState {
  messages: BaseMessage[];
  summary?: string | null | undefined;
  summary_segments?: readonly MemorySegment[] | undefined;
}

type Update = { messages?: BaseMessage[]; summary?: string | null; summary_segments?: MemorySegment[] };

/**
 * Creates a node that folds turns that leave the window into `summary` and removes them. System messages stay, a tool
 * call stays with its results, and if the summarizer fails, nothing is removed.
 */
export function summarizerNode(agent: AgentMemory = {}) {
  return async (state: MessageState, config?: { signal?: AbortSignal | undefined }): Promise<Update> => {
    const spoken = state.messages.filter((message) => !SystemMessage.isInstance(message));
    const { folded, summary, segments } = await foldWindow(
      {
        messages: spoken,
        read: (messages) => messages.map((message) => [readMessage(message)]),
        kept: { summary: state.summary ?? null, segments: state.summary_segments ?? [] },
      },
      { signal: config?.signal, ...agent },
    );
    if (folded === 0) return {};
    const gone = new Set(spoken.slice(0, folded));
    return { messages: remove(state.messages, gone), summary, summary_segments: [...segments] };
  };
}

/** The messages for the model. The summary is added to the first system message, so that there is only one. */
export function withSummary({ messages, summary }: MessageState): BaseMessage[] {
  if (!summary) return messages;
  const text = presentSummary(summary);
  const [first, ...rest] = messages;
  if (first === undefined || !SystemMessage.isInstance(first)) return [new SystemMessage(text), ...messages];
  if (typeof first.content === 'string') return [new SystemMessage(`${first.content}\n\n${text}`), ...rest];
  return [new SystemMessage({ content: [...first.content, { type: 'text', text }] }), ...rest];
}

/** Removes messages by id. If one lacks an id, removes all messages and adds the remaining ones again. */
function remove(messages: readonly BaseMessage[], gone: ReadonlySet<BaseMessage>): BaseMessage[] {
  const ids = [...gone].flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length === gone.size) return ids.map((id) => new RemoveMessage({ id }));
  return [
    new RemoveMessage({ id: REMOVE_ALL_MESSAGES }),
    ...messages.filter((message) => !gone.has(message)),
  ];
}

function readMessage(message: BaseMessage): MemoryMessage {
  const text = textOf(message);
  const name = message.name;
  if (HumanMessage.isInstance(message)) return { role: 'user', text, name };
  if (ToolMessage.isInstance(message)) return { role: 'tool', text, name, toolCallId: message.tool_call_id };
  if (!AIMessage.isInstance(message)) return { role: 'assistant', text, name };
  const toolCalls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id: id ?? '',
    name,
    input: args,
  }));
  return { role: 'assistant', text, name, toolCalls };
}

/** Names non-text parts such as images, so that a summarizer knows they were there. */
function textOf({ content }: BaseMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((block) => {
      if (block.type === 'text' && typeof block.text === 'string') return block.text;
      return isSilent(block.type) ? '' : `[${block.type}]`;
    })
    .filter((part) => part !== '')
    .join('\n');
}

/** Whether a block is omitted: reasoning, and tool calls, which are listed separately. */
function isSilent(type: unknown): boolean {
  return (
    typeof type !== 'string' ||
    /^(?:reasoning|thinking|redacted_thinking|tool_use|tool_call|tool_call_chunk)$/u.test(type)
  );
}
