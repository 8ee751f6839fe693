import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { darken, findViolations } from '../find-violations.ts';
import { fingerOn, middleOf } from '../finger.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { readerPage } from '../reader-page.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { bridgeText } from '../texts.ts';

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
  test('to the right marks it, says so before, and can be undone', async () => {
    const { page, reader, finger, hint, notice, undo, pull, complaints } = await openList();
    await pull('Entry 1.', 60);
    await expect.poll(() => hint.innerText(), soon).toBe('Mark as read');
    expect(await hint.getAttribute('data-short')).toBe('');
    const { x, y } = await middleOf(reader.rows.nth(1));
    await finger.moveTo({ x: x + 110, y });
    await expect.poll(() => hint.getAttribute('data-short'), soon).toBeNull();
    expect(await findViolations(page)).toEqual([]);
    await finger.lift();
    await expect.poll(() => titlesOf('read'), soon).toEqual(['Entry 1.']);
    await expect.poll(() => leftOf(reader.row('Entry 1.')), soon).toBe(0);
    expect(await hint.count()).toBe(0);
    await expect.poll(() => notice.innerText(), soon).toContain('1 entry marked as read.');
    // The list is still shown, so no entry was opened.
    expect(await reader.list.isVisible()).toBe(true);
    await undo.tap();
    await expect.poll(() => titlesOf('read'), soon).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('to the left stars it, and farther left summarizes it', async () => {
    const { page, finger, hint, notice, undo, pull } = await openList();
    await pull('Entry 1.', -100);
    await expect.poll(() => hint.innerText(), soon).toBe('Star');
    await darken(page);
    expect(await findViolations(page, { rules: ['color-contrast'] })).toEqual([]);
    await finger.lift();
    await expect.poll(() => titlesOf('starred'), soon).toEqual(['Entry 1.']);
    await undo.tap();
    await expect.poll(() => titlesOf('starred'), soon).toEqual([]);
    await pull('Entry 3.', -170);
    await expect.poll(() => hint.innerText(), soon).toBe('Star');
    await finger.moveTo({ x: 390 / 2 - 194, y: (await middleOf(hint)).y });
    await expect.poll(() => hint.innerText(), soon).toBe('Summarize');
    await finger.lift();
    await expect.poll(() => notice.innerText(), soon).toContain('Summarizing 1 entry.');
    await expect.poll(() => titlesOf('hasSummary'), soon).toEqual(['Entry 3.']);
    expect(await titlesOf('starred')).toEqual([]);
  });
});

/** How far the row has been moved. */
async function leftOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.x ?? -1);
}
