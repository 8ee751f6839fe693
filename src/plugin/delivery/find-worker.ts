import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseJsonObject } from '#schema/parse-json.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The data folder of Precis. */
export function findHome(env: Environment): string {
  return env.PRECIS_HOME?.trim() || defaultHome(env);
}

export function defaultHome(env: Environment): string {
  if (process.platform === 'win32') return join(env.APPDATA ?? homedir(), 'Precis');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Precis');
  return join(env.XDG_DATA_HOME?.trim() || join(homedir(), '.local', 'share'), 'precis');
}

/** Where a server listens and how it was started, for clients on the same machine. */
export interface WorkerRecord {
  url: string;
  /** Null if the server has never run. */
  pid: number | null;
  /** The command that starts the program, without arguments of its own. */
  command: string[];
}

export function workerFile(home: string): string {
  return join(home, 'worker.json');
}

/** Reads the record of the last server, which may have ended. Returns null if there was none. */
export function readWorkerRecord(home: string): WorkerRecord | null {
  try {
    const { url, pid, command } = parseJsonObject(readFileSync(workerFile(home), 'utf8')) ?? {};
    const isRecord = typeof url === 'string' && /^https?:\/\/\S+$/.test(url) && Array.isArray(command);
    return isRecord ? { url, pid: typeof pid === 'number' ? pid : null, command: command.map(String) } : null;
  } catch {
    return null;
  }
}
