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
    { id: '2', title: 'With a lost photo.', html: html(`<img src="${site.url('/lost.svg')}" alt="">`) },
    { id: '3', title: 'Without one.', html: html('') },
  ];
  site.on('/feed', { body: rss('City Desk', entries, '', site.url('/')) });
  site.on('/bare', { body: rss('Ödland', [{ id: '4', title: 'Of a bare site.', html: html('') }]) });
  for (const path of ['/feed', '/bare']) await precis.client.reader.feeds.subscribe({ url: site.url(path) });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openList(density = 'comfortable') {
  const { page, complaints } = await browser.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(`localStorage.setItem('precis.density', '${density}')`);
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.row('With a photo.').waitFor();
  const row = (title: string) => reader.row(title);
  const widthOf = (part: 'feed-icon' | 'thumbnail', title: string) =>
    row(title)
      .getByTestId(part)
      .locator('img')
      .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  return { page, complaints, asked, reader, row, widthOf };
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

  test('are letters where there is no icon and no photo, in the same space', async () => {
    const { row } = await openList();
    await expect.poll(() => row('Of a bare site.').getByTestId('feed-icon').innerText(), soon).toBe('Ö');
    const lost = row('With a lost photo.').getByTestId('thumbnail');
    await expect.poll(() => site.requests('/lost.svg').length, soon).toBe(1);
    await expect.poll(() => lost.innerText(), soon).toBe('C');
    expect((await lost.boundingBox())?.width).toBe(68);
  });

  test('are wide in cards and left out of compact rows', async () => {
    const cards = await openList('cards');
    await expect.poll(() => cards.widthOf('thumbnail', 'With a photo.'), soon).toBe(64);
    const width = (await cards.row('With a photo.').getByTestId('thumbnail').boundingBox())?.width ?? 0;
    expect(width).toBeGreaterThan(250);
    expect(await findViolations(cards.page)).toEqual([]);
    const compact = await openList('compact');
    await expect.poll(() => compact.widthOf('feed-icon', 'With a photo.'), soon).toBe(64);
    expect(await compact.page.getByTestId('thumbnail').count()).toBe(0);
    expect(await findViolations(compact.page)).toEqual([]);
  });

  test('are not asked for when pictures are off', async () => {
    await precis.client.settings.patch({ reader: { loadImages: false } });
    try {
      const { page, asked, row } = await openList();
      await expect.poll(() => asked.some((url) => url.endsWith('/api/settings')), soon).toBe(true);
      await expect.poll(() => row('With a photo.').getByTestId('feed-icon').innerText(), soon).toBe('C');
      await expect.poll(() => page.getByTestId('thumbnail').count(), soon).toBe(0);
      expect(asked.filter((url) => /\/(?:icon|images\/\w+)$/.test(url))).toEqual([]);
    } finally {
      await precis.client.settings.patch({ reader: { loadImages: true } });
    }
  });
});
