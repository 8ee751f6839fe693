import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, parse, relative, resolve, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckFiles, FileState, Guide, ReadGuides } from '#sources/session/memories/ports.ts';

/** The longest wait for files, so that a slow disk does not delay a context. */
const patienceMs = 300;

/**
 * Checks files below the first of the folders that is on this machine. Links that lead out of it are not followed.
 */
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

const guideNames = ['AGENTS.md', 'CLAUDE.md', 'README.md'];
const maxGuideBytes = 256_000;

export const readGuides: ReadGuides = async (folders) => {
  const root = await findRoot(folders);
  if (root === null) return [];
  const guides: Guide[] = [];
  const seen = new Set<string>();
  for (const name of guideNames) {
    const path = await realpath(join(root, name)).catch(() => null);
    if (path === null || seen.has(path) || !isInside(root, path)) continue;
    seen.add(path);
    const stats = await stat(path).catch(() => null);
    if (stats === null || !stats.isFile() || stats.size > maxGuideBytes) continue;
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) guides.push({ name, text });
  }
  return guides;
};

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
