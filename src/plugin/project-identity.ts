import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { nameRemote } from '#text/remote-name.ts';

/**
 * A folder as a project. It has a display name and identities that distinguish it from others of that name, most
 * reliable first.
 */
export interface ProjectIdentity {
  name: string;
  identities: string[];
}

/** Makes the query parameters from which the worker reads the project. */
export function projectQuery({ name, identities }: ProjectIdentity): Record<string, string> {
  return {
    project: name,
    ...(identities.length === 0 ? {} : { projectIdentities: identities.join('\n') }),
  };
}

interface Repository {
  /** The folder with configuration and history, also for a linked worktree. */
  commonDir: string;
  /** The folder of the repository itself, even for a linked worktree. */
  folder: string;
}

/** The history may be large and the disk slow. After this time, the first commit is left out. */
const gitTimeoutMs = 2000;

/**
 * Identifies a project from git's own files; only the first commit needs git. A null directory means that the user
 * named the project.
 */
export async function identifyProject(directory: string | null, name: string): Promise<ProjectIdentity> {
  if (directory === null) return { name, identities: [] };
  try {
    const repository = await findRepository(directory);
    if (repository === null) return { name, identities: [`folder:${resolve(directory)}`] };
    const { folder, commonDir } = repository;
    const remote = await readRemote(repository);
    const root = await readRoot(commonDir);
    return {
      name: basename(folder).replace(/(?<=.)\.git$/u, '') || name,
      identities: [
        ...(remote === null ? [] : [`remote:${remote}`]),
        ...(root === null ? [] : [`root:${root}`]),
        `folder:${folder}`,
      ],
    };
  } catch {
    return { name, identities: [] };
  }
}

/** Finds the repository of a folder. Returns null if it is in none. */
export async function findRepository(directory: string): Promise<Repository | null> {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const found = await openRepository(folder);
    if (found !== null) return found;
    if (dirname(folder) === folder) return null;
  }
}

async function openRepository(folder: string): Promise<Repository | null> {
  const dotGit = join(folder, '.git');
  const stats = await stat(dotGit).catch(() => null);
  if (stats === null) return null;
  if (stats.isDirectory()) return { commonDir: dotGit, folder };
  const gitDir = /^gitdir: (.+)$/mu.exec(await readFile(dotGit, 'utf8'))?.[1]?.trim();
  if (gitDir === undefined) return null;
  const ownDir = resolve(folder, gitDir);
  const shared = (await readFile(join(ownDir, 'commondir'), 'utf8').catch(() => '')).trim();
  // A submodule has its own directory and is its own repository.
  if (shared === '') return { commonDir: ownDir, folder };
  const commonDir = resolve(ownDir, shared);
  return { commonDir, folder: basename(commonDir) === '.git' ? dirname(commonDir) : commonDir };
}

/** Reads the remote `origin`, or else the first remote. */
async function readRemote({ commonDir, folder }: Repository): Promise<string | null> {
  const config = await readFile(join(commonDir, 'config'), 'utf8').catch(() => '');
  const remotes = new Map<string, string>();
  let section = '';
  for (const line of config.split('\n')) {
    section = /^\s*\[remote "(.+)"\]/u.exec(line)?.[1] ?? (/^\s*\[/u.test(line) ? '' : section);
    const url = /^\s*url\s*=(.*)$/iu.exec(line)?.[1]?.replaceAll('"', '').trim();
    if (section !== '' && url !== undefined && !remotes.has(section)) remotes.set(section, url);
  }
  const address = remotes.get('origin') ?? [...remotes.values()][0];
  if (address === undefined) return null;
  const isRelative = /^\.{1,2}(?:[\\/]|$)/u.test(address) && !isAbsolute(address);
  return nameRemote(isRelative ? resolve(folder, address) : address) || null;
}

/** Reads the first commit. A shallow clone has none, because its oldest commit identifies nothing. */
async function readRoot(commonDir: string): Promise<string | null> {
  if ((await stat(join(commonDir, 'shallow')).catch(() => null)) !== null) return null;
  const out = await new Promise<string>((done) => {
    execFile(
      'git',
      ['--git-dir', commonDir, 'rev-list', '--max-parents=0', 'HEAD'],
      {
        timeout: gitTimeoutMs,
        windowsHide: true,
        // Git must not fetch, ask or write anything only for a name.
        env: { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
      },
      (error, stdout) => done(error === null ? stdout : ''),
    );
  });
  // Merged histories have their own first commits, and the oldest comes last.
  const root = out.trim().split('\n').at(-1) ?? '';
  return /^[0-9a-f]{40,64}$/u.test(root) ? root : null;
}
