import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { article, collectPages, describeEachReader } from './each-reader.ts';

const dayMs = 86_400_000;

/** Makes one entry per day, newest first. The newest is `from` days older than a fixed date. */
function days(count: number, { from = 0, prefix = 'e' } = {}) {
  return Array.from({ length: count }, (_, n) => ({
    id: `${prefix}${n}`,
    title: `${prefix} ${n}`,
    html: article,
    date: new Date(Date.UTC(2026, 0, 20) - (from + n) * dayMs).toUTCString(),
  }));
}

describeEachReader('entries', (current) => {
  test('are listed newest first in pages that neither miss nor repeat while others arrive', async () => {
    const { reader, feeds, refresh } = current();
    feeds.on('/feed', { body: rss('Feed', days(25)) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const first = await reader.entries.list({ view: 'all', limit: 10 });
    expect(first.items.map(({ title }) => title)).toEqual(days(10).map(({ title }) => title));
    // Some entries are newer, and some are older and belong on a page that was read already.
    const arriving = [...days(3, { from: -5, prefix: 'new' }), ...days(2, { from: 3, prefix: 'late' })];
    feeds.on('/feed', { body: rss('Feed', arriving) });
    await refresh();
    const rest = await collectPages(reader, { view: 'all', limit: 10, cursor: first.nextCursor ?? '' });
    expect(rest.map(({ title }) => title)).toEqual(
      days(25)
        .slice(10)
        .map(({ title }) => title),
    );
  });

  test('of the same moment are distinguished by number', async () => {
    const { reader, feeds } = current();
    const date = 'Mon, 05 Jan 2026 10:00:00 GMT';
    const entries = Array.from({ length: 9 }, (_, n) => ({ id: `${n}`, html: article, date }));
    feeds.on('/feed', { body: rss('Feed', entries) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const listed = await collectPages(reader, { view: 'all', limit: 2 });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(9);
  });

  test('are shown by view, feed and folder', async () => {
    const { reader, feeds } = current();
    feeds.on('/a', { body: rss('A', days(3, { prefix: 'a' })) });
    feeds.on('/b', { body: rss('B', days(2, { prefix: 'b', from: 1 })) });
    const folder = await reader.folders.create({ name: 'Folder' });
    const a = await reader.feeds.subscribe({ url: feeds.url('/a') });
    const b = await reader.feeds.subscribe({ url: feeds.url('/b'), folderId: folder.id });
    const saved = await reader.entries.add({ kind: 'text', title: 'note', text: 'A note of mine.' });
    const titles = async (query: Parameters<typeof reader.entries.list>[0]) =>
      (await reader.entries.list(query)).items.map(({ title }) => title);
    expect(await titles({ view: 'all' })).toEqual(['note', 'a 0', 'b 0', 'a 1', 'b 1', 'a 2']);
    expect(await titles({ view: 'all', feedId: a.id })).toEqual(['a 0', 'a 1', 'a 2']);
    expect(await titles({ view: 'all', folderId: folder.id })).toEqual(['b 0', 'b 1']);
    expect(await titles({ view: 'saved' })).toEqual(['note']);

    const [newest] = (await reader.entries.list({ view: 'all', feedId: b.id })).items;
    if (!newest) throw new Error('an entry was expected');
    expect(await reader.entries.patch(newest.id, { read: true, starred: true })).toMatchObject({
      read: true,
      starred: true,
    });
    expect(await titles({ feedId: b.id })).toEqual(['b 1']);
    expect(await titles({ view: 'unread', folderId: folder.id })).toEqual(['b 1']);
    expect(await titles({ view: 'starred' })).toEqual(['b 0']);
    expect(await titles({ view: 'starred', feedId: a.id })).toEqual([]);
    expect(await reader.subscriptions()).toMatchObject({ unread: 5, starred: 1, saved: 1 });
    expect(await reader.entries.patch(newest.id, { read: false, starred: false })).toMatchObject({
      read: false,
      starred: false,
    });
    await reader.entries.patch(saved.id, { read: true });
    expect(await titles({})).toHaveLength(5);
  });

  test('are marked as read together, up to what could be seen', async () => {
    const { reader, feeds } = current();
    feeds.on('/a', { body: rss('A', days(4, { prefix: 'a' })) });
    feeds.on('/b', { body: rss('B', days(4, { prefix: 'b' })) });
    const folder = await reader.folders.create({ name: 'Folder' });
    const a = await reader.feeds.subscribe({ url: feeds.url('/a') });
    await reader.feeds.subscribe({ url: feeds.url('/b'), folderId: folder.id });
    const before = Date.UTC(2026, 0, 20) - 2 * dayMs;
    expect(await reader.entries.markRead({ feedId: a.id, before })).toBe(2);
    expect(await reader.entries.markRead({ feedId: a.id, before })).toBe(0);
    expect(await reader.entries.markRead({ folderId: folder.id, before: Date.now() })).toBe(4);
    expect((await reader.subscriptions()).unread).toBe(2);
    expect(await reader.entries.markRead({ before: Date.now() })).toBe(2);
  });

  test('are marked together, and say which of them changed', async () => {
    const { feeds, reader, listAll } = current();
    feeds.on('/c', { body: rss('C', [{ id: '1' }, { id: '2' }, { id: '3' }]) });
    await reader.feeds.subscribe({ url: feeds.url('/c') });
    const [first, second, third] = (await listAll()).map(({ id }) => id);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three entries');
    await reader.entries.patch(first, { read: true });
    const missing = entryIdSchema.parse(Number.MAX_SAFE_INTEGER);
    const ids = [first, second, missing];
    expect(await reader.entries.patchMany({ ids, read: true })).toEqual([second]);
    expect(await reader.entries.patchMany({ ids, read: true })).toEqual([]);
    expect((await reader.subscriptions()).unread).toBe(1);
    expect(await reader.entries.patchMany({ ids: [second], read: false })).toEqual([second]);
    expect(await reader.entries.patchMany({ ids: [third, third], starred: true })).toEqual([third]);
    expect(await reader.subscriptions()).toMatchObject({ unread: 2, starred: 1 });
    expect(await reader.entries.patchMany({ ids })).toEqual([]);
  });

  test('with a garbled cursor or an invalid or unknown id are rejected with a message', async () => {
    const { app, reader } = current();
    await expect(reader.entries.list({ cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(reader.entries.list({ query: 'x', cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const missing = entryIdSchema.parse(Number.MAX_SAFE_INTEGER);
    for (const call of [
      () => reader.entries.get(missing),
      () => reader.entries.patch(missing, { read: true }),
      () => reader.entries.remove(missing),
      () => reader.entries.fetchFullText(missing),
      () => reader.summaries.list(missing),
      () => reader.summaries.start(missing),
      () => reader.summaries.clear(missing),
      () => reader.summaries.prompt(missing),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
    const wrong = ['0', '-1', '1.5', 'abc', '99999999999999999999'];
    const answers = await Promise.all(
      wrong.map((id) => app.fetch(new Request(`http://localhost/api/entries/${id}`))),
    );
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 400));
  });

  test('of hostile feeds come out harmless', async () => {
    const { reader, feeds, listAll } = current();
    const html = `<p onclick="x()">Read <a href="javascript:x()">this</a><script>x()</script>\u0000</p>${article}`;
    const entries = [{ id: 'g'.repeat(5000), title: '&lt;img src=x onerror=x()&gt; \ud800', html }];
    feeds.on('/feed', { body: rss('<b>Feed</b>', entries) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const [head] = await listAll();
    if (!head) throw new Error('an entry was expected');
    const { html: safe } = await reader.entries.get(head.id);
    expect(safe).toContain('Paragraph 1');
    expect(safe).not.toMatch(/onclick|javascript:|<script/);
  });
});

describeEachReader('adding an entry', (current) => {
  test('takes the article of a page', async () => {
    const { reader, feeds } = current();
    const page = `<html lang="en"><title>The page</title><body><nav>Menu</nav><article><h1>The page</h1>${article}</article></body></html>`;
    feeds.on('/page', { body: page, headers: { 'content-type': 'text/html' } });
    const entry = await reader.entries.add({ kind: 'page', url: feeds.url('/page') });
    expect(entry).toMatchObject({
      title: 'The page',
      url: feeds.url('/page'),
      feedId: null,
      textOrigin: 'page',
    });
    expect(entry.text).toContain('Paragraph 1');
    expect(entry.text).not.toContain('Menu');
    await reader.entries.patch(entry.id, { read: true });
    expect(await reader.entries.add({ kind: 'page', url: feeds.url('/page') })).toMatchObject({
      id: entry.id,
      read: false,
    });
    expect((await reader.subscriptions()).saved).toBe(1);
  });

  test('refuses a page that gives no article, by its reason', async () => {
    const { reader, feeds } = current();
    feeds.on('/wall', {
      body: '<html><title>Just a moment</title><p>Please verify you are human to continue.</p></html>',
      headers: { 'content-type': 'text/html' },
    });
    feeds.on('/forbidden', { status: 403 });
    for (const path of ['/wall', '/forbidden']) {
      await expect(reader.entries.add({ kind: 'page', url: feeds.url(path) })).rejects.toMatchObject({
        code: 'source_blocked',
      });
    }
    await expect(reader.entries.add({ kind: 'page', url: 'http://192.168.0.1/' })).rejects.toMatchObject({
      code: 'fetch_refused',
    });
    expect((await reader.subscriptions()).saved).toBe(0);
  });

  test('takes pasted text, named by its first line', async () => {
    const { reader } = current();
    const text = 'On tea\n\nTea is a drink. <b>It</b> is made with hot water.';
    const entry = await reader.entries.add({ kind: 'text', text });
    expect(entry).toMatchObject({ title: 'On tea', textOrigin: 'paste', text });
    expect(entry.html).toContain('&lt;b&gt;');
    await expect(reader.entries.add({ kind: 'text', text: ' \n ' })).rejects.toMatchObject({
      code: 'source_empty',
    });
  });

  test('takes files', async () => {
    const { reader } = current();
    const markdown = Buffer.from(`# On coffee\n\n${'Coffee is a drink, too. '.repeat(20)}`).toString(
      'base64',
    );
    expect(await reader.entries.add({ kind: 'file', name: 'coffee.md', content: markdown })).toMatchObject({
      title: 'On coffee',
      textOrigin: 'file',
      feedTitle: 'coffee.md',
    });
    const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1').toString('base64');
    await expect(reader.entries.add({ kind: 'file', name: 'x.png', content: picture })).rejects.toMatchObject(
      { code: 'file_unsupported' },
    );
  });
});

describeEachReader('the full text', (current) => {
  test('takes the place of an excerpt; what the feed gave is kept', async () => {
    const { app, reader, feeds, listAll } = current();
    const listed = [{ id: '1', html: '<p>The beginning …</p>', link: feeds.url('/page') }];
    feeds.on('/feed', { body: rss('Feed', listed) });
    await reader.feeds.subscribe({ url: feeds.url('/feed') });
    const [head] = await listAll();
    if (!head) throw new Error('an entry was expected');
    await expect(reader.summaries.start(head.id)).rejects.toMatchObject({ code: 'source_too_short' });
    await expect(reader.entries.fetchFullText(head.id)).rejects.toMatchObject({ code: 'fetch_failed' });
    expect(await reader.entries.get(head.id)).toMatchObject({ textOrigin: 'excerpt' });

    const page = `<html><title>Page</title><body><article>${article}</article></body></html>`;
    feeds.on('/page', { body: page, headers: { 'content-type': 'text/html' } });
    const whole = await reader.entries.fetchFullText(head.id);
    expect(whole).toMatchObject({ id: head.id, title: 'Entry 1', textOrigin: 'page' });
    expect(whole.text).toContain('Paragraph 12');
    expect(await app.core.store.reader.getOriginal(head.id, 'excerpt')).toContain('The beginning');
    expect((await reader.entries.list({ view: 'all', query: 'paragraph' })).items).toHaveLength(1);
    expect(await reader.summaries.start(head.id)).toMatchObject({ status: 'queued' });
  });

  test('needs a page', async () => {
    const { reader } = current();
    const { id } = await reader.entries.add({ kind: 'text', text: 'A text.' });
    await expect(reader.entries.fetchFullText(id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
