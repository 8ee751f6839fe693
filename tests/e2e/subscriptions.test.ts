import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText, bridgeTitle } from './texts.ts';

let precis: RunningPrecis;
let server: FeedServer;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, server, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  server.on('/site', {
    headers: { 'content-type': 'text/html' },
    body: '<html><head><link rel="alternate" type="application/rss+xml" href="/science"></head><body>A site</body></html>',
  });
  server.on('/article', {
    headers: { 'content-type': 'text/html' },
    body: `<html><head><title>${bridgeTitle}</title></head><body><article><h1>${bridgeTitle}</h1>${paragraphs}</article></body></html>`,
  });
});
beforeEach(async () => {
  for (const name of ['science', 'sports', 'culture']) server.on(`/${name}`, { body: makeFeed(name, 3) });
  const { entries, feeds, folders, subscriptions } = precis.client.reader;
  const known = await subscriptions();
  for (const { id } of known.feeds) await feeds.remove(id);
  for (const { id } of known.folders) await folders.remove(id);
  for (const { id } of (await entries.list({ view: 'all' })).items) await entries.remove(id);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), server?.close()]);
});

const paragraphs = bridgeText
  .split('\n\n')
  .map((words) => `<p>${words}</p>`)
  .join('');

function makeFeed(name: string, entries: number): string {
  return rss(
    `The ${name} desk`,
    Array.from({ length: entries }, (_, index) => ({
      id: `${name}-${index}`,
      title: `${name} ${index}`,
      html: paragraphs,
      date: new Date(Date.UTC(2026, 0, 28) - index * 3_600_000).toUTCString(),
    })),
  );
}

async function subscribe(...names: string[]): Promise<void> {
  for (const name of names) await precis.client.reader.feeds.subscribe({ url: server.url(`/${name}`) });
}

async function openReader(path = '/') {
  const { page, complaints } = await browser.open();
  const reader = readerPage(page, precis.url);
  await reader.open(path);
  return { page, complaints, reader };
}

describe('the first screen', () => {
  test('opens an article whose link is pasted, and says why another cannot be read', async () => {
    const { page, reader } = await openReader();
    const link = page.getByRole('textbox', { name: 'Paste a link to an article' });
    await link.fill(server.url('/nowhere'));
    await link.press('Enter');
    await page.getByRole('alert').waitFor();
    await link.fill(server.url('/article'));
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe(bridgeTitle);
    await reader.article.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await link.waitFor();
  });
});

describe('subscriptions', () => {
  test('are added by a site’s URL, which names its feed', async () => {
    const { page, reader } = await openReader();
    await page.getByRole('button', { name: 'Add a feed' }).click();
    await reader.dialog.getByRole('textbox').fill(server.url('/site'));
    await reader.dialog.getByRole('textbox').press('Enter');
    await expect.poll(() => reader.rows.count(), soon).toBe(3);
    await expect.poll(() => reader.feed('The science desk').getAttribute('aria-current'), soon).toBe('page');
  });

  test('are rejected with a message if there is no feed, and the page can be added instead', async () => {
    await subscribe('science');
    const { page, reader } = await openReader('/reader/all');
    await reader.feeds.getByRole('button', { name: 'Add' }).click();
    await reader.dialog.getByRole('textbox').fill(server.url('/article'));
    await reader.dialog.getByRole('button', { name: 'Subscribe' }).click();
    await reader.dialog.getByRole('alert').waitFor();
    await reader.dialog.getByRole('button', { name: 'Add as a page' }).click();
    await reader.dialog.getByRole('button', { name: 'Add page' }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe(bridgeTitle);
    expect(page.url()).toContain('/reader/saved/');
    await reader.article.getByRole('button', { name: 'Delete' }).click();
    await reader.dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No saved entries.').waitFor();
  });

  test('say why a URL is not fetched', async () => {
    await subscribe('science');
    const { reader } = await openReader('/reader/all');
    await reader.feeds.getByRole('button', { name: 'Add' }).click();
    await reader.dialog.getByRole('radio', { name: 'Page' }).check();
    await reader.dialog.getByRole('textbox').fill('http://127.0.0.2:8765/article');
    await reader.dialog.getByRole('button', { name: 'Add page' }).click();
    expect(await reader.dialog.getByRole('alert').innerText()).toContain('PRECIS_ALLOW_HOSTS');
  });

  test('appear beside pasted texts and files', async () => {
    await subscribe('science');
    const { page, reader } = await openReader('/reader/all');
    await reader.feeds.getByRole('button', { name: 'Add' }).click();
    await reader.dialog.getByRole('radio', { name: 'Text' }).check();
    await reader.dialog.getByRole('textbox', { name: 'Title (optional)' }).fill('A pasted text');
    await reader.dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(bridgeText);
    await reader.dialog.getByRole('button', { name: 'Add text' }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe('A pasted text');
    expect(await reader.body.innerText()).toContain('Marta Lindqvist');

    await reader.feeds.getByRole('button', { name: 'Add' }).click();
    await reader.dialog.getByRole('radio', { name: 'File' }).check();
    const input = reader.dialog.locator('input[type=file]');
    const photo = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 1]) };
    await input.setInputFiles(photo);
    await reader.dialog.getByRole('alert').waitFor();
    const markdown = Buffer.from(`# A bridge of **steel**\n\n${bridgeText}`);
    await input.setInputFiles({ name: 'bridge.md', mimeType: 'text/markdown', buffer: markdown });
    await expect.poll(() => reader.title.innerText(), soon).toContain('A bridge of steel');
    await expect.poll(() => reader.rows.count(), soon).toBe(2);
    await page.keyboard.press('Escape');
  });

  test('accept a file dropped anywhere on the Reader', async () => {
    await precis.client.reader.entries.add({ kind: 'text', title: 'Kept', text: bridgeText });
    const { page, reader } = await openReader('/reader/saved');
    await reader.rows.first().waitFor();
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(`Dropped.\n\n${bridgeText}`)}], 'dropped.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    await reader.list.dispatchEvent('dragover', { dataTransfer: transfer });
    await page.getByText('Drop the file to add it').waitFor();
    await reader.list.dispatchEvent('drop', { dataTransfer: transfer });
    await expect.poll(() => reader.body.innerText(), soon).toContain('Dropped.');
  });

  test('are imported from OPML, with their folders', async () => {
    await subscribe('science');
    const { page, reader } = await openReader('/reader/all');
    await reader.feeds.getByRole('button', { name: 'Add' }).click();
    await reader.dialog.getByRole('radio', { name: 'OPML' }).check();
    const outline = (name: string) =>
      `<outline type="rss" text="${name}" xmlUrl="${server.url(`/${name}`)}"/>`;
    const opml = `<opml version="2.0"><body><outline text="Leisure">${outline('sports')}${outline('culture')}</outline>${outline('science')}<outline type="rss" text="Broken"/></body></opml>`;
    const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) };
    await reader.dialog.locator('input[type=file]').setInputFiles(file);
    await reader.dialog.getByText('2 feeds added, 1 already in your feeds.').waitFor();
    await reader.dialog.getByRole('button', { name: 'Done' }).click();
    await reader.feed('Leisure').click();
    await expect.poll(() => reader.rows.count(), soon).toBe(6);
    await reader.feeds.getByRole('button', { name: 'Collapse Leisure' }).click();
    expect(await reader.feed('The sports desk').count()).toBe(0);
    await page.reload();
    await reader.feeds.getByRole('button', { name: 'Expand Leisure' }).click();
    await reader.feed('The sports desk').waitFor();
  });

  test('are exported as OPML', async () => {
    await subscribe('science');
    const { page, reader } = await openReader('/reader/all');
    await reader.feeds.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export OPML' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('precis.opml');
  });

  test('are renamed, moved, given rules and removed by their menus', async () => {
    await subscribe('science');
    const { reader } = await openReader('/reader/all');
    await reader.choose('The science desk', 'Rename…');
    await reader.dialog.getByRole('textbox').fill('Science');
    await reader.dialog.getByRole('textbox').press('Enter');
    await reader.feed('Science').waitFor();

    await reader.choose('Science', 'Folder', 'New folder…');
    await reader.dialog.getByRole('textbox').fill('Learning');
    await reader.dialog.getByRole('textbox').press('Enter');
    await reader.feed('Learning').waitFor();
    await reader.choose('Science', 'Auto-summary', 'Never');
    await expect.poll(async () => (await scienceFeed()).autoSummary, soon).toBe('never');
    await reader.choose('Science', 'Fetch full text');
    await expect.poll(async () => (await scienceFeed()).fetchFullText, soon).toBe(true);
    await reader.choose('Science', 'Folder', 'No folder');
    await expect.poll(async () => (await scienceFeed()).folderId, soon).toBeNull();

    await reader.choose('Learning', 'Delete folder…');
    await reader.dialog.getByRole('button', { name: 'Delete' }).click();
    await reader.feed('Learning').waitFor({ state: 'detached' });
    await reader.choose('Science', 'Unsubscribe…');
    await reader.dialog.getByText('Starred entries are kept under Saved.').waitFor();
    await reader.dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    await reader.feed('Science').waitFor({ state: 'detached' });
  });

  test('have menus and links that work by keyboard and in a new tab', async () => {
    await subscribe('sports', 'culture');
    const { page, reader } = await openReader('/reader/all');
    const feed = reader.feeds.getByRole('button', { name: /^More options for / }).first();
    await feed.focus();
    expect(await feed.getAttribute('aria-haspopup')).toBe('menu');
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .first()
          .evaluate((node) => node === node.ownerDocument.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => feed.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
    expect(await feed.getAttribute('aria-expanded')).toBe('false');

    const culture = reader.feed('culture');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      culture.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await expect.poll(() => tab.url(), soon).toContain('feed=');
    expect(page.url()).not.toContain('feed=');
    await tab.close();
    await culture.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), soon).toContain('feed=');
    await expect.poll(() => culture.getAttribute('aria-current'), soon).toBe('page');
  });

  test('are refreshed with progress, and new entries appear without moving the rest', async () => {
    await subscribe('sports', 'culture');
    const { client } = precis;
    const { items } = await client.reader.entries.list({ view: 'all', limit: 100 });
    const { page, reader } = await openReader('/reader/unread');
    await expect.poll(() => reader.rows.count(), soon).toBe(items.length);
    await reader.openEntry('culture 0');
    server.on('/sports', { body: makeFeed('sports', 5), delayMs: 900 });
    server.on('/culture', { status: 500, body: 'broken', delayMs: 900 });
    // Both texts are shown for a moment only.
    const progress = reader.feeds.getByText(/[01] of 2/).first();
    const failed = reader.feeds.getByText('1 failed').first();
    await Promise.all([
      progress.waitFor(),
      failed.waitFor(),
      reader.feeds.getByRole('button', { name: 'Refresh' }).click(),
    ]);
    await reader.row('sports 4').waitFor();
    await expect.poll(() => reader.rows.count(), soon).toBe(items.length + 2);
    expect(await reader.title.innerText()).toBe('culture 0');
    await reader.feeds.getByRole('img').waitFor();

    // The screen opens on the issues only if the app knows of an issue before the click.
    await page.getByRole('link', { name: /Runs & Issues\s*\d+ issue/ }).click();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('feed-failed');
    await page.getByRole('main').locator('tbody tr').getByRole('link').click();
    await page.getByRole('link', { name: 'Open feed' }).click();
    await expect.poll(() => reader.feed('The culture desk').getAttribute('aria-current'), soon).toBe('page');
  });
});

async function scienceFeed() {
  const { feeds } = await precis.client.reader.subscriptions();
  const found = feeds.find(({ url }) => url.endsWith('/science'));
  if (found === undefined) throw new Error('the science feed is gone');
  return found;
}
