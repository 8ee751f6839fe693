import { availableParallelism } from 'node:os';
import { findShipped } from '#app/package-root.ts';
import { localTextWork } from '#engine/local-text-work.ts';
import type { TextWork } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { createThreadPool } from './thread-pool.ts';

export interface TextThreads extends TextWork {
  /** Aborts the work in progress. */
  close(): Promise<void>;
}

/** The extract and the grounding check of 20,000 Latin letters each take 10 to 20 ms in a warm process. */
const smallUnits = 20_000;
/** A Chinese, Japanese or Korean character takes about as long as four letters. */
const unitsOfIdeograph = 4;
const firstIdeograph = 0x2e80;
/** The units for each number, name and bracket of a value, so that a large value without texts counts as large. */
const unitsOfValue = 4;
/** The extract and the check of 10 MB of varied English together take 27 s on a busy machine with two cores. */
const limitMs = 600_000;
/** The whole process takes 1 GB for 10 MB of varied English. Chinese takes more for each character. */
const heapMb = 4096;

/** Works on large texts in threads, and leaves one core to the event loop. */
export function createTextThreads(): TextThreads {
  const pool = createThreadPool({
    script: findThread(),
    maxThreads: Math.max(1, availableParallelism() - 1),
    heapMb,
    failure: workFailed,
  });
  return {
    run(name, given, signal) {
      if (isSmall(given)) return localTextWork.run(name, given, signal);
      return pool.run({ name, given }, { limitMs, signal }) as never;
    },
    close: pool.close,
  };
}

export function isSmall(given: unknown): boolean {
  return weigh(given, 0) <= smallUnits;
}

/** Adds the units of a value. It stops once the value is known to be large. */
function weigh(value: unknown, before: number): number {
  if (before > smallUnits) return before;
  if (typeof value === 'string') return before + weighText(value);
  if (typeof value !== 'object' || value === null) return before + unitsOfValue;
  let units = before + unitsOfValue;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    units = weigh(part, units);
    if (units > smallUnits) break;
  }
  return units;
}

function weighText(text: string): number {
  if (text.length > smallUnits) return text.length;
  let units = 0;
  for (let at = 0; at < text.length; at++) {
    units += text.charCodeAt(at) < firstIdeograph ? 1 : unitsOfIdeograph;
  }
  return units;
}

function findThread(): string {
  const path = findShipped('src/app/threads/text-thread.ts', 'dist/text-thread.js');
  if (path === null) throw new Error('the text processing thread is missing from this installation');
  return path;
}

function workFailed(): AppError {
  return new AppError(
    'text_work_failed',
    'The text took too long or too much memory to process. Split it and process each part separately.',
  );
}
