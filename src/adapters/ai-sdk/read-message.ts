import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import type { MemoryMessage, ToolCall } from '#memory/thread-state.ts';

type Transform = NonNullable<LanguageModelMiddleware['transformParams']>;
/** As a model gets it. */
export type PromptMessage = Parameters<Transform>[0]['params']['prompt'][number];

/** As an application writes it, or as a model gets it. */
export type AiSdkMessage = ModelMessage | PromptMessage;

type Part = Exclude<AiSdkMessage['content'], string>[number];

/** A message of the AI SDK as memory sees it: one with results of several tools is several messages. */
export function readMessage({ role, content }: AiSdkMessage): MemoryMessage[] {
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
