import { systemClock } from '#app/wiring/system-ports.ts';
import { outlastOutage } from '#engine/outlast-outage.ts';
import type { Log } from '#engine/ports.ts';
import type { Config } from './read-config.ts';

/** Frequent enough to be noticed during startup, rare enough to be readable. */
const reportEveryMs = 5_000;

interface StartOptions {
  log: Log;
  signal?: AbortSignal | undefined;
}

/**
 * Runs one part of a server's startup, retrying while PostgreSQL is unavailable, for as long as the configuration
 * allows. What waiting cannot fix, such as a wrong password, is thrown immediately.
 */
export async function outlastStart<T>(
  { databaseWaitMs }: Pick<Config, 'databaseWaitMs'>,
  { log, signal }: StartOptions,
  part: () => Promise<T>,
): Promise<T> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return outlastOutage(
    {
      clock: systemClock,
      signal: signal ?? new AbortController().signal,
      patienceMs: databaseWaitMs,
      onOutage(error, waitedMs) {
        if (waitedMs - reportedAt < reportEveryMs) return;
        reportedAt = waitedMs;
        const secondsLeft = Math.ceil((databaseWaitMs - waitedMs) / 1000);
        log.warn({ reason: error.message, secondsLeft }, 'waiting for the database');
      },
    },
    part,
  );
}
