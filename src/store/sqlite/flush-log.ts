import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '#schema/app-error.ts';
import { diskFullError, isDiskFull } from './disk-full.ts';

export interface LogFlush {
  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits for the disk in place of SQLite, which would block the whole process while it waits. Callers during
 * one wait share the next.
 */
export function createLogFlush(path: string): LogFlush {
  let handle: Promise<FileHandle> | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function start(): Promise<void> {
    try {
      // SQLite takes no lock on its log: another handle of it may be closed without losing one.
      handle ??= open(path, 'r+');
      await (await handle).datasync();
    } catch (error) {
      handle = null;
      throw explain(error);
    } finally {
      running = null;
    }
  }

  async function startAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => {});
    next = null;
    running = start();
    await running;
  }

  return {
    flush() {
      if (running === null) {
        running = start();
        return running;
      }
      next ??= startAfter(running);
      return next;
    },
    async close() {
      await Promise.allSettled([running, next]);
      await (await handle)?.close();
    },
  };
}

function explain(error: unknown): AppError {
  if (isDiskFull(error)) return diskFullError(error);
  return new AppError('database_unavailable', 'The database is unavailable: writing to disk failed.', {
    cause: error,
  });
}
