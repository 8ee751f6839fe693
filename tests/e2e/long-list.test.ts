import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { untilLoaded } from '#tests/fixtures/until-loaded.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

let precis: RunningPrecis;
let server: FeedServer;
let browser: TestBrowser;

/** The full test has as many entries as one list can ever have. */
const count = process.env.PRECIS_FAULT === 'full' ? 20_000 : 1_200;

beforeAll(async () => {
  [precis, server, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  // A feed delivers at most ten thousand entries, so there are two feeds.
  for (const half of [0, 1]) {
    const items = Array.from({ length: count / 2 }, (_, index) => {
      const number = index * 2 + half;
      const date = new Date(Date.UTC(2026, 0, 28) - number * 60_000).toUTCString();
      return `<item><guid>${number}</guid><title>Entry ${number}</title><pubDate>${date}</pubDate><description>Text ${number}</description></item>`;
    });
    const body = `<rss version="2.0"><channel><title>Half ${half}</title>${items.join('')}</channel></rss>`;
    server.on(`/${half}`, { body });
    const { id } = await precis.client.reader.feeds.subscribe({ url: server.url(`/${half}`) });
    await untilLoaded(precis.client.reader, id, 110_000);
  }
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), server?.close()]);
});

describe(`a list of ${count} entries`, () => {
  test('scrolls to its end and renders only the visible rows', {
    timeout: 240_000,
  }, async () => {
    const { page } = await browser.open();
    const reader = readerPage(page, precis.url);
    await reader.open('/reader/all');
    await reader.row('Entry 0').first().waitFor();
    const frames: number[] = await page.evaluate(scrollTo(`Entry ${count - 1}`));
    await reader.row(`Entry ${count - 1}`).waitFor();
    expect(await reader.rows.count()).toBeLessThan(60);
    frames.sort((first, second) => first - second);
    const [median, late] = [0.5, 0.95].map((part) => frames[Math.floor(frames.length * part)] as number);
    console.log(`frames while scrolling: ${frames.length}, median ${median} ms, 95th percentile ${late} ms`);
    await page.keyboard.press('j');
    await expect.poll(() => reader.title.innerText(), soon).toBe('Entry 0');
  });
});

/**
 * Scrolls several screens per frame until the end of the list has this entry, however long its pages take to load,
 * and returns the duration of each frame.
 */
const scrollTo = (title: string) => `new Promise((resolve) => {
  const frames = [];
  let last = performance.now();
  function frame(now) {
    frames.push(now - last);
    last = now;
    const list = document.querySelector('[role=list][aria-label=Entries]');
    const before = list?.scrollTop;
    list?.scrollBy(0, 3000);
    const isStill = list?.scrollTop === before;
    if (isStill && list?.textContent.includes(${JSON.stringify(title)})) resolve(frames.map(Math.round));
    else requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
})`;
