import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findShipped } from '#app/package-root.ts';
import type { Config } from '#app/read-config.ts';
import { createReadingThreads } from '#app/threads/read-in-threads.ts';
import type { Log } from '#engine/ports.ts';
import type { Reader } from '#sources/entry/create-reader.ts';
import { scheduleRefresh } from '#sources/entry/feeds/schedule-refresh.ts';
import type { createGuardedFetch, GuardedFetch } from '#sources/entry/fetch/guarded-fetch.ts';
import type { MarkupReaders } from '#sources/entry/pages/markup-readers.ts';
import type { ImageCache, SampleFile } from '#sources/entry/ports.ts';
import type { Core } from './create-core.ts';
import { hashText, systemClock } from './system-ports.ts';

const imageTimeoutMs = 15_000;
const maxImageBytes = 10 * 1024 * 1024;

export interface LazyReader {
  /** The feed and article parsers are large and most commands do not need them, so they are loaded on first use. */
  open(): Promise<Reader>;
  /** The readers run in threads that start on first use. */
  markup: MarkupReaders;
  images: ImageFiles;
  /** Starts to refresh feeds on schedule. It loads nothing while no feed is due. */
  start(): void;
  stop(): Promise<void>;
}

export function createLazyReader(core: Core, { config, log }: { config: Config; log: Log }): LazyReader {
  const markup = createReadingThreads();
  const images = createImageFiles({ directory: join(config.home, 'images'), log });
  let reader: Promise<Reader> | null = null;
  let isStopped = false;
  let stopSchedule = async () => {};
  const { store, engine, templates, profiles, bus } = core;
  const { getSettings } = store.configuration;

  async function load(): Promise<Reader> {
    const { createReader } = await import('#sources/entry/create-reader.ts');
    return createReader({
      store: store.reader,
      translations: store.translations,
      runs: store.runs,
      getSettings: store.recent.getSettings,
      engine,
      templates,
      getProfile: (id) => profiles.get(id),
      requireNamed: profiles.requireNamed,
      guardedFetch: createLazyFetch({ allowedHosts: config.allowedFetchHosts }),
      fetchImage: createLazyFetch({
        allowedHosts: config.allowedFetchHosts,
        timeoutMs: imageTimeoutMs,
        maxBytes: maxImageBytes,
      }),
      imageCache: images,
      markup,
      readSample,
      autoTags: core.tags.auto,
      bus,
      clock: systemClock,
      log,
      newId: randomUUID,
      hash: hashText,
    });
  }

  function open(): Promise<Reader> {
    reader ??= load();
    return reader;
  }

  return {
    open,
    markup,
    images,
    start() {
      stopSchedule = scheduleRefresh(
        { store: store.reader, getSettings, clock: systemClock, log },
        {
          async refreshThese(feeds, listedAt) {
            const opened = await open();
            if (!isStopped) await opened.refreshThese(feeds, listedAt);
          },
        },
      );
    },
    async stop() {
      isStopped = true;
      await Promise.all([stopSchedule(), reader?.then((opened) => opened.stop())]);
      await markup.close();
    },
  };
}

/** The client is large, so it is loaded when the first feed or page is fetched. */
function createLazyFetch(options: Parameters<typeof createGuardedFetch>[0]): GuardedFetch {
  let opened: Promise<GuardedFetch> | null = null;

  async function load(): Promise<GuardedFetch> {
    const { createGuardedFetch } = await import('#sources/entry/fetch/guarded-fetch.ts');
    return createGuardedFetch(options);
  }

  return async (url, request) => {
    opened ??= load();
    return (await opened)(url, request);
  };
}

async function readSample(): Promise<SampleFile[]> {
  const directory = findShipped('src/sources/entry/sample', 'dist/sample');
  if (directory === null) return [];
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, markdown: await readFile(join(directory, name), 'utf8') })),
  );
}

interface ImageFiles extends ImageCache {
  count(): Promise<number>;
  /** Removes all images and returns their number. */
  clear(): Promise<number>;
}

const keyPattern = /^[\da-f]{64}$/;
/** The size of about 1,500 ordinary images. */
const defaultMaxBytes = 256 * 1024 * 1024;

/**
 * Keeps images as files in a folder. Several processes may share it, because a file is written whole or not at all.
 */
export function createImageFiles(options: { directory: string; log: Log; maxBytes?: number }): ImageFiles {
  const { directory, log, maxBytes = defaultMaxBytes } = options;
  const pathOf = (key: string) => join(directory, key);
  let draft = 0;
  let hasWarned = false;
  let known: Promise<Map<string, number>> | null = null;

  /** Lists sizes by key, least recently used first. */
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
