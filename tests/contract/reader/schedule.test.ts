import { expect, test } from 'vitest';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { createClient } from '#client/create-client.ts';
import type { NewFeed } from '#sources/entry/ports.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace, type StorePlace } from '#tests/contract/each-store.ts';
import { rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { article } from './each-reader.ts';

const minuteMs = 60_000;

function makeFeed(url: string, changes: Partial<NewFeed> = {}): NewFeed {
  return {
    url,
    siteUrl: null,
    ownTitle: url,
    folderId: null,
    etag: null,
    lastModified: null,
    bodyHash: null,
    ttlMinutes: null,
    nextFetchAt: Date.now() - 1,
    fetchedAt: null,
    failures: 0,
    reported: false,
    errorCode: null,
    errorMessage: null,
    createdAt: Date.now(),
    ...changes,
  };
}

async function openServer({ home, databaseUrl }: StorePlace): Promise<App> {
  const config = readConfig({
    PRECIS_HOME: home,
    PRECIS_ALLOW_HOSTS: '127.0.0.1',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  return createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
}

describeEachPlace('the schedule', (current) => {
  test('of two servers fetches what is due, each feed once, and nothing else', async () => {
    const { place } = current();
    const feeds = await startFeedServer();
    const store = await openStore(place);
    const due = Array.from({ length: 6 }, (_, n) => `/due-${n}`);
    const notDue = {
      '/later': { nextFetchAt: Date.now() + 50 * minuteMs },
      '/gone': { nextFetchAt: null },
    };
    for (const path of [...due, ...Object.keys(notDue)]) {
      feeds.on(path, { body: rss(path, [{ id: '1', html: article }], '<ttl>120</ttl>'), delayMs: 10 });
    }
    for (const path of due) await store.reader.createFeed(makeFeed(feeds.url(path)), []);
    for (const [path, changes] of Object.entries(notDue)) {
      await store.reader.createFeed(makeFeed(feeds.url(path), changes), []);
    }
    const servers = [await openServer(place), await openServer(place)];
    try {
      await Promise.all(servers.map((server) => server.start()));
      const { reader } = createClient({ fetch: servers[0]?.fetch ?? fetch });
      await expect.poll(async () => (await reader.subscriptions()).unread).toBe(due.length);
      for (const server of servers) {
        const progress = createClient({ fetch: server.fetch }).reader.feeds.progress;
        await expect.poll(async () => (await progress()).running).toBe(false);
      }
      expect(due.map((path) => feeds.requests(path).length)).toEqual(due.map(() => 1));
      expect(Object.keys(notDue).map((path) => feeds.requests(path).length)).toEqual([0, 0]);
      // The feed asks for two hours, which is longer than the usual interval.
      const fetched = await store.reader.findFeed(feeds.url('/due-0'));
      expect(fetched?.nextFetchAt).toBe((fetched?.fetchedAt ?? 0) + 120 * minuteMs);
    } finally {
      for (const server of servers) await server.stop(0);
      await store.close();
      await feeds.close();
    }
  });

  test('comes sooner when it is set to, but not for feeds that failed or ask for more time', async () => {
    const { place } = current();
    const store = await openStore(place);
    const at = Date.now();
    const later = { nextFetchAt: at + 600 * minuteMs };
    const healthy = await store.reader.createFeed(makeFeed('https://a.example/', later), []);
    const failing = await store.reader.createFeed(
      makeFeed('https://b.example/', { ...later, failures: 3 }),
      [],
    );
    const slow = await store.reader.createFeed(
      makeFeed('https://c.example/', { ...later, ttlMinutes: 600 }),
      [],
    );
    await store.reader.bringForward({ at, refreshMinutes: 15 });
    const times: (number | null | undefined)[] = [];
    for (const feed of [healthy, failing, slow]) {
      times.push(feed && (await store.reader.getFeed(feed.id))?.nextFetchAt);
    }
    expect(times).toEqual([at + 15 * minuteMs, later.nextFetchAt, later.nextFetchAt]);
    await store.close();
  });

  test('gives a feed whose fetch died with its process to another after a while', async () => {
    const { place } = current();
    const store = await openStore(place);
    const feed = await store.reader.createFeed(makeFeed('https://a.example/'), []);
    if (!feed) throw new Error('a feed was expected');
    const at = Date.now();
    const claim = { id: feed.id, at, requestedAt: at, untilMs: at + minuteMs };
    expect(await store.reader.claimFeed(claim)).toBe(true);
    expect(await store.reader.claimFeed(claim)).toBe(false);
    expect(await store.reader.listDueFeeds({ at, limit: 9 })).toEqual([]);
    expect(await store.reader.listDueFeeds({ at: at + minuteMs, limit: 9 })).toMatchObject([{ id: feed.id }]);
    expect(await store.reader.claimFeed({ ...claim, at: at + minuteMs })).toBe(true);
    await store.close();
  });
});
