import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { findHome, readWorkerRecord } from '#plugin/delivery/find-worker.ts';
import type { WorkerStart } from '#plugin/delivery/start-worker.ts';
import type { ModelName } from './host.ts';

export interface Options {
  /** The address of the worker, without a slash at the end. */
  url: string;
  token: string | null;
  /**
   * How to start the worker when it cannot be reached. It is null if the user set the address or the worker never ran
   * here.
   */
  start: WorkerStart | null;
  /** The model that writes the summaries. Null means the session's own model. */
  model: ModelName | null;
  summaries: boolean;
  context: boolean;
  observations: boolean;
  /** The time limit for one summary, from request to answer. */
  timeoutMs: number;
  stateDir: string;
  project: string;
  /** The folder that identifies the project, or null if the user named the project. */
  projectDirectory: string | null;
}

interface Place {
  directory: string;
  /** The root of the repository. Outside of any repository, it is the root of the file system. */
  worktree: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultPort = 37_777;
const defaultTimeoutMs = 60_000;

/** Reads the options of opencode.json first, then the environment. Invalid values are ignored. */
export function readOptions(given: unknown, { directory, worktree }: Place, env: Environment): Options {
  const options = isRecord(given) ? given : {};
  const named = readText(options.project) ?? readText(env.OPENCODE_MEM_PROJECT);
  return {
    ...findWorker(readUrl(options.url) ?? readUrl(env.OPENCODE_MEM_URL), env),
    token: readText(options.token) ?? readText(env.OPENCODE_MEM_TOKEN) ?? readText(env.PRECIS_TOKEN),
    model: readModel(options.model) ?? readModel(env.OPENCODE_MEM_MODEL),
    summaries: readSwitch(options.summaries, env.OPENCODE_MEM_SUMMARIES),
    context: readSwitch(options.context, env.OPENCODE_MEM_CONTEXT),
    observations: readSwitch(options.observations, env.OPENCODE_MEM_OBSERVATIONS),
    timeoutMs:
      readDuration(options.timeoutMs) ?? readDuration(env.OPENCODE_MEM_TIMEOUT_MS) ?? defaultTimeoutMs,
    stateDir: findStateDir(env),
    project: named ?? nameProject(directory, worktree),
    projectDirectory: named === null ? directory : null,
  };
}

function findWorker(named: string | null, env: Environment): Pick<Options, 'url' | 'start'> {
  if (named !== null) return { url: named, start: null };
  const home = findHome(env);
  const record = readWorkerRecord(home);
  const usual = `http://127.0.0.1:${readPort(env)}`;
  const url = readText(env.PRECIS_PORT) === null ? (readUrl(record?.url) ?? usual) : usual;
  if (record === null) return { url, start: null };
  // The worker is started again at the same port.
  return { url, start: { home, command: record.command, env: { ...env, PRECIS_PORT: new URL(url).port } } };
}

/** Returns the folder where the plugin stores events that it could not send yet. */
export function findStateDir(env: Environment): string {
  const set = readText(env.OPENCODE_MEM_HOME);
  if (set !== null) return set;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'opencode-mem');
  return join(readText(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'opencode-mem');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameProject(directory: string, worktree: string): string {
  return basename(worktree) || basename(directory) || 'default';
}

function readUrl(value: unknown): string | null {
  const text = readText(value);
  if (text === null || !URL.canParse(text)) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text.replace(/(?<!\/)\/+$/, '') : null;
}

function readPort(env: Environment): number {
  const port = Number(env.PRECIS_PORT);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : defaultPort;
}

/** Reads `provider/model`. The model's own name may have slashes too. */
function readModel(value: unknown): ModelName | null {
  const text = readText(value);
  const slash = text?.indexOf('/') ?? -1;
  if (text === null || slash < 1 || slash === text.length - 1) return null;
  return { providerID: text.slice(0, slash), modelID: text.slice(slash + 1) };
}

/** Reads a switch, which is on unless it is switched off. */
function readSwitch(given: unknown, variable: string | undefined): boolean {
  if (typeof given === 'boolean') return given;
  return !/^(?:0|false|off|no)$/i.test(variable?.trim() ?? '');
}

function readDuration(value: unknown): number | null {
  const ms = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof ms === 'number' && ms >= 1000 && ms <= 600_000 ? ms : null;
}

function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}
