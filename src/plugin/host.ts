import type { SessionSummary } from '#plugin/summary/summary-prompt.ts';

/** What the plugin uses of OpenCode, whichever version it is loaded by. Nothing here throws. */
export interface Host {
  /** Null: OpenCode does not know it, or does not say. */
  findSession(id: string): Promise<SessionInfo | null>;
  /** The messages of a session, oldest first. */
  readMessages(id: string): Promise<Message[] | null>;
  /** Puts one question to a model of OpenCode's. */
  ask(question: Question): Promise<Outcome>;
  report(level: 'warn' | 'error', message: string): void;
  /** Shows a line to the person and never to a model; null: OpenCode has no place for it. */
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
    /** Of a reply: the prompt that it answers. */
    parentID?: string;
  };
  parts: Part[];
}

export interface Part {
  type: string;
  text?: string;
  /** Written by OpenCode in the user's name. */
  synthetic?: boolean;
  ignored?: boolean;
  filename?: string;
  tool?: string;
  state?: { status?: string; input?: unknown; output?: string; error?: string };
}

export interface Question {
  sessionId: string;
  /** Who is to answer; null: the session's own model. */
  model: ModelName | null;
  /** The session's own, where it is known. */
  sessionModel: ModelName | null;
  /** Cleaned already. */
  turn: string;
  /** Of the summary, as a prompt names it; null: that of the turn. */
  language: string | null;
  timeoutMs: number;
  /** Stops the question early, with the reason as its text. */
  signal: AbortSignal;
}

export type Outcome = { summary: SessionSummary } | { failure: string };

/** Sessions of this plugin's own, by id, with what stops each. */
export type OwnSessions = Map<string, (reason: string) => void>;

export const ownTitle = 'opencode-mem: summary';

export interface ToolCall {
  sessionId: string;
  callId: string;
  tool: string;
  input: unknown;
  output: unknown;
  /** The prompt whose turn it belongs to, where OpenCode says so. */
  promptId?: string | undefined;
}
