import type { SessionInfo } from '#plugin/host.ts';

/**
 * What this plugin uses of OpenCode 2. The plugin API still changes, so every member may be missing. A hook that
 * OpenCode does not know is registered and never called.
 */
export interface PluginContext {
  options?: Readonly<Record<string, unknown>>;
  location?: Location;
  plugin?: { list?(): Promise<{ location?: Location }> };
  session?: {
    hook?(name: string, callback: (event: never) => Promise<void>): Promise<unknown>;
    get?(call: SessionCall): Promise<SessionInfo & { data?: SessionInfo }>;
    /** Generates a text from the session's context, without a trace in the session. */
    generate?(call: SessionCall & { prompt: string }): Promise<{ text?: string }>;
    create?(call: {
      title: string;
      model?: { providerID: string; id: string };
      location?: { directory: string };
    }): Promise<SessionInfo & { data?: SessionInfo }>;
    prompt?(call: SessionCall & { text: string }): Promise<unknown>;
    wait?(call: SessionCall): Promise<unknown>;
    interrupt?(call: SessionCall): Promise<unknown>;
    remove?(call: SessionCall): Promise<unknown>;
  };
  tool?: {
    hook?(name: string, callback: (event: never) => Promise<void>): Promise<unknown>;
    transform?(edit: (draft: ToolDraft) => void): Promise<unknown>;
  };
  event?: { subscribe?(options: { signal: AbortSignal }): AsyncIterable<unknown> };
}

interface SessionCall {
  sessionID: string;
}

export interface Location {
  directory?: string;
  project?: { directory?: string };
}

/** Adds tools. In some builds the name and the options come beside the definition, in others within it. */
export interface ToolDraft {
  add(...definition: unknown[]): void;
}

export interface PromptHookEvent {
  sessionID: string;
  messageID: string;
  prompt: { text: string };
}

export interface ContextHookEvent {
  sessionID: string;
  system: { type: 'text'; text: string }[];
  messages: unknown[];
  tools: Record<string, unknown>;
}

export interface ToolHookEvent {
  tool: string;
  sessionID: string;
  messageID?: string;
  id: string;
  input?: unknown;
  status: 'completed' | 'error';
  result?: { content?: unknown; output?: unknown };
  error?: { message?: string };
}

export interface BusEvent {
  type: string;
  location?: Location;
  data: {
    sessionID: string;
    parentID?: string;
    title?: string;
    model?: { providerID: string; id: string };
    inboxID?: string;
    item?: { type?: string; payload?: { text?: string } };
    assistantMessageID?: string;
    text?: string;
    error?: { message?: string };
  };
}
