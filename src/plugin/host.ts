import type { SessionSummary } from '#plugin/summary/summary-prompt.ts';

/** What the plugin uses of OpenCode, in every version. Nothing here throws. */
export interface Host {
  /** Finds a session. Returns null if OpenCode does not know it or does not say. */
  findSession(id: string): Promise<SessionInfo | null>;
  /** Reads the messages of a session, oldest first. */
  readMessages(id: string): Promise<Message[] | null>;
  /** Asks a model of OpenCode one question. */
  ask(question: Question): Promise<Outcome>;
  report(level: 'warn' | 'error', message: string): void;
  /** Shows a line to the person and never to a model. It is null if OpenCode has no place for it. */
  notify: ((message: string) => void) | null;
}

export interface SessionInfo {
  id: string;
  title?: string | undefined;
  parentID?: string | undefined;
}

export interface ModelName {
  providerID: string;
  modelID: string;
}

export interface Message {
  info: {
    id: string;
    role: string;
    /** The prompt that a reply answers. */
    parentID?: string;
  };
  parts: Part[];
}

export interface Part {
  id?: string;
  sessionID?: string;
  messageID?: string;
  type: string;
  text?: string;
  /** Says that OpenCode wrote the part in the user's name. */
  synthetic?: boolean;
  ignored?: boolean;
  filename?: string;
  tool?: string;
  state?: { status?: string; input?: unknown; output?: string; error?: string };
}

export interface Question {
  sessionId: string;
  /** The model that should answer. Null means the session's own model. */
  model: ModelName | null;
  /** The session's own model, if it is known. */
  sessionModel: ModelName | null;
  /** The text of the turn, which is already cleaned. */
  turn: string;
  /** The language of the summary as a prompt names it. Null means the language of the turn. */
  language: string | null;
  timeoutMs: number;
  /** Aborting it stops the question early; the reason becomes the failure text. */
  signal: AbortSignal;
}

export type Outcome = { summary: SessionSummary } | { failure: string };

/** The plugin's own sessions by id, each with the function that stops it. */
export type OwnSessions = Map<string, (reason: string) => void>;

export const ownTitle = 'opencode-mem: summary';

export interface ToolCall {
  sessionId: string;
  callId: string;
  tool: string;
  input: unknown;
  output: unknown;
  /** The prompt whose turn the call belongs to, if OpenCode names it. */
  promptId?: string | undefined;
}
