import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { findViolations } from './find-violations.ts';
import { fingerOn, middleOf } from './finger.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { settled } from './settled.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  publish(12);
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

/** Publishes entries, of which entry 0 is the oldest. The feed is sent when `due` resolves. */
function publish(count: number, due = Promise.resolve()): void {
  const entries = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    title: `Entry ${index}.`,
    date: new Date(Date.now() - (100 - index) * 60_000).toUTCString(),
    html: '<p>A ferry runs across the harbour all day.</p>',
  }));
  site.on('/feed', (_, response) => {
    void due.then(() => {
      response.writeHead(200, { 'content-type': 'application/rss+xml' });
      response.end(rss('City Desk', entries));
    });
  });
}

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const;

async function openList(path = '/reader/all') {
  const { page, complaints } = await browser.open(phone);
  const reader = readerPage(page, precis.url);
  await reader.open(path);
  const line = page.getByTestId('pull');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/feeds/refresh')) asked.push(request.url());
  });
  return {
    page,
    complaints,
    reader,
    line,
    asked,
    finger: await fingerOn(page),
    height: async () => Math.round((await line.boundingBox())?.height ?? -1),
  };
}

describe('pulling the list down at its top', () => {
  test('fetches the feeds, shows the progress and says what came', async () => {
    const { items } = await precis.client.reader.entries.list({ view: 'all' });
    const { page, complaints, reader, line, finger, height, asked } = await openList();
    await reader.row(`Entry ${items.length - 1}.`).waitFor();
    const feed = Promise.withResolvers<void>();
    publish(items.length + 2, feed.promise);
    const { x, y } = await middleOf(reader.list);
    finger.press({ x, y });
    await finger.moveTo({ x, y: y + 60 });
    await expect.poll(() => line.innerText(), soon).toBe('Pull to refresh');
    await finger.moveTo({ x, y: y + 140 });
    await expect.poll(() => line.innerText(), soon).toBe('Release to refresh');
    expect(await findViolations(page)).toEqual([]);
    await finger.lift();
    await expect.poll(() => line.innerText(), soon).toBe('0 of 1');
    feed.resolve();
    // The browser itself waits for this text, because it is shown for a few seconds only.
    await line.getByText('2 new entries', { exact: true }).waitFor();
    expect(asked).toHaveLength(1);
    await reader.row(`Entry ${items.length + 1}.`).waitFor();
    await expect.poll(height, soon).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('does nothing if it is short, and leaves scrolling alone', async () => {
    const { reader, finger, height, asked } = await openList();
    await reader.rows.first().waitFor();
    const { x, y } = await middleOf(reader.list);
    finger.press({ x, y });
    await finger.moveTo({ x, y: y + 60 });
    await expect.poll(height, soon).toBe(30);
    await finger.lift();
    await expect.poll(height, soon).toBe(0);
    const scrolled = () => reader.list.evaluate((list) => list.scrollTop);
    await finger.drag({ x, y: y + 150 }, { to: { x, y: y - 150 } });
    await expect.poll(scrolled, soon).toBeGreaterThan(200);
    // A drag down scrolls back to the top but does not pull the list.
    const before = await settled(scrolled);
    await finger.drag({ x, y: y - 50 }, { to: { x, y: y + 50 } });
    await expect.poll(scrolled, soon).toBeLessThan(before);
    expect(await height()).toBe(0);
    expect(asked).toEqual([]);
  });

  test('works in an empty list, and says why it failed', async () => {
    const { page, finger, line, height } = await openList('/reader/starred');
    const empty = page.getByText('No starred entries.');
    await empty.waitFor();
    await page.route('**/api/feeds/refresh', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It broke.' } } })
        : route.continue(),
    );
    const { x, y } = await middleOf(empty);
    await finger.drag({ x, y }, { to: { x, y: y + 140 } });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await expect.poll(height, soon).toBe(0);
    await alert.getByRole('button', { name: 'Dismiss' }).tap();
    await expect.poll(() => alert.count(), soon).toBe(0);
    await page.unroute('**/api/feeds/refresh');
    await finger.drag({ x, y }, { to: { x, y: y + 140 } });
    await line.getByText('No new entries', { exact: true }).waitFor();
    expect(await alert.count()).toBe(0);
  });
});
