import type { ReaderPorts } from '#sources/entry/ports.ts';
import type { Refresher } from './refresh-feeds.ts';

/** Feeds are due by the minute. */
const tickMs = 60_000;
const feedsPerTick = 200;

/**
 * Fetches the feeds that are due, once a minute. Every process may run it, because each feed goes to the process that
 * claims it. Returns a function that stops it.
 */
export function scheduleRefresh(
  ports: Pick<ReaderPorts, 'store' | 'getSettings' | 'clock' | 'log'>,
  refresher: Pick<Refresher, 'refreshThese'>,
): () => Promise<void> {
  const { store, clock, log } = ports;
  let stopped = false;
  let cancelNext = () => {};
  let current = tick();

  async function tick(): Promise<void> {
    try {
      await fetchDue();
    } catch (error) {
      log.warn({ err: error }, 'feeds could not be refreshed; will retry in a minute');
    }
    if (stopped) return;
    cancelNext = clock.after(tickMs, () => {
      current = tick();
    });
  }

  async function fetchDue(): Promise<void> {
    const { refreshMinutes } = (await ports.getSettings()).reader;
    if (refreshMinutes === null) return;
    const at = clock.now();
    await store.bringForward({ at, refreshMinutes });
    const due = await store.listDueFeeds({ at, limit: feedsPerTick });
    if (due.length > 0 && !stopped) await refresher.refreshThese(due, at);
  }

  return async () => {
    stopped = true;
    cancelNext();
    await current;
  };
}
