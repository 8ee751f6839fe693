import type { MemoryMessage } from './thread-state.ts';

const labels: Readonly<Record<MemoryMessage['role'], string>> = {
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
  system: 'System',
};
/** A name is a label here, not a text: it must not fill a call. */
const nameCharacters = 40;

/** Messages as a summarizer reads them: each with its speaker, tool calls and results as text. */
export function renderTranscript(messages: readonly MemoryMessage[]): string {
  return messages.map((message) => `${speakerOf(message)}: ${bodyOf(message)}`).join('\n\n');
}

export function speakerOf({ role, name }: MemoryMessage): string {
  const known = name?.replace(/\s+/gu, ' ').trim().slice(0, nameCharacters) ?? '';
  return known === '' ? labels[role] : `${labels[role]} (${known})`;
}

/** All that a message says: its text, then the tools that it calls. */
export function bodyOf({ text, toolCalls = [] }: MemoryMessage): string {
  const calls = toolCalls.map(({ name, input }) => `[calls ${name} ${JSON.stringify(input) ?? ''}]`);
  return [...(text === '' && calls.length > 0 ? [] : [text]), ...calls].join('\n');
}

export function tokensOf(message: MemoryMessage, count: (text: string) => number): number {
  return message.tokens ?? count(bodyOf(message));
}
