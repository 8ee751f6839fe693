import { AppError } from '#schema/app-error.ts';
import type { FeedId } from '#schema/feed.ts';
import type { RefreshProgress } from '#schema/reader-wire.ts';
import { createHostLimiter } from '#sources/entry/fetch/host-limiter.ts';
import type { ReaderPorts, StoredFeed } from '#sources/entry/ports.ts';
import { type RefreshResult, refreshFeed } from './refresh-feed.ts';
import { isShipped, refreshSample } from './sample-feed.ts';

const fetchesAtOnce = 6;

export interface Refresher {
  /** Starts to fetch all feeds, or one. */
  refresh(feedId?: FeedId): Promise<RefreshProgress>;
  /** Fetches these feeds, unless one was fetched after `listedAt`. */
  refreshThese(feeds: StoredFeed[], listedAt: number): Promise<void>;
  /** Adds a fetch that was started elsewhere to the progress. */
  follow(feed: StoredFeed, fetch: (signal: AbortSignal) => Promise<RefreshResult>): Promise<void>;
  progress(): RefreshProgress;
  /** Aborts the work in progress. */
  stop(): Promise<void>;
}

/** Fetches feeds for all callers of this process: at most six in parallel, and one per host. */
export function createRefresher(ports: ReaderPorts): Refresher {
  const { store, bus, clock, log } = ports;
  const inTurn = createHostLimiter(fetchesAtOnce);
  const stopping = new AbortController();
  const pending = new Map<FeedId, Promise<void>>();
  const idle: RefreshProgress = { running: false, done: 0, total: 0, failed: 0, newEntries: 0 };
  let current = idle;

  function begin(feeds: StoredFeed[], requestedAt: number): Promise<void>[] {
    if (pending.size === 0) current = { ...idle };
    return feeds.map(
      (feed) =>
        pending.get(feed.id) ??
        count(
          feed,
          inTurn(hostOf(feed), () => settle(feed, () => refreshOne(feed, requestedAt))),
        ),
    );
  }

  function count(feed: StoredFeed, fetch: Promise<void>): Promise<void> {
    if (pending.size === 0) current = { ...idle };
    current.total += 1;
    const work = fetch.finally(() => {
      pending.delete(feed.id);
      current.done += 1;
      void bus.publish({ kind: 'changed', what: 'feeds' }).catch(() => {});
    });
    pending.set(feed.id, work);
    return work;
  }

  function refreshOne(feed: StoredFeed, requestedAt: number): Promise<RefreshResult> {
    if (isShipped(feed)) return refreshSample(ports, feed);
    return refreshFeed(ports, { feed, requestedAt, signal: stopping.signal });
  }

  async function settle(feed: StoredFeed, fetch: () => Promise<RefreshResult>): Promise<void> {
    try {
      const result = await fetch();
      if (result.kind === 'failed') current.failed += 1;
      if (result.kind === 'done') current.newEntries += result.newEntries;
    } catch (error) {
      // Only the store can fail here. The feed's claim expires.
      current.failed += 1;
      log.error({ feedId: feed.id, err: error }, 'could not store a feed refresh');
    }
  }

  const progress = () => ({ ...current, running: pending.size > 0 });

  return {
    progress,
    async refresh(feedId) {
      const requestedAt = clock.now();
      const feeds = feedId === undefined ? await listFetched() : [await requireFeed(feedId)];
      void Promise.all(begin(feeds, requestedAt));
      // Read before anything is awaited, so that a refresh that ends at once is still reported as running.
      const begun = progress();
      await bus.publish({ kind: 'changed', what: 'feeds' });
      return begun;
    },
    async refreshThese(feeds, listedAt) {
      await Promise.all(begin(feeds, listedAt));
    },
    follow: (feed, fetch) =>
      count(
        feed,
        settle(feed, () => fetch(stopping.signal)),
      ),
    async stop() {
      stopping.abort(new AppError('run_cancelled', 'Precis is shutting down.'));
      await Promise.allSettled(pending.values());
    },
  };

  /** A feed that is gone is fetched only on request. */
  async function listFetched(): Promise<StoredFeed[]> {
    return (await store.listFeeds()).filter((feed) => feed.nextFetchAt !== null || isShipped(feed));
  }

  async function requireFeed(id: FeedId): Promise<StoredFeed> {
    const feed = await store.getFeed(id);
    if (feed === null) throw new AppError('not_found', `Feed ${id} not found.`);
    return feed;
  }
}

function hostOf({ url }: StoredFeed): string {
  return URL.parse(url)?.host ?? '';
}
