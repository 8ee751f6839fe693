/**
 * Measures typing into the Reader's search with 500 feeds in the sidebar: the time from each key press to its
 * request, and the tasks of the page over 50 ms, by the clock and by processor time. It runs the built app in
 * Chromium, without throttling.
 */
import type { Page } from 'playwright';
import { openStore } from '#store/open-store.ts';
import { launchBrowser } from '#tests/e2e/launch-browser.ts';
import { startPrecis } from '#tests/e2e/start-precis.ts';
import { ensureBuilt } from '#tests/setup/ensure-built.ts';
import { findBrowser } from '#tests/setup/find-browser.ts';
import { reportLines } from './performance/line.ts';
import { makeEntry, makeFeed } from './reader/make-rows.ts';

const feedCount = Number(process.env.PRECIS_BENCH_FEEDS ?? 500);
const rounds = Number(process.env.PRECIS_BENCH_ROUNDS ?? 5);
const goalMs = 60;
/** The pause of a fast typist, which is longer than the time that is measured. */
const betweenKeysMs = 400;
const word = 'harbour';
const dayMs = 86_400_000;

/** Runs in the page before its scripts. */
const watch = `
  globalThis.watched = { pressedAt: [], requestedAt: [], long: [] };
  document.addEventListener('keydown', ({ timeStamp }) => watched.pressedAt.push(timeStamp), true);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.long.push(duration);
  }).observe({ type: 'longtask' });
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('query=')) watched.requestedAt.push(performance.now());
    return send(input, init);
  };`;

interface Typed {
  pressedAt: number[];
  requestedAt: number[];
  /** The durations of the tasks over 50 ms. */
  long: number[];
}

const browserPath = findBrowser();
if (browserPath === null) throw new Error('There is no Chromium: run node tests/setup/install-browser.ts.');
ensureBuilt();
const [precis, browser] = await Promise.all([startPrecis(), launchBrowser(browserPath)]);
try {
  await subscribe();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(`${precis.url}/reader/all`);
  await page.getByRole('link', { name: `Feed ${feedCount}`, exact: true }).waitFor();
  const latencies: number[] = [];
  const long: number[] = [];
  const stopTrace = await startTrace(page);
  for (let round = 0; round < rounds; round += 1) {
    const typed = await type(page);
    latencies.push(...latenciesOf(typed));
    long.push(...typed.long);
  }
  const busiest = await stopTrace();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  console.log(`${feedCount} feeds, ${rounds * word.length} keys, ${latencies.length} requests`);
  console.log(
    `key press to request: median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)}, max ${at(1).toFixed(0)}`,
  );
  console.log(
    `tasks over 50 ms: ${long.length}${long.length > 0 ? ` (${long.map(Math.round).join(', ')})` : ''}`,
  );
  console.log(`longest task: ${busiest.toFixed(0)} ms of processor time`);
  reportLines([
    { measure: 'key press to request, p95', unit: 'ms', values: [at(0.95)], goal: { atMost: goalMs } },
    { measure: 'longest task of the page', unit: 'ms', values: [busiest], goal: { atMost: 50 } },
  ]);
  if (!(at(0.95) <= goalMs && busiest <= 50)) process.exitCode = 1;
} finally {
  await browser.close();
  await precis.stop();
}

/** Stores the feeds while the program is stopped, because fetching so many would take longer than typing. */
async function subscribe(): Promise<void> {
  await precis.halt();
  const store = await openStore({ home: precis.home, databaseUrl: null });
  const folders = [];
  for (const name of ['News', 'Blogs', 'Science', 'Other'])
    folders.push(await store.reader.createFolder({ name, autoSummary: 'inherit', autoTag: 'off' }));
  const at = Date.now();
  for (let n = 1; n <= feedCount; n += 1) {
    const feed = await store.reader.createFeed(makeFeed(n, folders[n % 5]?.id ?? null, at + dayMs), []);
    if (feed === null) throw new Error(`feed ${n} is there already`);
    const added = [1, 2, 3].map((item) =>
      makeEntry({
        guid: `${n}-${item}`,
        title: `Harbour ${n}-${item}`,
        text: 'A bridge.',
        publishedAt: at - n,
      }),
    );
    await store.reader.finishFetch({ feedId: feed.id, at, state: feed, added, changed: [] });
  }
  await store.close();
  await precis.resume();
}

async function type(page: Page): Promise<Typed> {
  const field = page.getByRole('searchbox').first();
  await field.fill('');
  await page.waitForTimeout(1500);
  await page.evaluate('watched.pressedAt = []; watched.requestedAt = []; watched.long = []');
  await field.focus();
  for (const letter of word) {
    await page.keyboard.type(letter);
    await page.waitForTimeout(betweenKeysMs);
  }
  await page.waitForTimeout(500);
  return page.evaluate('watched');
}

/** Returns the processor time of the page's longest task. On a busy machine, elapsed time says little. */
async function startTrace(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const tasks: { ts: number; tdur?: number; name: string }[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const task of value as unknown as typeof tasks) tasks.push(task);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    // The start of the trace is a long task itself, so the first second is ignored.
    const begun = tasks.reduce((first, { ts }) => (ts > 0 ? Math.min(first, ts) : first), Infinity);
    const from = begun + 1_000_000;
    return tasks
      .filter(({ name, ts }) => name.endsWith('RunTask') && ts > from)
      .reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
  };
}

/** Pairs each request with the last key press before it. */
function latenciesOf({ pressedAt, requestedAt }: Typed): number[] {
  return requestedAt.flatMap((at) => {
    const pressed = pressedAt.findLast((time) => time <= at);
    return pressed === undefined ? [] : [at - pressed];
  });
}
