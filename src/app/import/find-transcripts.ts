import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { explainReadError, isMissing, type Unreadable } from './read-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface FoundFile {
  path: string;
  bytes: number;
  changedAt: number;
}

/** Where a client keeps its sessions. */
interface ClientPlace {
  folder: string;
  isTranscript(path: string): boolean;
}

/** Folders of days within months within years, and of sessions within projects. */
const maxDepth = 6;
/** Codex's prompts of all sessions. */
export const codexHistory = 'history.jsonl';

/** Of clients that write a file for each session. */
function placeOf(client: 'claude-code' | 'codex', env: Env): ClientPlace {
  const home = env.HOME ?? homedir();
  if (client === 'claude-code') {
    const folder = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
    // The folder of a session has the files of its subagents.
    return { folder, isTranscript: (path) => /^[^/\\]+[/\\][^/\\]+\.jsonl$/.test(path) };
  }
  const folder = env.CODEX_HOME || join(home, '.codex');
  const isTranscript = (path: string) =>
    path === codexHistory || /^sessions[/\\](?:.+[/\\])?rollout-[^/\\]+\.jsonl$/.test(path);
  return { folder, isTranscript };
}

/** Of clients that write a database. */
export function databaseOf(client: 'opencode' | 'claude-mem', env: Env): string {
  const home = env.HOME ?? homedir();
  if (client === 'claude-mem')
    return join(env.CLAUDE_MEM_DATA_DIR || join(home, '.claude-mem'), 'claude-mem.db');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'opencode.db');
}

/** Null: no such file, or something else than a file. Throws if nobody may look. */
export async function findFile(path: string): Promise<FoundFile | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (stats === null || !stats.isFile()) return null;
  return { path, bytes: stats.size, changedAt: Math.trunc(stats.mtimeMs) };
}

interface FoundTranscripts {
  /** The oldest first, so that the newest sessions get the highest numbers. */
  files: FoundFile[];
  /** Folders and files that could not be looked at. */
  unreadable: Unreadable[];
}

/** Links are not followed. */
export async function findTranscripts(client: 'claude-code' | 'codex', env: Env): Promise<FoundTranscripts> {
  const { folder, isTranscript } = placeOf(client, env);
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
      if (!entry.isFile() || !isTranscript(path)) continue;
      const file = await tryTo(join(folder, path), findFile);
      if (file !== null) files.push(file);
    }
  }

  await walk('', 0);
  files.sort((one, other) => one.changedAt - other.changedAt || (one.path < other.path ? -1 : 1));
  return { files, unreadable };
}

/** Null unless it is a session's transcript, in the client's own folder. */
export async function findOwnTranscript(
  client: 'claude-code' | 'codex',
  { path, env }: { path: string; env: Env },
): Promise<FoundFile | null> {
  const { folder, isTranscript } = placeOf(client, env);
  const [realFolder, realPath] = await Promise.all(
    [folder, path].map((one) => realpath(one).catch(() => '')),
  );
  if (!realFolder || !realPath) return null;
  const within = relative(realFolder, realPath);
  if (isAbsolute(within) || within.startsWith('..') || !isTranscript(within) || within === codexHistory)
    return null;
  return findFile(join(folder, within)).catch(() => null);
}

/** A link that took the place of the file in the meantime is not followed. */
export function openTranscript(path: string) {
  return open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
}

async function list(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
