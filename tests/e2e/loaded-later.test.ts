import type { Page, Request } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

let precis: RunningPrecis;
let browser: TestBrowser;
let title: string;

beforeAll(async () => {
  [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
  await precis.client.reader.feeds.addSample();
  const { items } = await precis.client.reader.entries.list({ view: 'all' });
  title = items[0]?.title ?? '';
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await precis?.stop();
});

const article = /\/assets\/article-with-panel-[\w-]+\.js$/;

async function open(options = {}) {
  const opened = await browser.open(options);
  return { ...opened, reader: readerPage(opened.page, precis.url) };
}

/** Returns a function that tells whether files of the app are still loading. */
function watchFiles(page: Page): () => boolean {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return () => underWay.size > 0;
}

/** Collects the names of all files that arrive. */
function recordFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('requestfinished', (request) => files.push(new URL(request.url()).pathname));
  return files;
}

describe('what the first sight does not need', () => {
  test('is loaded once the list is there, and then opens without the server', async () => {
    const { page, reader, complaints } = await open();
    const files = recordFiles(page);
    const isLoading = watchFiles(page);
    await reader.open('/reader/all');
    await reader.row(title).waitFor();
    for (const part of [article, /reader-dialogs-/, /later-libraries-/, /palette-part-/, /en-later-/])
      await expect.poll(() => files.some((file) => part.test(file)), soon).toBe(true);
    await expect.poll(isLoading, soon).toBe(false);
    await page.route('**/assets/**', (route) => route.abort());
    await page.keyboard.press('?');
    await reader.dialog.waitFor();
    await page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.press('Escape');
    await reader.openEntry(title);
    expect(complaints).toEqual([]);
  });

  test('is not awaited by the list, and holds its place until it is there', async () => {
    const { page, reader, complaints } = await open();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(article, async (route) => {
      await held;
      await route.continue();
    });
    await reader.open('/reader/all');
    await reader.row(title).click();
    await page.getByTestId('skeleton').waitFor({ state: 'attached' });
    expect(await reader.row(title).isVisible()).toBe(true);
    letGo();
    await expect.poll(() => reader.title.innerText(), soon).toBe(title);
    await expect.poll(() => page.getByTestId('skeleton').count(), soon).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('takes what is typed for it, so that no key of the screen is pressed', async () => {
    const { page, reader } = await open();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/palette-part-/, async (route) => {
      await held;
      await route.continue();
    });
    await reader.open('/reader/all');
    await reader.openEntry(title);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('j');
    letGo();
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await reader.title.innerText()).toBe(title);
    await page.keyboard.press('j');
    await expect.poll(() => reader.title.innerText(), soon).not.toBe(title);
  });

  test('takes the focus on a phone, also if it comes late', async () => {
    const { page, reader } = await open({ viewport: { width: 390, height: 844 } });
    await page.route(article, (route) => setTimeout(() => void route.continue(), 300));
    await reader.open('/reader/all');
    await reader.row(title).click();
    await reader.title.waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe(title);
  });

  test('says so if it cannot be loaded', async () => {
    const { page, reader } = await open();
    await page.route(article, (route) => route.abort());
    await reader.open('/reader/all');
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await reader.row(title).click();
    // The page reloads by itself, but only once.
    await expect.poll(() => loads, soon).toBe(1);
    await page.getByText('This screen could not be loaded.').waitFor();
    await page.unroute(article);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe(title);
  });

  test('includes the schemas, which check only what a server of another version answers', async () => {
    const { page, reader } = await open();
    const files = recordFiles(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/schemas-/, async (route) => {
      await held;
      await route.continue();
    });
    await reader.open('/reader/all');
    await reader.row(title).waitFor();
    expect(files.some((file) => file.includes('/schemas-'))).toBe(false);
    letGo();
    await page.route('**/api/subscriptions', (route) => route.fulfill({ json: { feeds: 7 } }));
    await page.reload();
    await page.getByText('The Precis server returned an unexpected response.').waitFor();
  });

  test('is asked for at once at the address of an article', async () => {
    const { page, reader, complaints } = await open();
    await reader.open('/reader/all');
    await reader.openEntry(title);
    await page.reload();
    await expect.poll(() => reader.title.innerText(), soon).toBe(title);
    await page.goto(`${precis.url}/settings/appearance`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
