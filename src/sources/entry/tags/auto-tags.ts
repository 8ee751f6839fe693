import { AppError } from '#schema/app-error.ts';
import type { FeedId } from '#schema/feed.ts';
import type { Settings } from '#schema/settings.ts';
import { checkEntry } from '#sources/entry/summaries/entry-gate.ts';
import { planTagging } from './plan-tagging.ts';
import type { TagPorts, WishedTags } from './ports.ts';

/** Of one feed at one refresh; the others can be tagged as a batch. */
const mostNewEntries = 50;
/** Longer than it takes to fetch the full text of an entry. After a crash, others wait this long before they take over. */
const holdMs = 60_000;
const tickMs = 10_000;

/**
 * Tags the new entries of feeds that say so. The wish is stored with the entries and has the id of its run, so that a
 * crash loses none and no entry gets two runs.
 */
export function createAutoTags(ports: TagPorts) {
  const { store, entries, engine, clock, log } = ports;
  let current: Promise<void> = Promise.resolve();
  let isStopped = false;
  let stopTimer = () => {};

  async function startRuns(wished: readonly WishedTags[]): Promise<void> {
    if (wished.length === 0) return;
    const settings = await ports.getSettings();
    for (const ofFeed of Map.groupBy(wished, ({ feedId }) => feedId).values()) {
      const left = ofFeed.slice(0, -mostNewEntries).map(({ entryId }) => entryId);
      await store.dropWished(left);
      for (const wish of ofFeed.slice(-mostNewEntries)) {
        if (isStopped) return;
        await startRun(wish, settings);
      }
    }
  }

  async function startRun({ entryId, mode, runId }: WishedTags, settings: Settings): Promise<void> {
    const entry = await entries.getEntry(entryId);
    try {
      if (entry !== null && checkEntry(entry) === null) {
        await engine.submit({ ...planTagging(entry, { mode, trigger: 'auto', settings }), runId });
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'database_unavailable') throw error;
      // Over a spending cap, new entries are left out.
      if (error.code !== 'spending_capped') log.warn({ entryId, err: error }, 'a new entry was not tagged');
    }
    await store.dropWished([entryId]);
  }

  async function takeOver(): Promise<void> {
    try {
      await startRuns(await store.listWished({ at: clock.now() }));
    } catch (error) {
      log.warn({ err: error }, 'new entries could not be tagged; will retry');
    }
  }

  function tick(): void {
    current = takeOver().then(() => {
      if (!isStopped) stopTimer = clock.after(tickMs, tick);
    });
  }

  return {
    /** Starts the runs of a feed's new entries. What fails here is tried again later. */
    async tagNew(feedId: FeedId): Promise<void> {
      try {
        await startRuns(await store.listWished({ feedId }));
      } catch (error) {
        log.warn({ feedId, err: error }, 'new entries could not be tagged; will retry');
      }
    },
    /** Their text is still being fetched. */
    holdNew: (feedId: FeedId) => store.holdWished(feedId, clock.now() + holdMs),
    /** Takes over what a process that died had left to do. */
    start: tick,
    async stop() {
      isStopped = true;
      stopTimer();
      await current;
    },
  };
}
