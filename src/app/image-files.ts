import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#engine/ports.ts';
import type { ImageCache } from '#sources/entry/ports.ts';

export interface ImageFiles extends ImageCache {
  count(): Promise<number>;
  /** Returns how many were removed. */
  clear(): Promise<number>;
}

const keyPattern = /^[\da-f]{64}$/;
/** About 1,500 images of ordinary size. */
const defaultMaxBytes = 256 * 1024 * 1024;

/** Images as files in a folder. Several processes may share it: a file is written whole or not at all. */
export function createImageFiles(options: { directory: string; log: Log; maxBytes?: number }): ImageFiles {
  const { directory, log, maxBytes = defaultMaxBytes } = options;
  const pathOf = (key: string) => join(directory, key);
  let draft = 0;
  let hasWarned = false;
  let known: Promise<Map<string, number>> | null = null;

  /** Sizes by key, least recently used first. */
  async function list(): Promise<Map<string, number>> {
    const names = (await readdir(directory).catch(() => [])).filter((name) => keyPattern.test(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(pathOf(name)).catch(() => null);
        return found === null ? [] : [{ name, bytes: found.size, usedAt: found.mtimeMs }];
      }),
    );
    return new Map(
      files
        .flat()
        .sort((a, b) => a.usedAt - b.usedAt)
        .map(({ name, bytes }) => [name, bytes]),
    );
  }

  function sizes(): Promise<Map<string, number>> {
    known ??= list();
    return known;
  }

  async function evict(kept: Map<string, number>): Promise<void> {
    let total = kept.values().reduce((sum, bytes) => sum + bytes, 0);
    for (const [key, bytes] of kept) {
      if (total <= maxBytes) return;
      kept.delete(key);
      total -= bytes;
      await rm(pathOf(key), { force: true });
    }
  }

  return {
    async read(key) {
      const kept = await sizes();
      try {
        const bytes = new Uint8Array(await readFile(pathOf(key)));
        kept.delete(key);
        kept.set(key, bytes.byteLength);
        const now = new Date();
        await utimes(pathOf(key), now, now).catch(() => {});
        return bytes;
      } catch {
        kept.delete(key);
        return null;
      }
    },
    async write(key, bytes) {
      const kept = await sizes();
      draft += 1;
      const draftPath = join(directory, `${process.pid}-${draft}.draft`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeFile(draftPath, bytes, { mode: 0o600 });
        await rename(draftPath, pathOf(key));
        kept.delete(key);
        kept.set(key, bytes.byteLength);
        await evict(kept);
      } catch (error) {
        await rm(draftPath, { force: true }).catch(() => {});
        if (!hasWarned)
          log.warn({ err: error, directory }, 'images cannot be cached; they are fetched every time');
        hasWarned = true;
      }
    },
    count: async () => (await list()).size,
    async clear() {
      const kept = await list();
      known = null;
      await rm(directory, { recursive: true, force: true });
      return kept.size;
    },
  };
}
