import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { MemoryMessage } from '#memory/thread-state.ts';

/** A message of LangChain as memory sees it. */
export function readMessage(message: BaseMessage): MemoryMessage {
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

/** Non-text parts, such as images, are named so that a summarizer knows they were there. */
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

/** Reasoning is left out, and tool calls are listed separately. */
function isSilent(type: unknown): boolean {
  return (
    typeof type !== 'string' ||
    /^(?:reasoning|thinking|redacted_thinking|tool_use|tool_call|tool_call_chunk)$/u.test(type)
  );
}
