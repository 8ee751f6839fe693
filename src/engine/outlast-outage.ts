import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import { nap } from './nap.ts';
import type { Clock } from './ports.ts';

/** A restarting database is back well within this time. A longer outage must not hold work in memory. */
const usualPatienceMs = 60_000;
const naps = { firstMs: 100, maxMs: 1000 };

/**
 * Whether the database is temporarily unavailable or full. Permanent errors, such as missing permissions, name no
 * time for a retry.
 */
export function isOutage(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.retryAfterMs === undefined) return false;
  return error.code === 'database_unavailable' || error.code === 'disk_full';
}

/**
 * Whether the database refuses this for good. The error is then its driver's error for a statement, or an AppError
 * that names no time for a retry.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof AppError))
    return error instanceof Error && ('errcode' in error || 'severity' in error);
  const isOfDatabase = error.code.startsWith('database_') || error.code === 'disk_full';
  return isOfDatabase && error.retryAfterMs === undefined;
}

interface OutlastOptions {
  clock: Clock;
  /** Aborting it ends the waiting. */
  signal: AbortSignal;
  patienceMs?: number;
  /** This function is called each time the work failed and will be done again. */
  onOutage?(error: AppError, waitedMs: number): void;
}

/**
 * Retries the work while the database is unavailable. The work must be safe to do twice, because the first time may
 * have succeeded although its response was lost.
 */
export async function outlastOutage<T>(
  { clock, signal, patienceMs = usualPatienceMs, onOutage }: OutlastOptions,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const waitedMs = clock.now() - startedAt;
      if (!isOutage(error) || signal.aborted || waitedMs > patienceMs) throw error;
      onOutage?.(error, waitedMs);
    }
    await nap(clock, backOff(failures, naps), signal);
  }
}
