import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { leaveDialog } from './leave-dialog.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let server: FeedServer;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, server, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
});
/** Whatever stayed open for long enough in the test before was marked as read. */
beforeEach(async () => {
  await precis.client.reader.feeds.addSample();
  const { items } = await precis.client.reader.entries.list({ view: 'all' });
  const ids = items.map(({ id }) => id);
  await precis.client.reader.entries.patchMany({ ids, read: false, starred: false });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), server?.close()]);
});

async function openReader(path = '/') {
  const { page, complaints } = await browser.open();
  const reader = readerPage(page, precis.url);
  await reader.open(path);
  return { page, complaints, reader };
}

const article = bridgeText
  .split('\n\n')
  .map((words) => `<p>${words}</p>`)
  .join('');

describe('the Reader', () => {
  test('starts with what it is and every way to begin, and the sample feed is one click away', async () => {
    const { feeds } = await precis.client.reader.subscriptions();
    for (const { id } of feeds) await precis.client.reader.feeds.remove(id);
    const { page, reader, complaints } = await openReader();
    await page.getByRole('heading', { name: 'What do you want to read?' }).waitFor();
    await page.getByText('Summaries work offline right away.').waitFor();
    await page.getByRole('button', { name: 'Add a feed' }).click();
    await reader.dialog.getByRole('textbox', { name: 'Feed or site URL' }).waitFor();
    await leaveDialog(page);
    await page.getByRole('button', { name: 'Import OPML' }).click();
    await reader.dialog.getByRole('button', { name: 'Choose an OPML file' }).waitFor();
    await leaveDialog(page);
    await page.getByRole('button', { name: 'Open a file' }).click();
    await reader.dialog.getByRole('button', { name: /file/i }).first().waitFor();
    await leaveDialog(page);
    await page.getByRole('link', { name: 'Connect a coding agent' }).click();
    await page.getByText('precis opencode install').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Try the sample feed' }).click();
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
    await expect.poll(() => reader.feed('Precis Sampler').getAttribute('aria-current'), soon).toBe('page');
    expect(complaints).toEqual([]);
  });

  test('shows an article in lines of 65 to 75 characters', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.openEntry('In Praise of the Second Reading');
    await reader.body.waitFor();
    const longest: number = await page.evaluate(`(() => {
      const lines = new Map();
      const walker = document.createTreeWalker(document.querySelector('.article'), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let at = 0; at < node.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const top = Math.round(range.getBoundingClientRect().top);
          lines.set(top, (lines.get(top) ?? 0) + 1);
        }
      }
      const lengths = [...lines.values()].sort((first, second) => second - first);
      return lengths[Math.floor(lengths.length / 4)];
    })()`);
    expect(longest).toBeGreaterThanOrEqual(65);
    expect(longest).toBeLessThanOrEqual(75);
  });

  test('marks an entry as read after three seconds, and m undoes that', async () => {
    const { page, reader } = await openReader('/reader/unread');
    await expect
      .poll(() => reader.feed('Precis Sampler').locator('xpath=..').innerText(), soon)
      .toContain('9');
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
    const first = reader.current;
    // Looked for in the page: on a busy machine, three seconds may pass before the test could ask.
    await Promise.all([first.filter({ hasText: 'unread' }).waitFor(), page.keyboard.press('j')]);
    await expect.poll(() => first.innerText(), soon).not.toContain('unread');
    await expect
      .poll(() => reader.feed('Precis Sampler').locator('xpath=..').innerText(), soon)
      .toContain('8');
    // It stays in place until the list is reopened.
    expect(await reader.rows.count()).toBe(9);
    await page.keyboard.press('m');
    await expect.poll(() => first.innerText(), soon).toContain('unread');
    await expect
      .poll(() => reader.feed('Precis Sampler').locator('xpath=..').innerText(), soon)
      .toContain('9');
  });

  test('marks an entry as read when it was scrolled through', async () => {
    await precis.client.settings.patch({ reader: { markReadAfterMs: 600_000 } });
    onTestFinished(async () => {
      await precis.client.settings.patch({ reader: { markReadAfterMs: 3000 } });
    });
    const { page, reader } = await openReader('/reader/unread');
    await reader.openEntry('In Praise of the Second Reading');
    await reader.body.waitFor();
    await reader.article.focus();
    await page.keyboard.press('End');
    await expect.poll(() => reader.current.innerText(), soon).not.toContain('unread');
  });

  test('is used by keyboard alone', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.rows.first().waitFor();
    const titles = (await precis.client.reader.entries.list({ view: 'all' })).items.map(({ title }) => title);
    await page.keyboard.press('j');
    await expect.poll(() => reader.title.innerText(), soon).toBe(titles[0]);
    await page.keyboard.press('j');
    await expect.poll(() => reader.title.innerText(), soon).toBe(titles[1]);
    await page.keyboard.press('k');
    await expect.poll(() => reader.title.innerText(), soon).toBe(titles[0]);

    await page.keyboard.press('s');
    await expect.poll(() => reader.current.innerText(), soon).toContain('starred');
    await page.keyboard.press('s');
    await expect.poll(() => reader.current.innerText(), soon).not.toContain('starred');

    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), soon).toBe('H1');
    await page.keyboard.press('/');
    await page.keyboard.type('j');
    expect(await reader.search.inputValue()).toBe('j');
    await page.keyboard.press('Escape');
    expect(await reader.search.inputValue()).toBe('');
    await page.keyboard.press('Escape');

    await page.keyboard.press('?');
    await reader.dialog.getByText('Mark all as read').waitFor();
    // The Reader's shortcuts are inactive while a dialog is open.
    await page.keyboard.press('j');
    await leaveDialog(page);
    await reader.dialog.waitFor({ state: 'detached' });
    expect(await reader.title.innerText()).toBe(titles[0]);

    await page.keyboard.press('a');
    await reader.dialog.getByRole('textbox').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), soon).toBe('INPUT');
    await page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'detached' });

    await reader.current.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => reader.title.innerText(), soon).toBe(titles[1]);
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'), soon)
      .toContain(titles[1] as string);
    await page.keyboard.press('r');
    await page
      .getByText(/new entr/)
      .first()
      .waitFor();
  });

  test('opens the original with o', async () => {
    server.on('/one', {
      body: rss('One page', [
        { id: '1', title: 'With an original', html: article, link: server.url('/page') },
      ]),
    });
    server.on('/page', { headers: { 'content-type': 'text/html' }, body: '<title>The original</title>' });
    const feed = await precis.client.reader.feeds.subscribe({ url: server.url('/one') });
    onTestFinished(async () => {
      await precis.client.reader.feeds.remove(feed.id);
    });
    const { page, reader } = await openReader(`/reader/all?feed=${feed.id}`);
    await reader.openEntry('With an original');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')]);
    await opened.waitForLoadState();
    expect(opened.url()).toBe(server.url('/page'));
    expect(await opened.evaluate('window.opener')).toBeNull();
  });

  test('finds entries by their full text, in any script, and says when there are none', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.search.fill('hangers OR "rust');
    await page.getByText('No results for').waitFor();
    await reader.search.fill('harbour brid');
    await expect.poll(() => reader.rows.count(), soon).toBe(1);
    await reader.search.fill('菜地');
    await expect.poll(() => reader.rows.first().innerText(), soon).toContain('屋顶');
    expect(page.url()).toContain('q=');
    await page.reload();
    await expect.poll(() => reader.search.inputValue(), soon).toBe('菜地');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
  });

  test('keeps starred entries, and shows each view', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.openEntry('無人駅に本棚を置いたら');
    await reader.article.getByRole('button', { name: 'Star' }).click();
    await reader.feed('Starred').click();
    await expect.poll(() => reader.rows.count(), soon).toBe(1);
    await reader.view.selectOption('saved');
    await page.getByText('No saved entries.').waitFor();
    await reader.view.selectOption('all');
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
  });

  test('opens what the URL names, also after a reload', async () => {
    const { items } = await precis.client.reader.entries.list({ view: 'all' });
    const last = items.at(-1);
    const { page, reader } = await openReader(`/reader/all/${last?.id}`);
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
    await page.reload();
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
    await page.getByRole('link', { name: 'Runs & Issues' }).click();
    await page.getByRole('link', { name: 'Reader', exact: true }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
    await reader.open('/reader/all/999999');
    await page.getByText('This entry no longer exists.').waitFor();
  });

  test('keeps the widths of its panes', async () => {
    const { page } = await openReader('/reader/all');
    const handle = page.getByRole('separator', { name: 'List width' });
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await handle.getAttribute('aria-valuenow')).toBe('416');
    await page.reload();
    expect(await handle.getAttribute('aria-valuenow')).toBe('416');
    await handle.dblclick();
    expect(await handle.getAttribute('aria-valuenow')).toBe('336');
  });

  test('shows one pane at a time on a narrow screen, with a way back', async () => {
    const { page } = await browser.open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const reader = readerPage(page, precis.url);
    await reader.open('/reader/all');
    await reader.rows.first().waitFor();
    expect(await reader.feeds.isVisible()).toBe(false);
    await reader.openEntry('In Praise of the Second Reading');
    expect(await reader.list.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate('document.activeElement.tagName'), soon).toBe('H1');
    await reader.article.getByRole('button', { name: 'Back' }).click();
    await reader.rows.first().waitFor();
    await page.getByRole('button', { name: 'Feeds' }).click();
    await reader.feed('Precis Sampler').click();
    await reader.rows.first().waitFor();
    expect(await reader.feeds.isVisible()).toBe(false);
  });

  test('marks everything as read after asking', async () => {
    const { page, reader } = await openReader('/reader/unread');
    await reader.rows.first().waitFor();
    await page.keyboard.press('Shift+A');
    await reader.dialog.getByText('Mark everything in All entries as read?').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No unread entries.').waitFor();
    expect((await precis.client.reader.subscriptions()).unread).toBe(0);
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
  });
});
