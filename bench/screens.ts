/**
 * Measures the Reader in Chromium: what its first load takes over the wire, when it can be used, whether anything
 * moves while a summary streams, and the frames while 5,000 rows scroll. An empty React page and an empty list are
 * measured in turn, for comparison. It needs a quiet machine, and uses the built app without throttling.
 */
import type { Browser, Page } from 'playwright';
import { openStore } from '#store/open-store.ts';
import { launchBrowser } from '#tests/e2e/launch-browser.ts';
import { panelPage } from '#tests/e2e/panel-page.ts';
import { type RunningPrecis, startPrecis } from '#tests/e2e/start-precis.ts';
import { useScriptedModel } from '#tests/e2e/use-model.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { ensureBuilt } from '#tests/setup/ensure-built.ts';
import { findBrowser } from '#tests/setup/find-browser.ts';
import { reportLines } from './performance/line.ts';
import { makeEntry, makeFeed } from './reader/make-rows.ts';
import { startEmptyPage } from './screens/empty-page.ts';
import { percentilesOf } from './worker/percentiles.ts';

const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 7);
const rows = 5_000;
const viewport = { width: 1440, height: 900 };
/** The time of a frame on a display that draws 60 times a second. */
const frameMs = 1000 / 60;
const row = 'a[href*="/reader/all/"]';

/** Runs in the page before its scripts. */
const watch = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
  globalThis.usableAt = null;
  globalThis.whenUsable = (selector) => {
    const look = () => {
      if (document.querySelector(selector) === null) return requestAnimationFrame(look);
      // A task that follows the frame runs when the page would handle a click.
      setTimeout(() => { usableAt = performance.now(); });
    };
    look();
  };`;

const browserPath = findBrowser();
if (browserPath === null) throw new Error('There is no Chromium: run node tests/setup/install-browser.ts.');
ensureBuilt();
const [precis, browser, model, empty] = await Promise.all([
  startPrecis(),
  launchBrowser(browserPath),
  startScriptedModel(),
  startEmptyPage(),
]);
try {
  await fill(precis);
  const bytes = await measureBytes(browser);
  console.log(`loaded ahead after that: ${Math.round(bytes.ahead / 1000)} kB`);
  const usable = { reader: [] as number[], empty: [] as number[] };
  // The first round warms the server and is not counted.
  for (let round = -1; round < rounds; round++) {
    const one = {
      empty: await measureUsable(empty.url, 'button'),
      reader: await measureUsable(readerUrl(), row),
    };
    if (round < 0) continue;
    usable.empty.push(one.empty);
    usable.reader.push(one.reader);
  }
  const frames = { reader: [] as number[], empty: [] as number[] };
  for (let round = 0; round < 3; round++) {
    frames.empty.push(await measureFrames(empty.listUrl, '[data-list]'));
    frames.reader.push(await measureFrames(readerUrl(), row));
  }
  const shift = await measureShift();
  reportLines([
    { measure: 'first load over the wire', unit: 'kB', values: [bytes.first / 1000], goal: { atMost: 200 } },
    {
      measure: 'time until it can be used',
      unit: 'ms',
      values: usable.reader,
      peer: { name: 'empty React page', values: usable.empty },
      goal: { atMost: 1.5, ofPeer: true },
    },
    { measure: 'layout shift while a summary streams', unit: '', values: [shift], goal: { atMost: 0 } },
    {
      measure: `95 % of the frames while ${rows.toLocaleString('en')} rows scroll`,
      unit: 'ms',
      values: frames.reader,
      peer: { name: 'empty list', values: frames.empty },
      goal: { atMost: 16.7 },
    },
  ]);
} finally {
  await browser.close();
  empty.close();
  await Promise.all([precis.stop(), model.close()]);
}

function readerUrl(): string {
  return `${precis.url}/reader/all`;
}

async function openPage(from: Browser): Promise<Page> {
  const page = await from.newPage({ viewport, locale: 'en-GB' });
  await page.addInitScript(watch);
  return page;
}

/** Measures what a fresh profile requests until the Reader can be used, and what it then requests in advance. */
async function measureBytes(from: Browser): Promise<{ first: number; ahead: number }> {
  const page = await openPage(from);
  await page.addInitScript(`whenUsable(${JSON.stringify(row)})`);
  await page.goto(readerUrl());
  await page.locator(row).first().waitFor();
  await page.waitForTimeout(2000);
  const bytes = (await page.evaluate(`(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const sum = (some) => some.reduce((bytes, { transferSize }) => bytes + transferSize, 0);
    return {
      first: sum(all.filter(({ startTime }) => startTime <= usableAt)),
      ahead: sum(all.filter(({ startTime }) => startTime > usableAt)),
    };
  })()`)) as { first: number; ahead: number };
  await page.close();
  return bytes;
}

async function measureUsable(url: string, selector: string): Promise<number> {
  const page = await openPage(browser);
  await page.addInitScript(`whenUsable(${JSON.stringify(selector)})`);
  await page.goto(url, { waitUntil: 'commit' });
  let at: number | null = null;
  while (at === null) {
    await page.waitForTimeout(50);
    at = await page.evaluate<number | null>('usableAt');
  }
  await page.close();
  return at;
}

/** Scrolls for three seconds at a steady pace, and returns the time that 95 % of the frames stay under. */
async function measureFrames(url: string, selector: string): Promise<number> {
  const page = await openPage(browser);
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  await page.waitForTimeout(1500);
  const times = (await page.evaluate(`new Promise((resolve) => {
    let scroller = document.querySelector(${JSON.stringify(selector)});
    while (scroller.scrollHeight <= scroller.clientHeight + 1 || getComputedStyle(scroller).overflowY === 'visible')
      scroller = scroller.parentElement;
    const times = [];
    const step = (now) => {
      times.push(now);
      scroller.scrollTop += 60;
      if (now - times[0] < 3000) requestAnimationFrame(step);
      else resolve(times);
    };
    requestAnimationFrame(step);
  })`)) as number[];
  await page.close();
  const lasted = times.slice(1).map((time, index) => time - (times[index] ?? time));
  // The times of frames are rounded, so a frame that is a little longer is not late.
  return percentilesOf(lasted.map((ms) => (ms < frameMs * 1.05 ? frameMs : ms))).p95;
}

async function measureShift(): Promise<number> {
  await useScriptedModel(precis.client, model.baseUrl('openai'));
  const words = Array.from({ length: 200 }, (_, n) => (n % 25 === 24 ? `word${n}.\n\n` : `word${n} `));
  model.script({ chunks: words, delayMs: 20 });
  const page = await openPage(browser);
  await page.goto(readerUrl());
  await page.locator(row).first().click();
  const panel = panelPage(page);
  await panel.empty.waitFor();
  await panel.summaryButton.click();
  await panel.growing.waitFor();
  await page.evaluate('shifts.length = 0');
  await panel.shown.getByText('word199').waitFor();
  const shifts = (await page.evaluate('shifts')) as number[];
  await page.close();
  return shifts.reduce((sum, value) => sum + value, 0);
}

/** Writes 20 feeds with enough entries to scroll, while the program is stopped. */
async function fill({ home, halt, resume }: RunningPrecis): Promise<void> {
  await halt();
  const store = await openStore({ home, databaseUrl: null });
  const at = Date.now();
  const feeds = 20;
  for (let n = 1; n <= feeds; n++) {
    const feed = await store.reader.createFeed(makeFeed(n, null, at + 86_400_000), []);
    if (feed === null) throw new Error(`feed ${n} is there already`);
    const added = Array.from({ length: rows / feeds }, (_, item) =>
      makeEntry({
        guid: `${n}-${item}`,
        title: `Harbour works ${n}-${item} are delayed until the spring`,
        text: 'The council decided on Monday that the bridge stays closed. '.repeat(12),
        publishedAt: at - (item * feeds + n) * 600_000,
      }),
    );
    await store.reader.finishFetch({ feedId: feed.id, at, state: feed, added, changed: [] });
  }
  await store.close();
  await resume();
}
