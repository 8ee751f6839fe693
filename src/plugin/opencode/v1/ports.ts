import type { Message, ModelName, Part, SessionInfo } from '#plugin/host.ts';

/** What this plugin uses of OpenCode 1.18, whose types are not installed with a single-file plugin. */
export interface OpenCodeClient {
  session: {
    create(call: { body: { title: string; parentID: string } }): Promise<Answer<SessionInfo>>;
    get(call: SessionCall): Promise<Answer<SessionInfo>>;
    messages(call: SessionCall): Promise<Answer<Message[]>>;
    prompt(call: SessionCall & { body: PromptBody }): Promise<Answer<Reply>>;
    abort(call: SessionCall): Promise<Answer<boolean>>;
    delete(call: SessionCall): Promise<Answer<boolean>>;
  };
  app: { log(call: { body: LogLine }): Promise<unknown> };
  tui?: { showToast?(call: { body: Toast }): Promise<unknown> };
}

interface Toast {
  title: string;
  message: string;
  variant: string;
  duration: number;
}

interface SessionCall {
  path: { id: string };
}

/** An answer of OpenCode. It contains errors; the call itself rejects only when it is cut off. */
interface Answer<T> {
  data?: T;
  error?: unknown;
}

export interface Reply {
  info: Message['info'] & { error?: { name?: string }; structured?: unknown };
  parts: Part[];
}

interface PromptBody {
  model?: ModelName;
  tools: Record<string, boolean>;
  format: { type: 'json_schema'; schema: object };
  parts: { type: 'text'; text: string }[];
}

interface LogLine {
  service: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  extra?: Record<string, unknown>;
}

export interface PluginInput {
  client: OpenCodeClient;
  directory: string;
  /** The root of the repository. Outside of any repository, it is the root of the file system. */
  worktree: string;
}

export interface Hooks {
  event(input: { event: OpenCodeEvent }): Promise<void>;
  /**
   * This function is called before the message whose parts are the filled-in template of the command. Older versions
   * do not call it.
   */
  'command.execute.before'(
    input: { command: string; sessionID: string; arguments: string },
    output: { parts: Part[] },
  ): Promise<void>;
  'chat.message'(input: { sessionID: string }, output: ChatMessage): Promise<void>;
  'experimental.chat.system.transform'(
    input: { sessionID?: string },
    output: { system: string[] },
  ): Promise<void>;
  'tool.execute.after'(input: ToolCall, output: { output?: unknown; title?: string }): Promise<void>;
  tool: Record<string, PluginTool>;
  dispose(): Promise<void>;
}

export interface PluginTool {
  description: string;
  /** The schema of each argument, as JSON Schema or zod. */
  args: Record<string, object>;
  execute(args: unknown): Promise<string>;
}

export interface OpenCodeEvent {
  type: string;
  properties?: {
    sessionID?: string;
    /** Describes a session or a message. */
    info?: SessionInfo & { sessionID?: string; role?: string };
    status?: { type?: string; message?: string };
  };
}

export interface ChatMessage {
  message: { id: string; model?: ModelName };
  parts: Part[];
}

interface ToolCall {
  tool: string;
  sessionID: string;
  callID: string;
  args?: unknown;
}
