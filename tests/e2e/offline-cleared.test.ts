import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { keptOnDevice } from './kept-on-device.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { settingsPage } from './settings-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

const token = 'a-token-of-enough-characters';

describe('what a browser keeps', () => {
  let precis: RunningPrecis;
  let browser: TestBrowser;

  beforeAll(async () => {
    [precis, browser] = await Promise.all([startPrecis({ env: { PRECIS_TOKEN: token } }), openBrowser()]);
    const fetchIt = (request: Request, init?: RequestInit) => fetch(request, init);
    await createClient({ fetch: fetchIt, baseUrl: precis.url, token }).reader.feeds.addSample();
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await precis?.stop();
  });

  async function openKept() {
    const { page } = await browser.open({ serviceWorkers: 'allow' });
    await page.goto(`${precis.url}/?token=${token}`);
    await readerPage(page, precis.url).rows.first().waitFor(soon);
    const kept = keptOnDevice(page);
    await kept.untilKept();
    return { page, kept, settings: settingsPage(page, precis.url) };
  }

  test('is gone after signing out, in all tabs, and nothing private is in the worker’s cache before', async () => {
    const { page, kept, settings } = await openKept();
    const names = 'caches.keys().then((all) => Promise.all(all.map((name) => caches.open(name))))';
    const urls = `${names}.then((all) => Promise.all(all.map((cache) => cache.keys()))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))`;
    const files = (await page.evaluate(urls)) as string[];
    expect(files).toContain('/');
    expect(files.filter((path) => path.startsWith('/api'))).toEqual([]);

    const beside = await page.context().newPage();
    await readerPage(beside, precis.url).open('/reader/all');
    await readerPage(beside, precis.url).rows.first().waitFor(soon);
    await settings.open('about');
    await settings.button('Sign out').click();
    await page.getByText('A valid token is required.').first().waitFor(soon);
    await kept.untilNothing();
    await beside.reload();
    await beside.getByText('A valid token is required.').first().waitFor(soon);
    await keptOnDevice(beside).untilNothing();
  });

  test('is gone when another browser signs out everywhere', async () => {
    const one = await openKept();
    const other = await openKept();
    await other.settings.open('about');
    await other.settings.button('Sign out everywhere').click();
    await other.kept.untilNothing();
    await one.page.reload();
    await one.kept.untilNothing();
    expect(await one.kept.stored('choice')).toBeNull();
  });

  test('is shown in Settings with its size, can be deleted, and can be turned off for good', async () => {
    const { page, kept, settings } = await openKept();
    await settings.open('storage');
    const device = settings.part('On this device');
    await expect
      .poll(() => device.getByTestId('kept-size').innerText(), soon)
      .toMatch(/^9 entries, \d+\s\S*B, last updated/);
    await device.getByRole('radio', { name: 'Off' }).check();
    await kept.untilNothing();
    await readerPage(page, precis.url).open('/reader/all');
    await readerPage(page, precis.url).rows.first().waitFor(soon);
    await settings.open('storage');
    await device.getByText('Nothing is kept yet.').waitFor(soon);
    expect(await kept.databases()).toEqual([]);
    await device.getByRole('radio', { name: 'On' }).check();
    await kept.untilKept();
    await device.getByRole('button', { name: 'Delete what is kept' }).click();
    await device.getByText('Nothing is kept yet.').waitFor(soon);
  });

  test('is nothing where the browser has no storage, and Settings says so', async () => {
    const { page, complaints } = await browser.open({ serviceWorkers: 'allow' });
    await page.addInitScript('Object.defineProperty(globalThis, "indexedDB", { value: undefined })');
    await page.goto(`${precis.url}/?token=${token}`);
    await readerPage(page, precis.url).rows.first().waitFor(soon);
    await settingsPage(page, precis.url).open('storage');
    await page.getByText('Installing Precis and reading offline need https').waitFor(soon);
    expect(await keptOnDevice(page).worker()).toBeNull();
    expect(complaints).toEqual([]);
  });
});
