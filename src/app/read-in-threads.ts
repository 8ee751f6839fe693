import { Worker } from 'node:worker_threads';
import { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { MarkupReaders, ReaderName } from '#sources/entry/markup-readers.ts';
import { findShipped } from './package-root.ts';

export interface ReadingTask {
  name: ReaderName;
  given: unknown[];
}

export type ReadingAnswer =
  | { result: unknown }
  | { refusal: { code: ErrorCode; message: string; details: Record<string, unknown> | undefined } }
  | { defect: string };

export interface ReadingThreads extends MarkupReaders {
  /** What is being read is given up. */
  close(): Promise<void>;
}

interface Job {
  task: ReadingTask;
  limitMs: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** No markup of this size takes longer to read than a thread takes to start, however it is made. */
const smallUnits = 32_000;
/** Two: somebody's page is read while a feed that was made to be slow takes its time. */
const maxThreads = 2;
/** A thread takes some 60 MB; one that has nothing to do is not kept. */
const idleMs = 10_000;
/** An ordinary page takes 0.02 s; 8 MB of plain paragraphs take some 3 s. */
const limitMs = 15_000;
/** A long PDF takes its time; its reader gives up by itself a little before. */
const pdfLimitMs = 65_000;
/** What 8 MB of ordinary markup need, and half as much again. */
const heapMb = 768;
/** Buffers are outside of the heap: 12 MB of a PDF unpack to gigabytes. */
const mostGrowthBytes = 1024 ** 3;
const watchMs = 200;

/**
 * The readers of markup in threads of their own, within bounds of time and memory: whatever a page, a feed or a file does
 * to them, the server goes on answering. They see nothing of the environment, and so none of its keys.
 */
export function createReadingThreads(): ReadingThreads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Job[] = [];
  let isClosed = false;

  function read(task: ReadingTask, jobLimitMs = limitMs): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('reading has ended'));
      if (isSmall(task)) return resolve(readHere(task));
      waiting.push({ task, limitMs: jobLimitMs, resolve, reject });
      assign();
    });
  }

  function assign(): void {
    const worker = waiting.length === 0 ? undefined : (idle.pop() ?? open());
    const job = worker && waiting.shift();
    if (job) work(worker, job);
  }

  function open(): Worker | undefined {
    if (all.size >= maxThreads) return undefined;
    const worker = new Worker(findThread(), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    all.add(worker);
    // A thread that runs out of memory says so with an error and then ends.
    worker.on('error', () => {});
    worker.once('exit', () => all.delete(worker));
    return worker;
  }

  function work(worker: Worker, job: Job): void {
    const timer = setTimeout(() => fail(tooMuch()), job.limitMs);
    const mostBytes = process.memoryUsage.rss() + mostGrowthBytes;
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > mostBytes) fail(tooMuch());
    }, watchMs);
    const onExit = () => fail(isClosed ? new Error('reading has ended') : tooMuch());
    const settle = () => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
    };
    const onMessage = (answer: ReadingAnswer) => {
      settle();
      rest(worker);
      if ('result' in answer) job.resolve(answer.result);
      else if ('defect' in answer) job.reject(new Error(`a reader failed: ${answer.defect}`));
      else job.reject(new AppError(answer.refusal.code, answer.refusal.message, answer.refusal));
      assign();
    };
    function fail(error: Error): void {
      settle();
      discard(worker);
      job.reject(error);
      assign();
    }
    worker.ref();
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.postMessage(job.task, []);
  }

  /** A thread without work keeps no process alive, and ends before long. */
  function rest(worker: Worker): void {
    idle.push(worker);
    worker.unref();
    setTimeout(() => {
      const place = idle.indexOf(worker);
      if (place === -1) return;
      idle.splice(place, 1);
      discard(worker);
    }, idleMs).unref();
  }

  function discard(worker: Worker): void {
    all.delete(worker);
    void worker.terminate();
  }

  return {
    extractArticle: async (...given) => read({ name: 'extractArticle', given }) as never,
    makeEntryContent: async (...given) => read({ name: 'makeEntryContent', given }) as never,
    parseFeed: async (...given) => read({ name: 'parseFeed', given }) as never,
    readFile: async (...given) =>
      read({ name: 'readFile', given }, isPdf(given[1]) ? pdfLimitMs : limitMs) as never,
    readOpml: async (...given) => read({ name: 'readOpml', given }) as never,
    readPageLinks: async (...given) => read({ name: 'readPageLinks', given }) as never,
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('reading has ended'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
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
