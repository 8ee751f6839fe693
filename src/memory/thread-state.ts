/** A message as memory sees it, wherever it comes from. */
export interface MemoryMessage {
  role: 'user' | 'assistant' | 'tool' | 'system';
  name?: string | undefined;
  text: string;
  /** The tools that a message of the assistant calls. */
  toolCalls?: readonly ToolCall[] | undefined;
  /** The call that a tool's message answers. */
  toolCallId?: string | undefined;
  /** The tokens of the whole message, if they are known. Otherwise they are counted. */
  tokens?: number | undefined;
}

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

/** A block of the summary. `from` and `to` are places in the list of messages, and `to` is not included. */
export interface MemorySegment {
  text: string;
  from: number;
  to: number;
}

/** The messages of a thread: the first `folded` are summarized, and the live ones follow. */
export interface ThreadState {
  messages: readonly MemoryMessage[];
  folded: number;
  summary: string | null;
  /**
   * The blocks of the summary, only under a policy of segments. `summary` is then their texts, separated by a blank
   * line.
   */
  segments: readonly MemorySegment[];
}

const labels: Readonly<Record<MemoryMessage['role'], string>> = {
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
  system: 'System',
};
/** Names are cut to this length, so that a long name cannot fill a call. */
const nameCharacters = 40;

/** Renders messages for a summarizer: each with its speaker, and tool calls and results as text. */
export function renderTranscript(messages: readonly MemoryMessage[]): string {
  return messages.map((message) => `${speakerOf(message)}: ${bodyOf(message)}`).join('\n\n');
}

export function speakerOf({ role, name }: MemoryMessage): string {
  const known = name?.replace(/\s+/gu, ' ').trim().slice(0, nameCharacters) ?? '';
  return known === '' ? labels[role] : `${labels[role]} (${known})`;
}

/** Returns everything that a message says: its text, then the tools that it calls. */
export function bodyOf({ text, toolCalls = [] }: MemoryMessage): string {
  const calls = toolCalls.map(({ name, input }) => `[calls ${name} ${JSON.stringify(input) ?? ''}]`);
  return [...(text === '' && calls.length > 0 ? [] : [text]), ...calls].join('\n');
}

export function tokensOf(message: MemoryMessage, count: (text: string) => number): number {
  return message.tokens ?? count(bodyOf(message));
}

interface Said {
  role: 'user' | 'assistant';
  text: string;
}

/** Separates two messages that are joined into one. */
const separator = '\n\n---\n\n';

/**
 * Makes turns that alternate from the messages before a prompt and the prompt. After an answer that was stopped or
 * failed, two user messages follow each other, which some providers refuse. Others refuse an empty message.
 */
export function alternateRoles(
  messages: readonly Said[],
  prompt: string,
): { history: Said[]; prompt: string } {
  const history: Said[] = [];
  for (const { role, text } of messages) {
    if (text.trim() === '') continue;
    const last = history.at(-1);
    if (last?.role === role) history[history.length - 1] = { role, text: last.text + separator + text };
    else history.push({ role, text });
  }
  const unanswered = history.at(-1)?.role === 'user' ? history.pop() : undefined;
  return { history, prompt: unanswered === undefined ? prompt : unanswered.text + separator + prompt };
}

interface MemoryPrompt {
  system: string;
  history: readonly MemoryMessage[];
  prompt: string;
}

/** Puts together instructions, summary, live window and new prompt. What changes least comes first. */
export function buildPrompt({
  instructions,
  summary,
  live,
  prompt,
}: {
  instructions: string;
  summary: string | null;
  live: readonly MemoryMessage[];
  prompt: string;
}): MemoryPrompt {
  const parts = [instructions.trim(), summary === null ? '' : `## Summary so far\n\n${summary}`];
  return { system: parts.filter((part) => part !== '').join('\n\n'), history: live, prompt };
}
