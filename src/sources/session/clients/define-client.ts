import { type HookClient, type HookPayload, hookClientNames } from '#schema/sessions/hook-client.ts';
import type { TranscriptReader } from '#sources/session/transcripts/raw-event.ts';
import { createReadHook, type HookKind, type PayloadForm, type ReadHook } from './client-event.ts';

export interface HookEvent {
  kind: HookKind;
  /** The agent waits this long at most if the worker hangs. */
  seconds: number;
  /** The agent sends the event itself. What happens while no worker is there is read from its transcripts. */
  isHttp?: true;
}

/** What an entry in an agent's settings is made from. */
export interface HookCall extends HookEvent {
  /** The program and its arguments. */
  command: readonly string[];
  url: string;
  hasToken: boolean;
  isWindows: boolean;
}

/** How a text of a payload may be kept on the disk. */
export type PayloadText = 'prompt' | 'prompts' | 'input' | 'output' | 'reply';

interface ClientHooks {
  /** The files with its hooks, in its folder: of the user, and of a project. */
  files: { user: string; project: string };
  /** By the agent's names of them. */
  events: Readonly<Record<string, HookEvent>>;
  /** The entry of an event, in the agent's own form. */
  handlerOf(call: HookCall): Record<string, unknown>;
  /** How the agent's payloads differ from those of others. */
  form: PayloadForm;
  /** Fields of payloads besides those that all agents have, of which a payload that waits on the disk keeps no others. */
  fields: { names: readonly string[]; texts?: Readonly<Record<string, PayloadText>> };
  /** A way to report that is not a hook: one more file of the user with a line of Precis. */
  notify?: {
    event: string;
    read(payload: HookPayload): ReturnType<ReadHook>;
    file: string;
    add(text: string | null, command: readonly string[]): string;
    strip(text: string): string;
  };
  /** Whether the agent runs the hooks that are installed. */
  check?: {
    name: string;
    /** A file in the user's folder that tells. */
    file: string;
    /** The events among those installed that it does not report. */
    findSilent(text: string, installed: { file: string; events: readonly string[] }): readonly string[];
    problem: string;
    remedy: string;
  };
  /** What the user has to do after an installation, as lines of text; empty: nothing. */
  noteFor(given: { hasToken: boolean }): string;
}

interface ClientTranscripts {
  /** In the agent's folder. */
  folder: string;
  /** Of files in it that are sessions, with “/” between folders. */
  path: RegExp;
  createReader(): TranscriptReader;
  /** What the user wrote, where a line holds it; what a tool read is not the user's. */
  userTexts(line: Readonly<Record<string, unknown>>): string[];
  /** A file in the agent's folder with prompts of all sessions, of use where a session's own file is gone. */
  history?: { file: string; createReader(): TranscriptReader };
}

interface GivenClient {
  id: HookClient;
  /** In the home folder and in a project, unless a variable of the environment names it, or names the home folder. */
  folder: { name: string; variable: string; namesHome?: true };
  hooks: ClientHooks;
  transcripts: ClientTranscripts;
  /** The most that the start of a session adds to the model's context. */
  startContext: { tokens: number; characters: number };
}

/** Everything that Precis knows of a coding agent with hooks. */
export interface ClientDefinition extends GivenClient {
  name: string;
  /** The agent's names of its events. */
  events: readonly string[];
  kindOf(event: string): HookKind | undefined;
  read: ReadHook;
  /** Some events reach nobody while no worker is there. */
  needsCatchUp: boolean;
  /** Hooks and transcripts name the same events alike. */
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

/** A command for a POSIX shell. */
export function quoteCommand(command: readonly string[]): string {
  return command
    .map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

export function quoteForWindows(command: readonly string[]): string {
  return command.map((part) => (/^[\w./:\\@=-]+$/.test(part) ? part : `"${part}"`)).join(' ');
}
