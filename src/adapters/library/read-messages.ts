import type { MemoryMessage, ToolCall } from '#memory/thread-state.ts';
import { AppError } from '#schema/app-error.ts';

/** A message as a host has it: with `text`, or with `content` as the AI SDK and OpenAI write it. */
export interface HostMessage {
  role: string;
  name?: string | undefined;
  text?: string | undefined;
  /** Text, a list of parts, or null beside calls of tools. */
  content?: unknown;
  /** Calls of tools as OpenAI writes them. In the AI SDK, they are parts of the content. */
  tool_calls?: unknown;
  tool_call_id?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const roles: ReadonlyMap<unknown, MemoryMessage['role']> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
  ['function', 'tool'],
]);

/** Reads a host's messages. One with several results of tools becomes several. Throws AppError `invalid_input`. */
export function readMessages(messages: readonly HostMessage[]): MemoryMessage[][] {
  if (!Array.isArray(messages)) throw invalid('messages', 'Enter a list of messages.');
  return messages.map((message, at) => readMessage(message, `messages.${at}`));
}

function readMessage(message: unknown, place: string): MemoryMessage[] {
  if (!isFields(message)) throw invalid(place, 'Enter a message with role and content.');
  const role = roles.get(message.role);
  if (role === undefined) throw invalid(`${place}.role`, 'Use user, assistant, tool or system.');
  if (typeof message.text === 'string') return [{ ...message, role, text: message.text }];
  const { content } = message;
  const name = textOr(message.name);
  const toolCallId = textOr(message.tool_call_id);
  const calls = listOf(message.tool_calls).map(readCall);
  if (typeof content === 'string') return [said({ role, name, text: content, calls, toolCallId })];
  const isSilent = role === 'assistant' && (content === null || content === undefined);
  if (isSilent && !('parts' in message))
    return [said({ role, name, text: textOr(message.refusal) ?? '', calls, toolCallId })];
  if (!Array.isArray(content)) throw invalid(place, sayContent(message));
  const parts = content.map((part: unknown, at) => readPart(part, `${place}.content.${at}`));
  const results = parts.flatMap(({ result }) => result ?? []);
  const text = parts.flatMap((part) => part.text ?? []).join('\n');
  if (role === 'tool' && results.length > 0) return results;
  const spoken = said({
    role,
    name,
    text,
    calls: [...calls, ...parts.flatMap(({ call }) => call ?? [])],
    toolCallId,
  });
  return [spoken, ...results];
}

/** A part of a message that is one message for memory: text, a call of a tool, or its result. */
interface Part {
  text?: string | undefined;
  call?: ToolCall;
  result?: MemoryMessage;
}

/** Names parts that are not text, such as images, so that a summarizer knows they were there. Omits reasoning. */
function readPart(part: unknown, place: string): Part {
  if (!isFields(part) || typeof part.type !== 'string')
    throw invalid(`${place}.type`, 'Each part needs a type, such as text.');
  const { type, toolCallId, toolName } = part;
  if (typeof part.text === 'string' && /^(?:(?:input_|output_)?text)$/u.test(type))
    return part.text === '' ? {} : { text: part.text };
  if (type === 'refusal') return { text: textOr(part.refusal) };
  if (/^(?:input_)?image/u.test(type)) return { text: '[image]' };
  if (type === 'file') return { text: `[file ${textOr(part.mediaType) ?? ''}]`.replace(' ]', ']') };
  if (type === 'input_audio') return { text: '[audio]' };
  const id = textOr(toolCallId) ?? '';
  if (type === 'tool-call') return { call: { id, name: textOr(toolName) ?? '', input: part.input } };
  if (type !== 'tool-result') return {};
  return { result: { role: 'tool', name: textOr(toolName), text: outputOf(part.output), toolCallId: id } };
}

/** Reads a call of a tool as OpenAI writes it, with its arguments as JSON. */
function readCall(call: unknown): ToolCall {
  const { id, function: called, custom } = isFields(call) ? call : {};
  const { name, arguments: given, input } = isFields(called) ? called : isFields(custom) ? custom : {};
  return { id: textOr(id) ?? '', name: textOr(name) ?? '', input: parse(given ?? input) };
}

function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function outputOf(output: unknown): string {
  const value = isFields(output) && 'value' in output ? output.value : output;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

interface Said {
  role: MemoryMessage['role'];
  name: string | undefined;
  text: string;
  calls: ToolCall[];
  toolCallId: string | undefined;
}

function said({ role, name, text, calls, toolCallId }: Said): MemoryMessage {
  return {
    role,
    text,
    ...(name === undefined ? {} : { name }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(toolCallId === undefined ? {} : { toolCallId }),
  };
}

function sayContent(message: Fields): string {
  if (Array.isArray(message.parts))
    return 'This is a UI message. Convert the messages with convertToModelMessages first.';
  if (message.content === undefined) return 'Enter text or content.';
  return 'Enter text or a list of parts as content.';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function invalid(place: string, reason: string): AppError {
  return new AppError('invalid_input', `${place}: ${reason}`);
}
