import { setTimeout as delay } from 'node:timers/promises';
import { isOutage } from '#engine/outlast-outage.ts';
import type { Log } from '#engine/ports.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import type { Config } from './read-config.ts';

const pauseMs = 500;
/** Often enough to be seen by whoever watches the start, seldom enough to be read. */
const tellEveryMs = 5_000;

/**
 * Opens the store; a server that is started together with its PostgreSQL waits for it. What waiting cannot mend, such
 * as a wrong password, is thrown at once.
 */
export async function awaitStore(
  { home, databaseUrl, databaseWaitMs }: Config,
  { log, signal }: { log: Log; signal?: AbortSignal | undefined },
): Promise<Store> {
  const startedAt = performance.now();
  for (let toldAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      return await openStore({ home, databaseUrl, log });
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (databaseUrl === null || !isOutage(error) || waitedMs >= databaseWaitMs || signal?.aborted)
        throw error;
      if (waitedMs - toldAt >= tellEveryMs) {
        toldAt = waitedMs;
        const secondsLeft = Math.ceil((databaseWaitMs - waitedMs) / 1000);
        log.warn({ reason: error.message, secondsLeft }, 'Waiting for the database.');
      }
    }
    await delay(pauseMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
