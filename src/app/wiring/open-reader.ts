import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createImageFiles, type ImageFiles } from '#app/image-files.ts';
import { findShipped } from '#app/package-root.ts';
import type { Config } from '#app/read-config.ts';
import { createReadingThreads } from '#app/threads/read-in-threads.ts';
import type { Log } from '#engine/ports.ts';
import type { Reader } from '#sources/entry/create-reader.ts';
import { scheduleRefresh } from '#sources/entry/feeds/schedule-refresh.ts';
import type { MarkupReaders } from '#sources/entry/pages/markup-readers.ts';
import type { SampleFile } from '#sources/entry/ports.ts';
import type { Core } from './create-core.ts';
import { hashText, systemClock } from './system-ports.ts';

const imageTimeoutMs = 15_000;
const maxImageBytes = 10 * 1024 * 1024;

export interface LazyReader {
  /** Loaded on first use: the feed and article parsers are large, and most commands need neither. */
  open(): Promise<Reader>;
  /** In threads that start on first use. */
  markup: MarkupReaders;
  images: ImageFiles;
  /** Starts to refresh feeds on schedule. Loads nothing while no feed is due. */
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
    const [{ createReader }, { createGuardedFetch }] = await Promise.all([
      import('#sources/entry/create-reader.ts'),
      import('#sources/entry/fetch/guarded-fetch.ts'),
    ]);
    return createReader({
      store: store.reader,
      translations: store.translations,
      runs: store.runs,
      getSettings: store.recent.getSettings,
      engine,
      templates,
      getProfile: (id) => profiles.get(id),
      guardedFetch: createGuardedFetch({ allowedHosts: config.allowedFetchHosts }),
      fetchImage: createGuardedFetch({
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

async function readSample(): Promise<SampleFile[]> {
  const directory = findShipped('src/sources/entry/sample', 'dist/sample');
  if (directory === null) return [];
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, markdown: await readFile(join(directory, name), 'utf8') })),
  );
}
