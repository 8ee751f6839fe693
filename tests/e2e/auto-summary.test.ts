import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Feed } from '#schema/feed.ts';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';
import { useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let server: FeedServer;
let browser: TestBrowser;
let feed: Feed;

const count = 24;
const titleOf = (number: number) => `Letter ${String(number).padStart(2, '0')}`;

beforeAll(async () => {
  [precis, model, server, browser] = await Promise.all([
    startPrecis(),
    startScriptedModel(),
    startFeedServer(),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close(), server?.close()]);
});

beforeEach(async () => {
  await useScriptedModel(precis.client, model.baseUrl('openai'));
  model.requests.length = 0;
  server.on('/letters', { body: rss('Letters', letters()) });
  feed = await precis.client.reader.feeds.subscribe({ url: server.url('/letters') });
});
afterEach(async () => {
  await browser.closePages();
  await precis.client.reader.feeds.remove(feed.id);
});

/** Each letter repeats its own title, so that a prompt shows its letter. The first is the newest. */
function letters() {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: titleOf(index + 1),
    html: bridgeText
      .split('\n\n')
      .map((words) => `<p>${titleOf(index + 1)}: ${words}</p>`)
      .join(''),
    date: new Date(Date.UTC(2026, 0, 28, 12) - index * 3_600_000).toUTCString(),
  }));
}

async function openLetters({ hasOwnClock = false } = {}) {
  const { page } = await browser.open();
  if (hasOwnClock) await page.clock.install();
  const reader = readerPage(page, precis.url);
  await reader.open(`/reader/all?feed=${feed.id}`);
  await reader.row(titleOf(1)).waitFor();
  return { page, reader, panel: panelPage(page) };
}

const headingOf = (page: Page, number: number) =>
  page.getByRole('heading', { level: 1, name: titleOf(number) });

async function goTo(page: Page, number: number): Promise<void> {
  await page.keyboard.press('j');
  await headingOf(page, number).waitFor();
}

/** Opens entries one after another. On the page's clock, each stays open for half of the debounce. */
async function passBy(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  // A larger step makes the page believe that the machine slept or that an answer is late.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 9000);
  for (let number = from; number <= to; number++) {
    await page.keyboard.press('j');
    const isShown = async () => {
      await page.clock.runFor(5);
      return headingOf(page, number).isVisible();
    };
    await expect.poll(isShown, { ...soon, interval: 10 }).toBe(true);
    await page.clock.runFor(300);
  }
  await page.clock.resume();
}

/** The highest number of concurrent model requests. */
function mostAtOnce(): number {
  const moments = model.requests.flatMap(({ receivedAt, closedAt }) => [
    { at: receivedAt, by: 1 },
    { at: closedAt ?? Number.POSITIVE_INFINITY, by: -1 },
  ]);
  moments.sort((first, second) => first.at - second.at || first.by - second.by);
  let open = 0;
  return Math.max(0, ...moments.map(({ by }) => (open += by)));
}

const askedFor = () => model.requests.map(({ prompt }) => /Letter \d\d/.exec(prompt)?.[0]);

describe('auto-summary', () => {
  test('calls no model for entries passed by, and at most one at a time', async () => {
    model.always({ chunks: Array.from({ length: 2000 }, () => 'The bridge closes. '), delayMs: 50 });
    const { page, panel } = await openLetters({ hasOwnClock: true });
    await goTo(page, 1);
    await panel.auto.check();
    await expect.poll(() => model.requests.length, soon).toBe(1);
    await passBy(page, { from: 2, to: 22 });
    await expect.poll(() => askedFor().at(-1), soon).toBe(titleOf(22));
    await goTo(page, 23);
    await expect.poll(() => askedFor().at(-1), soon).toBe(titleOf(23));
    await panel.growing.waitFor();
    expect(askedFor()).toEqual([1, 22, 23].map(titleOf));
    const isStopped = () => model.requests.slice(0, -1).every(({ closedByClient }) => closedByClient);
    await expect.poll(isStopped, soon).toBe(true);
    expect(mostAtOnce()).toBe(1);
    expect(await panel.panel.innerText()).not.toContain('Stopped.');
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped.').waitFor();
  });

  test('leaves an entry whose summary was cleared alone, until the session ends', async () => {
    model.always({ text: 'One summary.' });
    const { page, panel, reader } = await openLetters();
    await goTo(page, 1);
    await panel.auto.check();
    await panel.shown.waitFor();
    await panel.clear('Clear this summary');
    await panel.empty.waitFor();
    await goTo(page, 2);
    await panel.shown.waitFor();
    await page.keyboard.press('k');
    await panel.empty.waitFor();
    await page.reload();
    await panel.empty.waitFor();
    // The keys work only once the list is loaded.
    await reader.row(titleOf(1)).waitFor();
    expect(await panel.auto.isChecked()).toBe(true);
    // Two more summaries take long enough for an unwanted run of the first entry to start.
    await goTo(page, 2);
    await panel.shown.waitFor();
    await goTo(page, 3);
    await panel.shown.waitFor();
    expect(askedFor()).toEqual([1, 2, 3].map(titleOf));
  });
});
