import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rss, withEtag } from '#tests/fixtures/feed-server.ts';
import { article, describeEachReader } from './each-reader.ts';

const hourMs = 3_600_000;

function entry(id: string, changes: { title?: string; html?: string; date?: string; link?: string } = {}) {
  return { id, html: article, date: 'Mon, 05 Jan 2026 10:00:00 GMT', ...changes };
}

describeEachReader('a refresh', (current) => {
  test('stores new entries, keeps what the feed no longer lists, and counts them', async () => {
    const { reader, feeds, refresh, listAll } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1'), entry('2')]) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', { body: rss('Renamed', [entry('3'), entry('2')]) });
    expect(await refresh()).toEqual({ running: false, done: 1, total: 1, failed: 0, newEntries: 1 });
    expect((await listAll()).map(({ title }) => title).toSorted()).toEqual(['Entry 1', 'Entry 2', 'Entry 3']);
    expect(await reader.subscriptions()).toMatchObject({
      feeds: [{ id: feed.id, title: 'Renamed', unread: 3 }],
    });
  });

  test('is reported as running when it begins, even if it ends at once', async () => {
    const { reader } = current();
    await reader.feeds.addSample();
    expect(await reader.feeds.refresh()).toEqual({
      running: true,
      done: 0,
      total: 1,
      failed: 0,
      newEntries: 0,
    });
    await expect.poll(() => reader.feeds.progress()).toMatchObject({ running: false, done: 1 });
  });

  test('changes what the feed changed, and leaves read and starred as they are', async () => {
    const { reader, feeds, refresh, listAll } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1'), entry('2')]) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const before = (await listAll()).find(({ title }) => title === 'Entry 1');
    if (!before) throw new Error('an entry was expected');
    await reader.entries.patch(before.id, { read: true, starred: true });
    const { contentHash } = await reader.entries.get(before.id);
    feeds.on('/feed', {
      body: rss('Feed', [
        entry('1', { title: 'Entry 1, corrected', html: '<p>Quite another text.</p>' }),
        entry('2'),
      ]),
    });
    expect(await refresh()).toMatchObject({ newEntries: 0, failed: 0 });
    const after = await reader.entries.get(before.id);
    expect(after).toMatchObject({
      title: 'Entry 1, corrected',
      text: 'Quite another text.',
      read: true,
      starred: true,
      publishedAt: before.publishedAt,
    });
    expect(after.contentHash).not.toBe(contentHash);
    expect((await reader.entries.list({ view: 'all', query: 'another text' })).items).toHaveLength(1);
    expect((await reader.entries.list({ view: 'all', query: 'harbour' })).items).toHaveLength(1);
  });

  test('does not bring back what the reader deleted', async () => {
    const { reader, feeds, refresh, listAll } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1'), entry('2')]) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const [first] = await listAll();
    if (!first) throw new Error('an entry was expected');
    await reader.entries.remove(first.id);
    feeds.on('/feed', { body: rss('Feed', [entry('3'), entry('1'), entry('2')]) });
    expect(await refresh()).toMatchObject({ newEntries: 1 });
    expect(await listAll()).toHaveLength(2);
  });

  test('takes entries without a date, or with one to come, as new now, in the order of the feed', async () => {
    const { reader, feeds, listAll } = current();
    const entries = [
      { id: 'a', html: article },
      { id: 'b', html: article, date: 'Mon, 05 Jan 2099 10:00:00 GMT' },
      { id: 'c', html: article },
      entry('old'),
    ];
    feeds.on('/feed', { body: rss('Feed', entries) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const listed = await listAll();
    expect(listed.map(({ title }) => title)).toEqual(['Entry a', 'Entry b', 'Entry c', 'Entry old']);
    for (const { publishedAt } of listed) expect(publishedAt).toBeLessThanOrEqual(Date.now());
  });

  test('asks only for what changed, by ETag and by date', async () => {
    const { reader, feeds, refresh } = current();
    const lastModified = 'Mon, 05 Jan 2026 10:00:00 GMT';
    const answer = { body: rss('Feed', [entry('1')]), headers: { 'last-modified': lastModified } };
    feeds.on('/feed', withEtag('"one"', answer));
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 0 });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 0 });
    feeds.on('/feed', withEtag('"two"', { body: rss('Feed', [entry('1'), entry('2')]) }));
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 1 });
    await refresh();
    const conditions = feeds
      .requests('/feed')
      .map((headers) => [headers['if-none-match'], headers['if-modified-since']]);
    expect(conditions).toEqual([
      [undefined, undefined],
      ['"one"', lastModified],
      ['"one"', lastModified],
      ['"one"', lastModified],
      ['"two"', undefined],
    ]);
  });

  test.each([301, 308])('remembers where a feed moved for good (%i)', async (status) => {
    const { reader, feeds, refresh } = current();
    feeds.on('/old', { body: rss('Feed', [entry('1')]) });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/old') });
    feeds.on('/old', { status, headers: { location: '/between' } });
    feeds.on('/between', { status: 301, headers: { location: '/new' } });
    feeds.on('/new', { body: rss('Feed', [entry('1'), entry('2')]) });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 1 });
    expect((await reader.subscriptions()).feeds).toMatchObject([{ id, url: feeds.url('/new') }]);
    await refresh();
    expect(feeds.requests('/old')).toHaveLength(2);
    expect(feeds.requests('/new')).toHaveLength(2);
  });

  test('follows a redirect that is for now, or partly so, without remembering it', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/old', { body: rss('Feed', [entry('1')]) });
    await reader.feeds.subscribe({ url: feeds.url('/old') });
    feeds.on('/old', { status: 302, headers: { location: '/new' } });
    feeds.on('/new', { body: rss('Feed', [entry('2')]) });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 1 });
    feeds.on('/old', { status: 301, headers: { location: '/between' } });
    feeds.on('/between', { status: 307, headers: { location: '/new' } });
    expect(await refresh()).toMatchObject({ failed: 0 });
    expect((await reader.subscriptions()).feeds).toMatchObject([{ url: feeds.url('/old') }]);
  });

  test('keeps two feeds apart that moved to one address', async () => {
    const { reader, feeds, refresh } = current();
    for (const path of ['/a', '/b']) {
      feeds.on(path, { body: rss(path, [entry('1')]) });
      await reader.feeds.subscribe({ url: feeds.url(path) });
      feeds.on(path, { status: 301, headers: { location: '/one' } });
    }
    feeds.on('/one', { body: rss('One', [entry('1')]) });
    expect(await refresh()).toMatchObject({ done: 2, failed: 0 });
    const urls = (await reader.subscriptions()).feeds.map(({ url }) => url).toSorted();
    expect(urls).toHaveLength(2);
    expect(urls).toContain(feeds.url('/one'));
  });

  test('reads compressed feeds', async () => {
    const { reader, feeds, refresh, listAll } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const body = gzipSync(rss('Feed', [entry('1'), entry('2')]));
    feeds.on('/feed', { body, headers: { 'content-encoding': 'gzip' } });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 1 });
    expect(await listAll()).toHaveLength(2);
  });

  test('fetches the article of each new entry where the feed wants it, and keeps what the feed gave', async () => {
    const { app, reader, feeds, refresh, listAll } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1', { link: feeds.url('/one') })]) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    await reader.feeds.patch(feed.id, { fetchFullText: true });
    const page = `<html><title>Two</title><body><article>${article.repeat(2)}</article></body></html>`;
    feeds.on('/two', { body: page, headers: { 'content-type': 'text/html' } });
    const excerpt = '<p>Only the beginning …</p>';
    const listed = [
      entry('2', { html: excerpt, link: feeds.url('/two') }),
      entry('3', { html: excerpt, link: feeds.url('/missing') }),
    ];
    feeds.on('/feed', { body: rss('Feed', listed) });
    expect(await refresh()).toMatchObject({ failed: 0, newEntries: 2 });
    const entries = await Promise.all((await listAll()).map(({ id }) => reader.entries.get(id)));
    const origins = Object.fromEntries(entries.map(({ title, textOrigin }) => [title, textOrigin]));
    expect(origins).toEqual({ 'Entry 1': 'feed', 'Entry 2': 'page', 'Entry 3': 'excerpt' });
    const second = entries.find(({ title }) => title === 'Entry 2');
    if (!second) throw new Error('an entry was expected');
    expect(second.text).toContain('Paragraph 12');
    expect(await app.core.store.reader.getOriginal(second.id, 'excerpt')).toContain('Only the beginning');

    feeds.on('/feed', { body: rss('Feed', [{ ...listed[0], id: '2', html: '<p>Another beginning …</p>' }]) });
    await refresh();
    expect(await reader.entries.get(second.id)).toMatchObject({ textOrigin: 'page', text: second.text });
  });

  test('says what changed to those who watch', async () => {
    const { client, reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const seen = new Set<string>();
    const stop = new AbortController();
    const watching = (async () => {
      let connected = 0;
      for await (const { what } of client.changes({ signal: stop.signal })) {
        connected += 1;
        // The first change of each kind only says that there is a connection now.
        if (connected > 6) seen.add(what);
        if (connected === 6) {
          feeds.on('/feed', { body: rss('Feed', [entry('2')]) });
          void refresh();
        }
        if (seen.has('feeds') && seen.has('entries')) return;
      }
    })();
    await Promise.race([
      watching,
      new Promise((_resolve, reject) => setTimeout(reject, 15_000, new Error('silence'))),
    ]);
    stop.abort();
    expect([...seen]).toEqual(expect.arrayContaining(['feeds', 'entries']));
  });

  test('asks six feeds at once and one of a host at a time', async () => {
    const { reader, feeds } = current();
    const outlines: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      feeds.on(`/feed-${n}`, { body: rss(`Feed ${n}`, [entry('1')]), delayMs: 30 });
      const host = n % 2 === 0 ? 'localhost' : '127.0.0.1';
      outlines.push(`<outline text="${n}" xmlUrl="${feeds.url(`/feed-${n}`, host)}"/>`);
    }
    await reader.opml.import(`<opml><body>${outlines.join('')}</body></opml>`);
    const fetched = { running: false, done: 6, total: 6, failed: 0, newEntries: 6 };
    await expect.poll(() => reader.feeds.progress()).toEqual(fetched);
    expect(feeds.most).toEqual({ atOnce: 2, atOneHost: 1 });
  });

  test('of two programs on one database fetches each feed once', async () => {
    const { reader, feeds, openAnother } = current();
    const other = (await openAnother()).reader;
    const paths = Array.from({ length: 8 }, (_, n) => `/feed-${n}`);
    for (const path of paths) {
      feeds.on(path, { body: rss(path, [entry('1')]) });
      await reader.feeds.subscribe({ url: feeds.url(path) });
      feeds.on(path, { body: rss(path, [entry('1'), entry('2')]), delayMs: 20 });
    }
    await Promise.all([reader.feeds.refresh(), other.feeds.refresh()]);
    await expect.poll(async () => (await reader.feeds.progress()).running).toBe(false);
    await expect.poll(async () => (await other.feeds.progress()).running).toBe(false);
    expect(paths.map((path) => feeds.requests(path).length)).toEqual(paths.map(() => 2));
    const found = [await reader.feeds.progress(), await other.feeds.progress()];
    expect(found.reduce((sum, { newEntries }) => sum + newEntries, 0)).toBe(8);
  });

  test('ends cleanly when the program stops partway, and starts again with the next one', async () => {
    const { app, reader, feeds, openAnother } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', () => {});
    await reader.feeds.refresh();
    await expect.poll(() => feeds.requests('/feed').length).toBe(2);
    const another = (await openAnother()).reader;
    await app.stop(0);
    feeds.on('/feed', { body: rss('Feed', [entry('2')]) });
    await another.feeds.refresh(feed.id);
    await expect.poll(async () => (await another.feeds.progress()).newEntries).toBe(1);
    expect((await another.subscriptions()).feeds).toMatchObject([{ errorCode: null }]);
  });
});

describeEachReader('a feed that fails', (current) => {
  test('says so, waits longer each time, and becomes one issue until it is well again', async () => {
    const { app, client, reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('City Desk', [entry('1')]) });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', { status: 500 });
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      expect(await refresh(id)).toMatchObject({ failed: 1 });
      const stored = await app.core.store.reader.getFeed(id);
      waits.push(Math.round(((stored?.nextFetchAt ?? 0) - (stored?.fetchedAt ?? 0)) / hourMs));
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect((await reader.subscriptions()).feeds).toMatchObject([
      { errorCode: 'fetch_failed', errorMessage: expect.stringContaining('HTTP 500'), unread: 1 },
    ]);
    const issues = await client.issues.list({ kind: 'feed-failed' });
    expect(issues.items).toMatchObject([
      {
        code: 'fetch_failed',
        message: expect.stringMatching(/City Desk.*HTTP 500/),
        details: { feedId: id },
      },
    ]);

    feeds.on('/feed', { body: rss('City Desk', [entry('1')]) });
    expect(await refresh()).toMatchObject({ failed: 0 });
    expect((await reader.subscriptions()).feeds).toMatchObject([{ errorCode: null, errorMessage: null }]);
    feeds.on('/feed', { status: 404 });
    await refresh();
    expect((await client.issues.list({ kind: 'feed-failed' })).total).toBe(2);
  });

  test('is reported with its reason: not a feed, too large, decompresses to too much', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const faults = [
      [{ body: '<html><p>Sign in</p></html>', headers: { 'content-type': 'text/html' } }, 'feed_unreadable'],
      [{ body: 'x'.repeat(9 * 1024 * 1024) }, 'fetch_too_large'],
      [{ body: zeros, headers: { 'content-encoding': 'gzip' } }, 'fetch_too_large'],
      [{ body: '' }, 'feed_unreadable'],
    ] as const;
    for (const [answer, errorCode] of faults) {
      feeds.on('/feed', answer);
      expect(await refresh(id)).toMatchObject({ failed: 1 });
      expect((await reader.subscriptions()).feeds).toMatchObject([{ errorCode, unread: 1 }]);
    }
  });

  test('that is gone for good is asked again only by name', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', { status: 410 });
    expect(await refresh()).toMatchObject({ failed: 1, total: 1 });
    expect(await refresh()).toMatchObject({ total: 0 });
    expect((await reader.subscriptions()).feeds).toMatchObject([
      { errorCode: 'fetch_failed', errorMessage: expect.stringContaining('410'), unread: 1 },
    ]);
    feeds.on('/feed', { body: rss('Feed', [entry('2')]) });
    expect(await refresh(id)).toMatchObject({ failed: 0, newEntries: 1 });
    expect(await refresh()).toMatchObject({ total: 1 });
  });

  test.each([429, 503])('with %i lets all feeds of its host rest as long as it asks', async (status) => {
    const { client, reader, feeds, refresh } = current();
    for (const path of ['/a', '/b']) {
      feeds.on(path, { body: rss(path, [entry('1')]) });
      await reader.feeds.subscribe({ url: feeds.url(path) });
      feeds.on(path, { status, headers: { 'retry-after': '2' } });
    }
    feeds.on('/c', { body: rss('Elsewhere', [entry('1')]) });
    await reader.feeds.subscribe({ url: feeds.url('/c', 'localhost') });
    const askedAt = Date.now();
    await refresh();
    expect(feeds.requests('/a').length + feeds.requests('/b').length).toBe(3);
    expect(feeds.requests('/c')).toHaveLength(2);
    for (const feed of (await reader.subscriptions()).feeds) {
      if (feed.title === 'Elsewhere') expect(feed.restsUntil).toBeNull();
      else expect(feed.restsUntil).toBeGreaterThanOrEqual(askedAt + 2000);
    }
    expect((await client.issues.list({ kind: 'feed-failed' })).total).toBe(0);

    for (const path of ['/a', '/b']) feeds.on(path, { body: rss(path, [entry('2')]) });
    expect(await refresh()).toMatchObject({ newEntries: 0 });
    await expect.poll(async () => (await refresh()).newEntries, { interval: 200 }).toBeGreaterThan(0);
    await expect.poll(async () => (await refresh(), (await reader.subscriptions()).unread)).toBe(5);
    expect((await reader.subscriptions()).feeds.map(({ restsUntil }) => restsUntil)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('with 503 and no word of when rests for a quarter of an hour', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', { status: 503 });
    const askedAt = Date.now();
    await refresh();
    const [feed] = (await reader.subscriptions()).feeds;
    expect(feed?.restsUntil).toBeGreaterThanOrEqual(askedAt + hourMs / 4);
    expect(feed?.restsUntil).toBeLessThan(askedAt + hourMs / 4 + 10_000);
  });

  test('or any other may be removed while it is fetched', async () => {
    const { reader, feeds } = current();
    feeds.on('/feed', { body: rss('Feed', [entry('1')]) });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    feeds.on('/feed', { body: rss('Feed', [entry('1'), entry('2')]), delayMs: 150 });
    await reader.feeds.refresh(id);
    await expect.poll(() => feeds.requests('/feed').length).toBe(2);
    await reader.feeds.remove(id);
    await expect.poll(async () => (await reader.feeds.progress()).running).toBe(false);
    expect((await reader.feeds.progress()).failed).toBe(0);
    expect(await reader.entries.list({ view: 'all' })).toMatchObject({ items: [] });
  });
});
