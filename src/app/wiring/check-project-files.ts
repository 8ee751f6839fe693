import { realpath, stat } from 'node:fs/promises';
import { dirname, parse, relative, resolve, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckFiles, FileState } from '#sources/session/memories/ports.ts';

/** A context is not kept waiting by a slow disk. */
const patienceMs = 300;

/** Looks at files below the first of the folders that is on this machine. Links that lead out of it are not followed. */
export const checkProjectFiles: CheckFiles = async (folders, paths) => {
  const unknown = () => paths.map((): FileState => 'unknown');
  const stopWaiting = new AbortController();
  try {
    return await Promise.race([
      lookAt(folders, paths),
      wait(patienceMs, undefined, { signal: stopWaiting.signal }).then(unknown),
    ]);
  } catch {
    return unknown();
  } finally {
    stopWaiting.abort();
  }
};

async function lookAt(folders: readonly string[], paths: readonly string[]): Promise<FileState[]> {
  const root = await findRoot(folders);
  return Promise.all(paths.map(async (path) => (root === null ? 'unknown' : lookAtOne(root, path))));
}

async function findRoot(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => null);
    if (root === null || parse(root).root === root) continue;
    if ((await stat(root).catch(() => null))?.isDirectory() === true) return root;
  }
  return null;
}

async function lookAtOne(root: string, path: string): Promise<FileState> {
  const full = resolve(root, path);
  if (path.startsWith('~') || !isInside(root, full)) return 'unknown';
  for (let at = full; isInside(root, at); at = dirname(at)) {
    try {
      const real = await realpath(at);
      if (!isInside(root, real)) return 'unknown';
      return at === full ? 'present' : 'missing';
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return 'unknown';
    }
  }
  return 'unknown';
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || parse(way).root !== '');
}
