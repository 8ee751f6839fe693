import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rss, withEtag } from '#tests/fixtures/feed-server.ts';
import { untilLoaded } from '#tests/fixtures/until-loaded.ts';
import { collectPages, describeEachReader, untilIdle } from './each-reader.ts';

/** A timeout that is long enough under the load of a whole test run. */
const patientMs = 120_000;
const paragraph = `<p>${'The ferry takes the place of the bridge until spring, said the mayor &amp; others. '.repeat(12)}</p>`;

/** Makes entries, newest first, as feeds list them. */
function manyEntries(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: `entry-${n}`,
    html: `${paragraph}<p>Number ${n} of them, with <a href="/${n}">a link</a>.</p>${paragraph}`,
    date: new Date(Date.UTC(2024, 0, 1) - n * 3_600_000).toUTCString(),
  }));
}

describeEachReader('a feed of many entries', (current) => {
  test(
    'is there with its first entries, says how far it is, and has all of them in the end',
    async () => {
      const { reader, feeds, refresh, openAnother } = current();
      feeds.on('/feed', withEtag('"a"', { body: rss('Many', manyEntries(130)) }));
      const other = await openAnother();
      const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
      expect(feed).toMatchObject({ title: 'Many', loading: { done: 20, total: 130 }, unread: 20 });
      // Another process sees the loading feed too.
      expect(await untilLoaded(other.reader, feed.id)).toMatchObject({ unread: 130, errorCode: null });
      const entries = await collectPages(reader, { view: 'all', feedId: feed.id });
      expect(entries.map(({ title }) => title)).toEqual(manyEntries(130).map(({ id }) => `Entry ${id}`));
      // The newest entries have the highest numbers, because search orders by number.
      expect(entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toSorted((a, b) => b - a));
      await untilIdle(reader);
      expect(await refresh(feed.id)).toMatchObject({ newEntries: 0, failed: 0 });
      expect(feeds.requests('/feed').at(-1)).toMatchObject({ 'if-none-match': '"a"' });
    },
    patientMs,
  );

  test(
    'whose process stops in the middle is completed by the next refresh of another',
    async () => {
      const { app, reader, feeds, openAnother } = current();
      feeds.on('/feed', withEtag('"a"', { body: rss('Many', manyEntries(130)) }));
      const other = (await openAnother()).reader;
      const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
      await app.stop(0);
      const [left] = (await other.subscriptions()).feeds;
      expect(left).toMatchObject({ id, loading: null });
      expect(left?.unread).toBeLessThan(130);
      await other.feeds.refresh(id);
      await expect.poll(async () => (await other.feeds.progress()).running, { timeout: 60_000 }).toBe(false);
      expect((await other.subscriptions()).feeds).toMatchObject([
        { unread: 130, loading: null, errorCode: null },
      ]);
    },
    patientMs,
  );

  test(
    'that is removed in the middle stays removed',
    async () => {
      const { reader, feeds, listAll } = current();
      feeds.on('/feed', { body: rss('Many', manyEntries(130)) });
      const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
      await reader.feeds.remove(id);
      await expect.poll(async () => (await reader.feeds.progress()).running, { timeout: 60_000 }).toBe(false);
      expect(await reader.subscriptions()).toMatchObject({ feeds: [], unread: 0 });
      expect(await listAll()).toEqual([]);
    },
    patientMs,
  );

  test(
    'never keeps the event loop for long, when it is added or refreshed',
    async () => {
      const { reader, feeds, refresh } = current();
      // Code loaded on first use is loaded on the event loop, so a small feed loads it before the measurement.
      feeds.on('/small', { body: rss('Small', manyEntries(2)) });
      const small = await reader.feeds.subscribe({ url: feeds.url('/small') });
      const body = rss('Large', manyEntries(250));
      feeds.on('/large', { body });
      feeds.on('/small', { body });
      const watch = watchTurns();
      const { id } = await reader.feeds.subscribe({ url: feeds.url('/large') });
      await untilLoaded(reader, id);
      await refresh(small.id);
      // Without batches, each feed takes more than that on a fast machine.
      expect(await watch.longestMs()).toBeLessThan(400);
      expect((await reader.subscriptions()).unread).toBe(500);
    },
    patientMs,
  );
});

/** Measures the processor time of each turn of the event loop, which a busy machine does not raise. */
function watchTurns() {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let isOver = false;
  async function watch(): Promise<void> {
    while (!isOver) {
      const before = usedMs();
      await pause(2);
      longest = Math.max(longest, usedMs() - before);
    }
  }
  const watching = watch();
  return {
    async longestMs() {
      isOver = true;
      await watching;
      return longest;
    },
  };
}

describeEachReader('a feed without entries', (current) => {
  test('says that it is empty, until it has one', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Quiet', []) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    expect(feed).toMatchObject({ title: 'Quiet', isEmpty: true, loading: null, errorCode: null });
    feeds.on('/feed', { body: rss('Quiet', manyEntries(1)) });
    await refresh();
    expect((await reader.subscriptions()).feeds).toMatchObject([{ isEmpty: false, unread: 1 }]);
  });
});

describeEachReader('a site with several feeds', (current) => {
  test('lists them, and subscribes to none before one is chosen', async () => {
    const { reader, feeds } = current();
    const page = `<html><head>
      <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments">
      <link rel="alternate" type="application/atom+xml" title="News" href="/news">
      <link rel="alternate" type="application/feed+json" href="/sport.json"></head></html>`;
    feeds.on('/', { body: page, headers: { 'content-type': 'text/html' } });
    feeds.on('/news', { body: rss('News', manyEntries(1)) });
    await expect(reader.feeds.subscribe({ url: feeds.url('/') })).rejects.toMatchObject({
      code: 'feed_choice',
      details: {
        feeds: [
          { url: feeds.url('/news'), title: 'News', format: 'atom' },
          { url: feeds.url('/sport.json'), title: null, format: 'json' },
          { url: feeds.url('/comments'), title: 'Comments', format: 'rss' },
        ],
      },
    });
    expect((await reader.subscriptions()).feeds).toEqual([]);
    expect(await reader.feeds.subscribe({ url: feeds.url('/news') })).toMatchObject({ title: 'News' });
  });
});
