import { AppError } from '#schema/app-error.ts';
import { nap } from './nap.ts';
import type { Clock } from './ports.ts';

/** A database that restarts is back long before; one that stays away any longer must not hold work in memory. */
const patienceMs = 60_000;
const firstNapMs = 100;
const maxNapMs = 1000;

/** Whether the database is away for a while; what does not pass, such as missing rights, names no time. */
export function isOutage(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.code === 'database_unavailable' && error.retryAfterMs !== undefined
  );
}

/**
 * Does the work again while the database is away. Only for work that may be done twice: the first time may have
 * succeeded although its answer was lost.
 */
export async function outlastOutage<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  for (let napMs = firstNapMs; ; napMs = Math.min(napMs * 2, maxNapMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || signal.aborted || clock.now() - startedAt > patienceMs) throw error;
    }
    await nap(clock, napMs, signal);
  }
}
