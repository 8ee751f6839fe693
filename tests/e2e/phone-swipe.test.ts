import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { fingerOn, middleOf } from './finger.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { settled } from './settled.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  const entries = Array.from({ length: 14 }, (_, index) => ({
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
const titlesOf = async (kind: 'read' | 'starred' | 'hasSummary') =>
  (await heads()).filter((head) => head[kind]).map(({ title }) => title);

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'no-preference',
} as const;

async function openList() {
  const { page, complaints } = await browser.open(phone);
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.row('Entry 1.').waitFor();
  const finger = await fingerOn(page);
  const hint = page.getByTestId('swipe');
  const notice = page.getByTestId('marking');
  return {
    page,
    complaints,
    reader,
    finger,
    hint,
    notice,
    undo: notice.getByRole('button', { name: 'Undo' }),
    /** Presses a row and moves it, without letting it go. */
    async pull(title: string, byPx: number): Promise<void> {
      const { x, y } = await middleOf(reader.row(title));
      finger.press({ x, y });
      await finger.moveTo({ x: x + byPx, y: y + 4 });
    },
  };
}

describe('a swipe over a row', () => {
  test('to the right marks a read one as unread', async () => {
    const [first] = (await heads()).filter(({ title }) => title === 'Entry 2.');
    if (first === undefined) throw new Error('no such entry');
    await precis.client.reader.entries.patch(first.id, { read: true });
    const { finger, hint, pull } = await openList();
    await pull('Entry 2.', 100);
    await expect.poll(() => hint.innerText(), soon).toBe('Mark as unread');
    await finger.lift();
    await expect.poll(() => titlesOf('read'), soon).toEqual([]);
  });

  test('that is too short, or turns up or down, does nothing and springs back', async () => {
    const { reader, finger, hint, pull } = await openList();
    await pull('Entry 1.', 60);
    await hint.waitFor();
    await finger.lift();
    await expect.poll(() => leftOf(reader.row('Entry 1.')), soon).toBe(0);
    await pull('Entry 2.', -110);
    await expect.poll(() => hint.getAttribute('data-short'), soon).toBeNull();
    const { x, y } = await middleOf(reader.row('Entry 4.'));
    await finger.moveTo({ x: x - 60, y: y + 60 });
    await expect.poll(() => hint.count(), soon).toBe(0);
    await finger.lift();
    await expect.poll(() => leftOf(reader.row('Entry 2.')), soon).toBe(0);
    // A tap still opens an entry.
    await reader.row('Entry 2.').tap();
    await expect.poll(() => reader.title.innerText(), soon).toBe('Entry 2.');
    expect(await titlesOf('starred')).toEqual([]);
  });

  test('does not hinder scrolling, and nothing scrolls sideways', async () => {
    const { page, reader, finger, hint, pull } = await openList();
    const { x, y } = await middleOf(reader.list);
    await finger.drag({ x, y: y + 150 }, { to: { x: x + 20, y: y - 150 } });
    const scrolled = () => reader.list.evaluate((list) => list.scrollTop);
    await expect.poll(scrolled, soon).toBeGreaterThan(100);
    expect(await hint.count()).toBe(0);
    await settled(scrolled);
    await pull('Entry 4.', 100);
    await hint.waitFor();
    expect(await reader.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await finger.lift();
    await expect.poll(() => titlesOf('read'), soon).toEqual(['Entry 4.']);
  });

  test('is for fingers and pens, not for a mouse, and not while entries are selected', async () => {
    const { page, reader, finger, hint, pull } = await openList();
    const mouse = { pointerType: 'mouse', isPrimary: true, bubbles: true, clientX: 150, clientY: 300 };
    await reader.row('Entry 1.').dispatchEvent('pointerdown', mouse);
    await reader.row('Entry 1.').dispatchEvent('pointermove', { ...mouse, clientX: 280 });
    await reader.row('Entry 1.').dispatchEvent('pointerup', { ...mouse, clientX: 280 });
    expect(await hint.count()).toBe(0);
    await reader.row('Entry 0.').click({ modifiers: ['Control'] });
    const bar = page.getByRole('toolbar', { name: 'Selected entries' });
    await bar.waitFor();
    await pull('Entry 1.', 120);
    expect(await hint.count()).toBe(0);
    await finger.lift();
    // The buttons offer the same actions.
    for (const name of ['Summarize', 'Star', 'Mark as read'])
      expect(await bar.getByRole('button', { name, exact: true }).isVisible()).toBe(true);
    expect(await titlesOf('read')).toEqual([]);
  });
});

/** How far the row has been moved. */
async function leftOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.x ?? -1);
}
