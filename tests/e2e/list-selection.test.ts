import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { passTime } from './pass-time.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  const entries = Array.from({ length: 8 }, (_, index) => ({
    id: String(index),
    title: `Entry ${index}.`,
    date: new Date(Date.now() - (index + 1) * 60_000).toUTCString(),
    html: `<p>${bridgeText}</p>`,
  }));
  site.on('/feed', { body: rss('City Desk', entries) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
beforeEach(async () => {
  const ids = (await heads()).map(({ id }) => id);
  await precis.client.reader.entries.patchMany({ ids, read: false, starred: false });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

const heads = async () => (await precis.client.reader.entries.list({ view: 'all' })).items;
const titlesRead = async () => (await heads()).filter(({ read }) => read).map(({ title }) => title);

async function openList(options: Parameters<TestBrowser['open']>[0] = {}) {
  const { page } = await browser.open(options);
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.row('Entry 0.').waitFor();
  const bar = page.getByRole('toolbar', { name: 'Selected entries' });
  const count = async () => ((await bar.count()) === 0 ? null : bar.getByRole('status').first().innerText());
  return { page, reader, count, notice: page.getByTestId('marking') };
}

describe('a selection in the list', () => {
  test('is made by a long press on a touch screen, then by taps', async () => {
    const { reader, count } = await openList({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: 100, clientY: 200 };
    await reader.row('Entry 1.').dispatchEvent('pointerdown', touch);
    await expect.poll(count, soon).toBe('1 selected');
    await reader.row('Entry 1.').dispatchEvent('pointerup', touch);
    await reader.row('Entry 1.').dispatchEvent('click');
    await reader.row('Entry 2.').tap();
    await expect.poll(count, soon).toBe('2 selected');
    expect(await reader.list.isVisible()).toBe(true);
  });

  test('is not made by a finger that scrolls', async () => {
    const { page } = await browser.open({ hasTouch: true });
    await page.clock.install();
    const reader = readerPage(page, precis.url);
    await reader.open('/reader/all');
    await reader.row('Entry 1.').waitFor();
    const selected = reader.list.getByText('selected', { exact: true });
    const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: 100, clientY: 200 };
    // One call sends both events. The time between two calls would be a long press on a slow machine.
    await reader.row('Entry 1.').evaluate(
      `(row) => {
        const touch = ${JSON.stringify(touch)};
        row.dispatchEvent(new PointerEvent('pointerdown', touch));
        row.dispatchEvent(new PointerEvent('pointermove', { ...touch, clientY: 240 }));
      }`,
    );
    await page.clock.runFor(1000);
    expect(await selected.count()).toBe(0);
    await reader.row('Entry 1.').dispatchEvent('pointerdown', touch);
    await passTime(page, async () => (await selected.count()) === 1);
    expect(await selected.count()).toBe(1);
  });
});

test('entries above the open one are marked as read, and undo marks back those alone', async () => {
  const { page, reader, notice } = await openList();
  const all = await heads();
  const second = all.find(({ title }) => title === 'Entry 1.');
  if (second === undefined) throw new Error('no second entry');
  await precis.client.reader.entries.patch(second.id, { read: true });
  await reader.openEntry('Entry 3.');
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Mark entries above as read' }).click();
  const above = async () => (await titlesRead()).filter((title) => title !== 'Entry 3.');
  await expect.poll(above, soon).toEqual(['Entry 0.', 'Entry 1.', 'Entry 2.']);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(above, soon).toEqual(['Entry 1.']);
});
