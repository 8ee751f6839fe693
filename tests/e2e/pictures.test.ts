import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;
/** Another device in the reader's network, such as a router. */
let router: Server;
let reached: string[];

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="teal"/></svg>`;

beforeAll(async () => {
  reached = [];
  router = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => router.listen(0, '127.0.0.2', resolve));
  const { port } = router.address() as AddressInfo;
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  site.on('/a.svg', { body: picture });
  site.on('/far.svg', { body: picture });
  const html = [
    `<p>${bridgeText}</p>`,
    `<img src="http://127.0.0.2:${port}/admin/reboot" alt="The router">`,
    `<img src="${site.url('/a.svg')}" alt="A teal field" width="640" height="360">`,
    ...Array.from({ length: 40 }, () => `<p>${bridgeText}</p>`),
    `<img src="${site.url('/far.svg')}" alt="Another field" width="640" height="360">`,
  ].join('');
  site.on('/feed', { body: rss('Pictures', [{ id: '1', title: 'A teal field', html }]) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  router?.close();
  router?.closeAllConnections();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openArticle() {
  const { page } = await browser.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.openEntry('A teal field');
  await reader.body.waitFor();
  const shown = (alt: string) =>
    page.evaluate(
      `(() => { const image = document.querySelector('.article img[alt="${alt}"]'); return image.dataset.src === undefined && image.naturalWidth; })()`,
    );
  return { page, asked, shown };
}

describe('pictures of an article', () => {
  test('load through the server as the reader scrolls; the browser contacts nobody else', async () => {
    const { page, asked, shown } = await openArticle();
    await expect.poll(() => shown('A teal field'), soon).toBe(640);
    await page.locator('.article .picture-missing', { hasText: 'The router' }).waitFor();
    expect(site.requests('/far.svg')).toHaveLength(0);
    await page.locator('.article img[alt="Another field"]').scrollIntoViewIfNeeded();
    await expect.poll(() => shown('Another field'), soon).toBe(640);
    expect(site.requests('/far.svg')).toHaveLength(1);
    expect(reached).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(precis.url) && !url.startsWith('data:'))).toEqual([]);
  });

  test('are not loaded when off, until the reader shows those of one article', async () => {
    await precis.client.settings.patch({ reader: { loadImages: false } });
    const { page, asked, shown } = await openArticle();
    const show = page.getByRole('button', { name: 'Show pictures' });
    await show.waitFor();
    expect(asked.filter((url) => url.includes('/images/'))).toEqual([]);
    await show.click();
    await expect.poll(() => shown('A teal field'), soon).toBe(640);
    expect(await show.count()).toBe(0);
    await precis.client.settings.patch({ reader: { loadImages: true } });
  });
});
