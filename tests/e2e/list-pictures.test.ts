import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { findViolations } from './find-violations.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;

const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="${colour}"/></svg>`;

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  site.on('/', {
    body: '<link rel="icon" href="/icon.svg">',
    headers: { 'content-type': 'text/html' },
  });
  site.on('/icon.svg', { body: drawing('teal') });
  site.on('/photo.svg', { body: drawing('orange') });
  const html = (picture: string) => `${picture}<p>${bridgeText}</p>`;
  const entries = [
    { id: '1', title: 'With a photo.', html: html(`<img src="${site.url('/photo.svg')}" alt="">`) },
    { id: '3', title: 'Without one.', html: html('') },
  ];
  site.on('/feed', { body: rss('City Desk', entries, '', site.url('/')) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openList() {
  const { page, complaints } = await browser.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.row('With a photo.').waitFor();
  const row = (title: string) => reader.row(title);
  const widthOf = (part: 'feed-icon' | 'thumbnail', title: string) =>
    row(title)
      .getByTestId(part)
      .locator('img')
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  return { page, complaints, asked, row, widthOf };
}

describe('pictures in the list', () => {
  test('are icons and photos, fetched by the server alone', async () => {
    const { page, complaints, asked, row, widthOf } = await openList();
    await expect.poll(() => widthOf('feed-icon', 'With a photo.'), soon).toBe(64);
    await expect.poll(() => widthOf('thumbnail', 'With a photo.'), soon).toBe(64);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Feeds' }).locator('img').count(), soon)
      .toBe(1);
    expect(await row('Without one.').getByTestId('thumbnail').count()).toBe(0);
    expect(asked.filter((url) => !url.startsWith(precis.url) && !url.startsWith('data:'))).toEqual([]);
    expect(site.requests('/photo.svg')).toHaveLength(1);
    expect(site.requests('/icon.svg')).toHaveLength(1);
    expect(await findViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
