import { findShipped } from '#app/package-root.ts';
import { AppError } from '#schema/app-error.ts';
import type { MarkupReaders, ReaderName } from '#sources/entry/pages/markup-readers.ts';
import { createThreadPool } from './thread-pool.ts';

interface ReadingTask {
  name: ReaderName;
  given: unknown[];
}

export interface ReadingThreads extends MarkupReaders {
  /** Aborts the reading in progress. */
  close(): Promise<void>;
}

/** The largest input that is read without a thread. Ordinary markup of this size takes about 10 ms. */
const smallUnits = 10_000;
/** With two threads, a page can be read while a maliciously slow feed is parsed. Many feeds share one thread. */
const maxThreads = 2;
const patienceMs = 2000;
const mebi = 1024 ** 2;
/** The limit counts processor time. An ordinary page takes 0.05 s, and 8 MB of plain paragraphs take about 6 s. */
const usual = { limitMs: 20_000, maxHeldBytes: 1024 * mebi };
/**
 * A long PDF takes a while, and its reader stops slightly before this limit. A small PDF may unpack to gigabytes,
 * while 2,000 full pages need 200 MB.
 */
const ofPdf = { limitMs: 65_000, maxHeldBytes: 256 * mebi };
/** This is one and a half times the memory that 8 MB of ordinary markup need. */
const heapMb = 768;
/**
 * This is a third of the default. A feed leaves some MB in memory, and the process would keep three times as much.
 */
const youngMb = 16;

/** Runs each call of the markup readers in a separate thread. */
export function createReadingThreads(): ReadingThreads {
  const pool = createThreadPool({
    script: findThread(),
    maxThreads,
    patienceMs,
    heapMb,
    youngMb,
    failure: tooMuch,
  });

  async function read(task: ReadingTask, options = usual): Promise<unknown> {
    // Loading the parsers takes as long as much markup. If a thread has loaded them, this thread does not load them
    // too.
    return isSmall(task) && !pool.isOpen() ? readHere(task) : pool.run(task, options);
  }

  return {
    makeIndexedContents: async (...given) => read({ name: 'makeIndexedContents', given }) as never,
    parseFeed: async (...given) => read({ name: 'parseFeed', given }) as never,
    readFileContent: async (...given) =>
      read({ name: 'readFileContent', given }, isPdf(given[1]) ? ofPdf : usual) as never,
    readOpml: async (...given) => read({ name: 'readOpml', given }) as never,
    readPage: async (...given) => read({ name: 'readPage', given }) as never,
    readPageContent: async (...given) => read({ name: 'readPageContent', given }) as never,
    readPageIcons: async (...given) => read({ name: 'readPageIcons', given }) as never,
    readPageLinks: async (...given) => read({ name: 'readPageLinks', given }) as never,
    readParagraphs: async (...given) => read({ name: 'readParagraphs', given }) as never,
    writeTranslated: async (...given) => read({ name: 'writeTranslated', given }) as never,
    close: pool.close,
  };
}

/** The parsers are large, so they are loaded on first use. */
async function readHere({ name, given }: ReadingTask): Promise<unknown> {
  const { markupReaders } = await import('#sources/entry/pages/markup-readers.ts');
  // The types were checked where the task was created.
  return (markupReaders[name] as (...given: unknown[]) => unknown)(...given);
}

function isSmall({ given }: ReadingTask): boolean {
  return weigh(given) <= smallUnits;
}

/** Estimates the size of a value. A PDF counts as infinite, because a few bytes may unpack to any size. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return isPdf(value) ? Number.POSITIVE_INFINITY : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + weigh(part), 0);
}

function findThread(): string {
  const path = findShipped('src/app/threads/reading-thread.ts', 'dist/reading-thread.js');
  if (path === null) throw new Error('the markup reader thread is missing from this installation');
  return path;
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

function tooMuch(): AppError {
  return new AppError(
    'too_large',
    'Reading it took too long or too much memory. Save the part you need as plain text and add that.',
  );
}
