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

const hourMs = 3_600_000;
/** Noon, so that no entry is on another day for a browser in another zone of the same day. */
const noon = new Date().setHours(12, 0, 0, 0);

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  const entries = Array.from({ length: 60 }, (_, index) => ({
    id: String(index),
    title: `Entry ${index}.`,
    // Ten a day, from yesterday on.
    date: new Date(noon - 24 * hourMs * (1 + Math.floor(index / 10)) - index * 60_000).toUTCString(),
    html: `<p>${bridgeText}</p>`,
  }));
  site.on('/feed', { body: rss('City Desk', entries) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openList(options: Parameters<TestBrowser['open']>[0] = {}) {
  const { page, complaints } = await browser.open(options);
  const reader = readerPage(page, precis.url);
  await reader.open('/reader/all');
  await reader.row('Entry 0.').waitFor();
  const heightOf = async (title: string) => (await reader.row(title).boundingBox())?.height ?? 0;
  const topOf = async (title: string) => (await reader.row(title).boundingBox())?.y ?? 0;
  const scrollTo = (top: number) =>
    page.evaluate(`document.querySelector('[role=list][aria-label=Entries]').scrollTop = ${top}`);
  return { page, complaints, reader, heightOf, topOf, scrollTo };
}

async function chooseLayout({ page }: Awaited<ReturnType<typeof openList>>, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'List layout' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

describe('the layout of the list', () => {
  test('is compact, comfortable or cards, and stays after a reload', async () => {
    const opened = await openList();
    const { page, reader, heightOf } = opened;
    const usual = await heightOf('Entry 0.');
    await chooseLayout(opened, 'Compact');
    await expect.poll(() => heightOf('Entry 0.'), soon).toBeLessThan(usual / 2);
    await chooseLayout(opened, 'Cards');
    await expect.poll(() => heightOf('Entry 0.'), soon).toBeGreaterThan(usual);
    await page.reload();
    await reader.row('Entry 0.').waitFor();
    await expect.poll(() => heightOf('Entry 0.'), soon).toBeGreaterThan(usual);
    await expect.poll(() => findViolations(page), soon).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  test('keeps the entry at the top in its place when it changes', async () => {
    const opened = await openList();
    await opened.scrollTo(4000);
    await opened.reader.row('Entry 35.').waitFor();
    const list = (await opened.reader.list.boundingBox())?.y ?? 0;
    const isNearTop = async () => {
      const top = await opened.topOf('Entry 34.');
      return top > list - 160 && top < list + 160;
    };
    await expect.poll(isNearTop, soon).toBe(true);
    await chooseLayout(opened, 'Compact');
    await expect.poll(isNearTop, soon).toBe(true);
  });
});

describe('the day headings', () => {
  test('name the days, stay in sight, and have no violations', async () => {
    const { page, reader, scrollTo } = await openList();
    const days = page.getByTestId('day');
    await expect.poll(() => days.first().innerText(), soon).toBe('Yesterday');
    const dayBefore = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }).format(noon - 48 * hourMs);
    await scrollTo(1600);
    const heading = days.filter({ hasText: dayBefore });
    const top = (await reader.list.boundingBox())?.y ?? 0;
    await expect
      .poll(async () => Math.round((await heading.boundingBox())?.y ?? 0), soon)
      .toBe(Math.round(top));
    expect(await findViolations(page)).toEqual([]);
  });

  test('are in the language of the interface', async () => {
    const { page } = await browser.open({ locale: 'zh-CN' });
    await page.goto(`${precis.url}/reader/all`);
    await expect.poll(() => page.getByTestId('day').first().innerText(), soon).toBe('昨天');
  });

  test('are left out of search results, which are in order of rank', async () => {
    const { page, reader } = await openList();
    await reader.search.fill('bridge');
    await reader.row('Entry 0.').waitFor();
    await expect.poll(() => page.getByTestId('day').count(), soon).toBe(0);
  });
});

describe('the second line', () => {
  test('is the beginning of the text, and the first sentence of the summary once there is one', async () => {
    for (const { id } of (await precis.client.reader.entries.list({ view: 'all' })).items)
      await precis.client.reader.summaries.clear(id);
    const opened = await openList();
    const { page, reader } = opened;
    const second = reader.row('Entry 1.').getByTestId('second-line');
    await expect.poll(() => second.innerText(), soon).toContain(bridgeText.slice(0, 40));
    const { items } = await precis.client.reader.entries.list({ view: 'all' });
    const entry = items.find(({ title }) => title === 'Entry 1.');
    expect(entry?.summaryStart).toBeNull();
    await reader.openEntry('Entry 1.');
    await page.getByRole('button', { name: 'Summary', exact: true }).click();
    await expect
      .poll(
        async () => (await precis.client.reader.entries.get(entry?.id ?? items[0]!.id)).summaryStart,
        soon,
      )
      .not.toBeNull();
    const { summaryStart } = await precis.client.reader.entries.get(entry?.id ?? items[0]!.id);
    await expect.poll(async () => summaryStart?.includes(await second.innerText()), soon).toBe(true);
    await expect.poll(() => second.innerText(), soon).not.toContain('\n');
    await chooseLayout(opened, 'Compact');
    await expect.poll(() => second.count(), soon).toBe(0);
  });
});
