import { type HookClient, type HookPayload, hookClientNames } from '#schema/sessions/hook-client.ts';
import type { TranscriptReader } from '#sources/session/transcripts/raw-event.ts';
import { createReadHook, type HookKind, type PayloadForm, type ReadHook } from './client-event.ts';

export interface HookEvent {
  kind: HookKind;
  /** How long the agent waits at most if the worker hangs. */
  seconds: number;
  /** The agent sends the event itself by HTTP. Events sent while no worker runs are read from its transcripts. */
  isHttp?: true;
}

/** The input for an entry in an agent's settings. */
export interface HookCall extends HookEvent {
  /** The program and its arguments. */
  command: readonly string[];
  url: string;
  hasToken: boolean;
  isWindows: boolean;
}

/** The kind of text in a payload field, which decides how it may be kept on the disk. */
export type PayloadText = 'prompt' | 'prompts' | 'input' | 'output' | 'reply';

/**
 * The agent's list of MCP servers. With a project, only those of the project. Each function throws UnreadableText if
 * the text is in an unknown form.
 */
export interface McpServers {
  file: string;
  /** The file is beside the agent's folder, unless the environment names the folder, and has all projects. */
  isBesideFolder?: true;
  /** Says whether a server named `precis` is there, and whether Precis added it. */
  find(text: string, project: string | null): 'own' | 'other' | 'none';
  /** Returns the text with the server. Unchanged if it is there or the user has another one of that name. */
  put(text: string | null, server: { command: readonly string[]; project: string | null }): string;
  strip(text: string, project: string | null): string;
}

interface ClientHooks {
  /** The files with hooks in the agent's folder, of the user and of a project. */
  files: { user: string; project: string };
  /** Events by the agent's names for them. */
  events: Readonly<Record<string, HookEvent>>;
  /** The settings entry of an event in the agent's own format. */
  handlerOf(call: HookCall): Record<string, unknown>;
  /** How the agent's payloads differ from those of others. */
  form: PayloadForm;
  /** Further payload fields besides those of all agents. A payload on the disk keeps no other fields. */
  fields: { names: readonly string[]; texts?: Readonly<Record<string, PayloadText>> };
  /** A way to report without hooks: a line of Precis in another file of the user. */
  notify?: {
    event: string;
    read(payload: HookPayload): ReturnType<ReadHook>;
    file: string;
    put(text: string | null, command: readonly string[]): string;
    strip(text: string): string;
  };
  mcpServers?: McpServers;
  /** Finds out whether the agent runs the installed hooks. */
  check?: {
    name: string;
    /** The file in the user's folder to read. */
    file: string;
    /** The installed events that the agent does not report. */
    findSilent(text: string, installed: { file: string; events: readonly string[] }): readonly string[];
    problem: string;
    remedy: string;
  };
  /** Lines of text on what the user has to do after an installation, or an empty string. */
  noteFor(given: { hasToken: boolean; isNotified: boolean }): string;
}

interface ClientTranscripts {
  /** The folder with transcripts inside the agent's folder. */
  folder: string;
  /** Matches the paths of session files in the folder, with “/” as the separator. */
  path: RegExp;
  createReader(): TranscriptReader;
  /** The texts in a line that the user wrote. Text that a tool read is not the user's. */
  userTexts(line: Readonly<Record<string, unknown>>): string[];
  /** A file with the prompts of all sessions, used when a session's own file is gone. */
  history?: { file: string; createReader(): TranscriptReader };
}

interface GivenClient {
  id: HookClient;
  /** The name in the home folder and in projects. The environment variable overrides the folder, or the home folder. */
  folder: { name: string; variable: string; namesHome?: true };
  hooks: ClientHooks;
  transcripts: ClientTranscripts;
  /** The maximum that the start of a session adds to the model's context. */
  startContext: { tokens: number; characters: number };
}

/** Everything that Precis knows about a coding agent with hooks. */
export interface ClientDefinition extends GivenClient {
  name: string;
  /** The agent's names for its events. */
  events: readonly string[];
  kindOf(event: string): HookKind | undefined;
  read: ReadHook;
  /** True if some events are lost while no worker runs. */
  needsCatchUp: boolean;
  /** True if hooks and transcripts use the same names for events. */
  hasEventNames: boolean;
}

export function defineClient(given: GivenClient): ClientDefinition {
  const { id, hooks } = given;
  const events = new Map(Object.entries(hooks.events));
  const kindOf = (event: string) => events.get(event)?.kind;
  const readHook = createReadHook({ client: id, kindOf, form: hooks.form });
  return {
    ...given,
    name: hookClientNames[id],
    events: [...events.keys()],
    kindOf,
    read: (event, payload) =>
      event === hooks.notify?.event ? hooks.notify.read(payload) : readHook(event, payload),
    needsCatchUp: [...events.values()].some(({ isHttp }) => isHttp === true),
    hasEventNames: hooks.form.turnId !== undefined,
  };
}

/** Quotes a command for a POSIX shell. */
export function quoteCommand(command: readonly string[]): string {
  return command
    .map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

export function quoteForWindows(command: readonly string[]): string {
  return command.map((part) => (/^[\w./:\\@=-]+$/.test(part) ? part : `"${part}"`)).join(' ');
}
