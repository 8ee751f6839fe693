import { AppError } from '#schema/app-error.ts';
import type { MarkupReaders, ReaderName } from '#sources/entry/markup-readers.ts';
import { findShipped } from './package-root.ts';
import { createThreadPool } from './thread-pool.ts';

interface ReadingTask {
  name: ReaderName;
  given: unknown[];
}

export interface ReadingThreads extends MarkupReaders {
  /** What is being read is given up. */
  close(): Promise<void>;
}

/** No markup of this size takes longer to read than a thread takes to start, however it is made. */
const smallUnits = 32_000;
/** Two: somebody's page is read while a feed that was made to be slow takes its time. */
const maxThreads = 2;
/** An ordinary page takes 0.02 s; 8 MB of plain paragraphs take some 3 s. */
const usualLimitMs = 15_000;
/** A long PDF takes its time; its reader gives up a little before. */
const pdfLimitMs = 65_000;
/** What 8 MB of ordinary markup need, and half as much again. */
const heapMb = 768;
/** 12 MB of a PDF unpack to gigabytes. */
const maxGrowthBytes = 1024 ** 3;

/** The readers of markup in threads of their own. */
export function createReadingThreads(): ReadingThreads {
  const pool = createThreadPool({
    script: findThread(),
    maxThreads,
    heapMb,
    maxGrowthBytes,
    failure: tooMuch,
  });

  async function read(task: ReadingTask, limitMs = usualLimitMs): Promise<unknown> {
    return isSmall(task) ? readHere(task) : pool.run(task, { limitMs });
  }

  return {
    extractArticle: async (...given) => read({ name: 'extractArticle', given }) as never,
    makeEntryContent: async (...given) => read({ name: 'makeEntryContent', given }) as never,
    parseFeed: async (...given) => read({ name: 'parseFeed', given }) as never,
    readFile: async (...given) =>
      read({ name: 'readFile', given }, isPdf(given[1]) ? pdfLimitMs : usualLimitMs) as never,
    readOpml: async (...given) => read({ name: 'readOpml', given }) as never,
    readPageLinks: async (...given) => read({ name: 'readPageLinks', given }) as never,
    close: pool.close,
  };
}

/** Loaded on first need: the parsers are large. */
async function readHere({ name, given }: ReadingTask): Promise<unknown> {
  const { markupReaders } = await import('#sources/entry/markup-readers.ts');
  // The types were checked where the task was given.
  return (markupReaders[name] as (...given: unknown[]) => unknown)(...given);
}

/** A few bytes of a PDF may unpack to any number. */
function isSmall({ given }: ReadingTask): boolean {
  const parts = given.flatMap((each) =>
    each instanceof Uint8Array || typeof each === 'string' ? [each] : Object.values(each ?? {}),
  );
  let units = 0;
  for (const part of parts) {
    if (part instanceof Uint8Array && isPdf(part)) return false;
    if (part instanceof Uint8Array || typeof part === 'string') units += part.length;
  }
  return units <= smallUnits;
}

function findThread(): string {
  const path = findShipped('src/app/reading-thread.ts', 'dist/reading-thread.js');
  if (path === null) throw new Error('the thread that reads markup is not part of this installation');
  return path;
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

function tooMuch(): AppError {
  return new AppError(
    'too_large',
    'It takes too long or too much memory to read. Save the part you need as plain text and add that.',
  );
}
