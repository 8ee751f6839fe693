/** A message as memory sees it, wherever it comes from. */
export interface MemoryMessage {
  role: 'user' | 'assistant' | 'tool' | 'system';
  name?: string | undefined;
  text: string;
  /** Tools that an assistant's message calls. */
  toolCalls?: readonly ToolCall[] | undefined;
  /** The call that a tool's message answers. */
  toolCallId?: string | undefined;
  /** Of everything in it, where they are known; else they are counted. */
  tokens?: number | undefined;
}

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

/** A block of the summary; `from` and `to` are places in the list of messages, `to` not included. */
export interface MemorySegment {
  text: string;
  from: number;
  to: number;
}

/** All messages of a thread = the summarized ones, the first `folded`, and the live ones after them. */
export interface ThreadState {
  messages: readonly MemoryMessage[];
  folded: number;
  summary: string | null;
  /** Only under a policy of segments; `summary` is then their texts, separated by a blank line. */
  segments: readonly MemorySegment[];
}
