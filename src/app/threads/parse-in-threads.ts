import { findShipped } from '#app/package-root.ts';
import { AppError } from '#schema/app-error.ts';
import { parseBody } from '#server/body/parse-body.ts';
import type { ParseBody } from '#server/body/read-body.ts';
import { createThreadPool } from './thread-pool.ts';

export interface BodyThreads {
  parse: ParseBody;
  /** Aborts the parsing in progress. */
  close(): Promise<void>;
}

/** Any body of this size is parsed within about 10 ms, while a larger body full of escapes takes up to 180 ms. */
const smallBytes = 512 * 1024;
/** With two threads, a body of the usual size does not wait for a very large one. */
const maxThreads = 2;
const limitMs = 30_000;
/**
 * A body of 48 MB takes twice its size as text with a single character beyond Latin-1, and the same again when
 * parsed.
 */
const heapMb = 768;

/** Parses large request bodies in separate threads, so that other requests do not wait for them. */
export function createBodyThreads(): BodyThreads {
  const pool = createThreadPool({ script: findThread(), maxThreads, heapMb, failure: tooMuch });
  return {
    parse: async (bytes) =>
      bytes.byteLength <= smallBytes
        ? parseBody(bytes)
        : pool.run({ name: 'parseBody', given: [bytes] }, { limitMs }),
    close: pool.close,
  };
}

function findThread(): string {
  const path = findShipped('src/app/threads/parsing-thread.ts', 'dist/parsing-thread.js');
  if (path === null) throw new Error('the request parser thread is missing from this installation');
  return path;
}

function tooMuch(): AppError {
  return new AppError('too_large', 'body: parsing took too long or too much memory. Send a smaller request.');
}
