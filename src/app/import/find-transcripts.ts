import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { clientFolder, isLocalPath, transcriptFolder } from '#app/clients/local-path.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { explainReadError, isMissing, type Unreadable } from './import-job.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface FoundFile {
  path: string;
  bytes: number;
  changedAt: number;
}

/** The depth of the folders: days within months within years, or sessions within projects. */
const maxDepth = 6;

/** Returns the database of a client that writes one. */
export function databaseOf(client: 'opencode' | 'claude-mem', env: Env): string {
  const home = env.HOME ?? homedir();
  if (client === 'claude-mem')
    return join(env.CLAUDE_MEM_DATA_DIR || join(home, '.claude-mem'), 'claude-mem.db');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'opencode.db');
}

/** Returns null if there is nothing at the path, or no regular file. Throws if the user may not look. */
export async function findFile(path: string): Promise<FoundFile | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (stats === null || !stats.isFile()) return null;
  return { path, bytes: stats.size, changedAt: Math.trunc(stats.mtimeMs) };
}

interface FoundTranscripts {
  /** The files from the oldest on, so that the newest sessions get the highest numbers. */
  files: FoundFile[];
  /** The folders and files that could not be checked. */
  unreadable: Unreadable[];
}

/** Finds the transcripts of a client that writes a file for each session. Links are not followed. */
export async function findTranscripts(client: HookClient, env: Env): Promise<FoundTranscripts> {
  const folder = transcriptFolder(client, env);
  const history = historyFile(client, env);
  const files: FoundFile[] = [];
  const unreadable: Unreadable[] = [];

  async function tryTo<T>(path: string, look: (path: string) => Promise<T>): Promise<T | null> {
    try {
      return await look(path);
    } catch (error) {
      if (!isMissing(error)) unreadable.push({ path, reason: explainReadError(error) });
      return null;
    }
  }

  async function walk(within: string, depth: number): Promise<void> {
    for (const entry of (await tryTo(join(folder, within), list)) ?? []) {
      const path = join(within, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await walk(path, depth + 1);
      if (entry.isFile() && isTranscript(client, path)) await add(join(folder, path));
    }
  }

  async function add(path: string): Promise<void> {
    const file = await tryTo(path, findFile);
    if (file !== null) files.push(file);
  }

  await walk('', 0);
  if (history !== null) await add(history);
  return { files: files.sort(byAge), unreadable };
}

/** Returns the file with the prompts of all sessions, or null if the client writes none. */
export function historyFile(client: HookClient, env: Env): string | null {
  const { history } = clientDefinitions[client].transcripts;
  return history === undefined ? null : join(clientFolder(client, env), history.file);
}

/**
 * Returns the name of the project folder in which a client keeps this transcript. It is null if the transcript is
 * elsewhere or does not exist yet.
 */
export async function findProjectFolder(
  client: HookClient,
  { path, env }: { path: string; env: Env },
): Promise<string | null> {
  if (!isLocalPath(path)) return null;
  const folder = transcriptFolder(client, env);
  const [root, own] = await Promise.all([folder, dirname(path)].map((one) => realpath(one).catch(() => '')));
  if (!root || !own) return null;
  return dirname(own) === root ? basename(own) : null;
}

/** Finds the transcripts of one project, the oldest first. */
export async function findProjectTranscripts(
  client: HookClient,
  { project, env }: { project: string; env: Env },
): Promise<FoundFile[]> {
  const folder = join(transcriptFolder(client, env), project);
  const names = (await list(folder)).filter((entry) => entry.isFile()).map(({ name }) => name);
  const own = names.filter((name) => isTranscript(client, join(project, name)));
  const files = await Promise.all(own.map((name) => findFile(join(folder, name))));
  return files.filter((file) => file !== null).sort(byAge);
}

function isTranscript(client: HookClient, path: string): boolean {
  return clientDefinitions[client].transcripts.path.test(path.replaceAll('\\', '/'));
}

/** Opens a transcript. A link that replaced the file in the meantime is not followed. */
export function openTranscript(path: string) {
  return open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
}

function byAge(one: FoundFile, other: FoundFile): number {
  return one.changedAt - other.changedAt || (one.path < other.path ? -1 : 1);
}

async function list(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
