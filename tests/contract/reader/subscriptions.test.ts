import { expect, test } from 'vitest';
import { feedIdSchema, folderIdSchema } from '#schema/feed.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { article, describeEachReader } from './each-reader.ts';

const oneEntry = [{ id: '1', html: article, date: 'Mon, 05 Jan 2026 10:00:00 GMT' }];

describeEachReader('subscriptions', (current) => {
  test('begin with nothing', async () => {
    expect(await current().reader.subscriptions()).toEqual({
      folders: [],
      feeds: [],
      unread: 0,
      starred: 0,
      saved: 0,
    });
  });

  test('are made by the address of a feed, and bring its first entries', async () => {
    const { reader, feeds, listAll } = current();
    feeds.on('/feed', { body: rss('City Desk', oneEntry), headers: { etag: '"a"' } });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    expect(feed).toMatchObject({ title: 'City Desk', url: feeds.url('/feed'), unread: 1, errorCode: null });
    expect(await listAll()).toMatchObject([
      { title: 'Entry 1', feedId: feed.id, feedTitle: 'City Desk', read: false, hasSummary: false },
    ]);
    expect(await reader.subscriptions()).toMatchObject({ unread: 1, feeds: [{ id: feed.id, unread: 1 }] });
  });

  test('are made by the address of a site that names its feed', async () => {
    const { reader, feeds } = current();
    const page = `<html><head><link rel="alternate" type="application/rss+xml" href="/the-feed"></head></html>`;
    feeds.on('/', { body: page, headers: { 'content-type': 'text/html' } });
    feeds.on('/the-feed', { body: rss('Named', oneEntry) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/') });
    expect(feed).toMatchObject({ title: 'Named', url: feeds.url('/the-feed') });
  });

  test('keep the address that was asked for when a redirect is only for now, and the new one when it is for good', async () => {
    const { reader, feeds } = current();
    feeds.on('/feed', { body: rss('Here', oneEntry) });
    feeds.on('/now', { status: 302, headers: { location: '/feed' } });
    feeds.on('/good', { status: 301, headers: { location: '/feed' } });
    expect((await reader.feeds.subscribe({ url: feeds.url('/now') })).url).toBe(feeds.url('/now'));
    expect((await reader.feeds.subscribe({ url: feeds.url('/good') })).url).toBe(feeds.url('/feed'));
  });

  test('are made once: the second time names the first', async () => {
    const { reader, feeds } = current();
    feeds.on('/feed', { body: rss('City Desk', oneEntry) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    await expect(reader.feeds.subscribe({ url: feeds.url('/feed') })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('City Desk'),
      details: { feedId: feed.id },
    });
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => reader.feeds.subscribe({ url: feeds.url('/feed?other') })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  test('say why there is none: no feed, not reachable, not allowed', async () => {
    const { reader, feeds } = current();
    feeds.on('/page', { body: '<html><p>Hello</p></html>', headers: { 'content-type': 'text/html' } });
    await expect(reader.feeds.subscribe({ url: feeds.url('/page') })).rejects.toMatchObject({
      code: 'feed_missing',
    });
    await expect(reader.feeds.subscribe({ url: feeds.url('/nowhere') })).rejects.toMatchObject({
      code: 'fetch_failed',
    });
    await expect(reader.feeds.subscribe({ url: 'http://10.0.0.1/feed' })).rejects.toMatchObject({
      code: 'fetch_refused',
    });
    await expect(
      reader.feeds.subscribe({ url: `${feeds.url('/')}${'x'.repeat(3000)}` }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/invalid_input|fetch_failed/),
    });
    expect((await reader.subscriptions()).feeds).toEqual([]);
  });

  test('are renamed, moved and read by rules; the name of the feed itself can be had back', async () => {
    const { reader, feeds, listAll } = current();
    feeds.on('/feed', { body: rss('City Desk', oneEntry) });
    const folder = await reader.folders.create({ name: 'News' });
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed'), folderId: folder.id });
    const patch = { title: 'Mine', autoSummary: 'always', fetchFullText: true } as const;
    expect(await reader.feeds.patch(id, patch)).toMatchObject({ ...patch, folderId: folder.id });
    expect(await listAll()).toMatchObject([{ feedTitle: 'Mine' }]);
    expect(await reader.feeds.patch(id, { title: 'City Desk', folderId: null })).toMatchObject({
      title: 'City Desk',
      folderId: null,
      autoSummary: 'always',
    });
    expect((await reader.entries.list({ view: 'all', folderId: folder.id })).items).toEqual([]);
    await reader.feeds.patch(id, { folderId: folder.id });
    expect((await reader.entries.list({ view: 'unread', folderId: folder.id })).items).toHaveLength(1);
  });

  test('that are not there are not found', async () => {
    const { reader, feeds } = current();
    const feedId = feedIdSchema.parse(Number.MAX_SAFE_INTEGER);
    const folderId = folderIdSchema.parse(77);
    feeds.on('/feed', { body: rss('City Desk', oneEntry) });
    const missing = { code: 'not_found' };
    await expect(reader.feeds.patch(feedId, {})).rejects.toMatchObject(missing);
    await expect(reader.feeds.remove(feedId)).rejects.toMatchObject(missing);
    await expect(reader.feeds.refresh(feedId)).rejects.toMatchObject(missing);
    await expect(reader.folders.patch(folderId, { name: 'x' })).rejects.toMatchObject(missing);
    await expect(reader.folders.remove(folderId)).rejects.toMatchObject(missing);
    await expect(reader.feeds.subscribe({ url: feeds.url('/feed'), folderId })).rejects.toMatchObject(
      missing,
    );
    const { id } = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    await expect(reader.feeds.patch(id, { folderId })).rejects.toMatchObject(missing);
  });

  test('removed take their entries and summaries with them; starred entries and the history of runs stay', async () => {
    const { client, reader, feeds, finish, listAll } = current();
    const entries = ['1', '2'].map((id) => ({
      id,
      html: article,
      date: `Mon, 05 Jan 2026 1${id}:00:00 GMT`,
    }));
    feeds.on('/feed', { body: rss('City Desk', entries) });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const [second, first] = await listAll();
    if (!first || !second) throw new Error('two entries were expected');
    const runs = [await reader.summaries.start(first.id), await reader.summaries.start(second.id)];
    for (const run of runs) expect(await finish(run)).toMatchObject({ status: 'succeeded' });
    await reader.entries.patch(first.id, { starred: true });
    await reader.feeds.remove(feed.id);

    const kept = await listAll('saved');
    expect(kept).toMatchObject([
      { id: first.id, feedId: null, feedTitle: 'City Desk', starred: true, hasSummary: true },
    ]);
    expect((await reader.entries.get(first.id)).text).toContain('Paragraph 12');
    await expect(reader.entries.get(second.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await reader.subscriptions()).toMatchObject({ feeds: [], saved: 1, starred: 1 });
    expect((await client.runs.list()).items.map((run) => run.id).toSorted()).toEqual(
      runs.map((run) => run.id).toSorted(),
    );
    expect(runs[1] && (await client.runs.get(runs[1].id)).summary).toBeNull();
    expect((await reader.entries.list({ view: 'all', query: 'harbour' })).items).toHaveLength(1);
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  });

  test('of two removed feeds may each leave a starred entry with the same guid', async () => {
    const { reader, feeds, listAll } = current();
    for (const path of ['/a', '/b']) {
      feeds.on(path, { body: rss(path, oneEntry) });
      const feed = await reader.feeds.subscribe({ url: feeds.url(path) });
      const entry = (await listAll()).find(({ feedId }) => feedId === feed.id);
      if (!entry) throw new Error('an entry was expected');
      await reader.entries.patch(entry.id, { starred: true });
      await reader.feeds.remove(feed.id);
    }
    expect(await listAll('saved')).toHaveLength(2);
  });
});

describeEachReader('folders', (current) => {
  test('have names of their own', async () => {
    const { reader } = current();
    const news = await reader.folders.create({ name: 'News' });
    const blogs = await reader.folders.create({ name: ' Blogs ', autoSummary: 'never' });
    expect(blogs).toMatchObject({ name: 'Blogs', autoSummary: 'never' });
    await expect(reader.folders.create({ name: 'News' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(reader.folders.patch(blogs.id, { name: 'News' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await reader.folders.patch(blogs.id, { name: 'Essays' })).toMatchObject({ autoSummary: 'never' });
    expect((await reader.subscriptions()).folders.map(({ name }) => name)).toEqual(['Essays', 'News']);
    expect(await reader.folders.patch(news.id, {})).toMatchObject({ name: 'News', autoSummary: 'inherit' });
  });

  test('removed leave their feeds and entries', async () => {
    const { reader, feeds, listAll } = current();
    feeds.on('/feed', { body: rss('City Desk', oneEntry) });
    const folder = await reader.folders.create({ name: 'News' });
    await reader.feeds.subscribe({ url: feeds.url('/feed'), folderId: folder.id });
    await reader.folders.remove(folder.id);
    expect(await reader.subscriptions()).toMatchObject({
      folders: [],
      feeds: [{ folderId: null, unread: 1 }],
    });
    expect(await listAll()).toHaveLength(1);
  });
});

describeEachReader('OPML', (current) => {
  test('brings new feeds in their folders, which are then fetched, and says what it could not take', async () => {
    const { reader, feeds } = current();
    feeds.on('/known', { body: rss('Known', []) });
    feeds.on('/new', { body: rss('New', oneEntry) });
    await reader.feeds.subscribe({ url: feeds.url('/known') });
    const report = await reader.opml.import(`<opml version="2.0"><body>
      <outline text="News"><outline text="New" xmlUrl="${feeds.url('/new')}"/></outline>
      <outline text="Known" xmlUrl="${feeds.url('/known')}"/>
      <outline text="No address"/>
    </body></opml>`);
    expect(report).toMatchObject({ added: 1, known: 1, refused: [expect.stringContaining('No address')] });
    await expect.poll(async () => (await reader.subscriptions()).unread).toBe(1);
    const { folders, feeds: listed } = await reader.subscriptions();
    expect(folders).toMatchObject([{ name: 'News' }]);
    expect(listed.find(({ title }) => title === 'New')?.folderId).toBe(folders[0]?.id);
  });

  test('written here is read here', async () => {
    const { reader, feeds, openAnother } = current();
    feeds.on('/a', { body: rss('A & "B" <C>', []) });
    const folder = await reader.folders.create({ name: '新闻 & more' });
    await reader.feeds.subscribe({ url: feeds.url('/a'), folderId: folder.id });
    await reader.feeds.addSample();
    const opml = await reader.opml.export();
    expect(opml).not.toContain('precis:');
    await reader.feeds.remove((await reader.subscriptions()).feeds[0]?.id ?? feedIdSchema.parse(1));
    const again = (await openAnother()).reader;
    expect(await again.opml.import(opml)).toEqual({ added: 1, known: 0, refused: [] });
    const { feeds: listed } = await again.subscriptions();
    expect(listed.find(({ url }) => url === feeds.url('/a'))).toMatchObject({
      title: 'A & "B" <C>',
      folderId: folder.id,
    });
  });

  test('that is none is refused', async () => {
    await expect(current().reader.opml.import('hello')).rejects.toMatchObject({ code: 'feed_unreadable' });
  });
});

describeEachReader('the sample feed', (current) => {
  test('comes without a network, once, in three languages, and one of its texts shows the gate', async () => {
    const { reader, listAll } = current();
    const feed = await reader.feeds.addSample();
    expect(await reader.feeds.addSample()).toMatchObject({ id: feed.id });
    const entries = await listAll();
    expect(entries).toHaveLength(9);
    const whole = await Promise.all(entries.map(({ id }) => reader.entries.get(id)));
    const languages = whole.map(({ language }) => String(language)).toSorted();
    expect(languages).toEqual(['en', 'en', 'en', 'en', 'en', 'en', 'ja', 'zh-Hans', 'zh-Hans']);
    for (const { id, title, text } of whole) {
      const started = reader.summaries.start(id);
      if (text.length > 300) expect(await started).toMatchObject({ source: { kind: 'entry', title } });
      else await expect(started).rejects.toMatchObject({ code: 'source_too_short' });
    }
  });

  test('has a summary with a wrong number, which is caught, and whose origin is said', async () => {
    const { reader, listAll } = current();
    await reader.feeds.addSample();
    const entry = (await listAll()).find(({ title }) => title === 'Find the Wrong Number');
    if (!entry) throw new Error('the entry was expected');
    const find = async () => (await reader.summaries.list(entry.id)).items;
    await expect.poll(async () => (await find()).length).toBe(1);
    const [made] = await find();
    expect(made?.run).toMatchObject({
      provider: 'builtin',
      model: 'sample-with-a-mistake',
      status: 'succeeded',
    });
    const states = made?.summary.grounding?.sentences.map(({ state }) => state);
    expect(states).toEqual(['quoted', 'not-checked', 'different', 'quoted']);
  });

  test('stays the same when refreshed: no duplicates, and deleted entries stay deleted', async () => {
    const { reader, listAll, refresh } = current();
    await reader.feeds.addSample();
    const [first, second] = await listAll();
    if (!first || !second) throw new Error('entries were expected');
    await reader.entries.remove(first.id);
    await reader.entries.patch(second.id, { read: true });
    expect(await refresh()).toMatchObject({ done: 1, total: 1, failed: 0, newEntries: 0 });
    const entries = await listAll();
    expect(entries).toHaveLength(8);
    expect(entries.find(({ id }) => id === second.id)?.read).toBe(true);
  });
});
