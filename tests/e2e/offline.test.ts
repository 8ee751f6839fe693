import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import { keptOnDevice } from './kept-on-device.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { textOf } from './use-panel-bench.ts';

const bridge = 'The Harbour Bridge Closes for Two Years';
const secondReading = 'In Praise of the Second Reading';

describe('without a server', () => {
  let precis: RunningPrecis;
  let browser: TestBrowser;
  let entry: EntryHead;
  let summary: string;

  beforeAll(async () => {
    [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
    const { reader } = precis.client;
    await reader.feeds.addSample();
    const { items } = await reader.entries.list({ view: 'all' });
    const found = items.find(({ title }) => title === bridge);
    if (found === undefined) throw new Error(`there is no entry ${bridge}`);
    entry = found;
    const run = await reader.summaries.start(entry.id, { detailLevel: 'short' });
    for await (const event of precis.client.runs.events(run.id)) if (event.type === 'run-end') break;
    summary = (await reader.summaries.list(entry.id)).items[0]?.summary.text ?? 'there is no summary';
  });
  beforeEach(async () => {
    await precis.resume();
    await precis.client.reader.entries.patch(entry.id, { starred: false, read: false });
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await precis?.stop();
  });

  function lookAt(page: Page) {
    return {
      page,
      reader: readerPage(page, precis.url),
      panel: panelPage(page),
      kept: keptOnDevice(page),
      star: page.getByRole('button', { name: 'Star', exact: true }),
      shown: page.getByText('Showing what was kept on this device, last updated'),
      waiting: page.getByText(/\d+ changes? (isn’t|aren’t) sent yet\./),
    };
  }

  async function openKept() {
    const { page, complaints } = await browser.open({ serviceWorkers: 'allow' });
    const opened = lookAt(page);
    await opened.reader.open('/reader/all');
    await opened.reader.row(bridge).waitFor(soon);
    await opened.kept.untilKept();
    return { ...opened, complaints };
  }

  /** Collects the changes of stars that these pages send to the server. */
  function countStars(pages: readonly Page[]): string[] {
    const sent: string[] = [];
    for (const page of pages) {
      page.on('requestfinished', (request) => {
        const body = request.method() === 'PATCH' ? (request.postData() ?? '') : '';
        if (body.includes('starred')) sent.push(body);
      });
    }
    return sent;
  }

  test('a killed server: list, articles and summaries are there after a reload, and a star arrives once', async () => {
    const { page, reader, panel, star, shown, waiting, complaints } = await openKept();
    const sent = countStars([page]);
    await precis.halt('SIGKILL');
    await page.reload();
    await shown.waitFor(soon);
    await expect.poll(() => reader.rows.count(), soon).toBeGreaterThan(5);
    // This entry was never opened before.
    await reader.openEntry(bridge);
    await expect.poll(() => textOf(reader.body), soon).toContain('harbour');
    await expect.poll(() => textOf(panel.shown), soon).toContain(summary.slice(0, 40));
    await expect.poll(() => panel.alert.count(), soon).toBe(0);
    await expect.poll(() => reader.article.getByRole('alert').count(), soon).toBe(0);

    await star.click();
    await waiting.waitFor(soon);
    await page.reload();
    await expect.poll(() => star.getAttribute('aria-pressed'), soon).toBe('true');
    await waiting.waitFor(soon);
    await reader.open('/reader/starred');
    await reader.row(bridge).waitFor(soon);
    expect(sent).toEqual([]);

    await precis.resume();
    await expect
      .poll(async () => (await precis.client.reader.entries.get(entry.id)).starred, soon)
      .toBe(true);
    await expect.poll(() => shown.count(), soon).toBe(0);
    await expect.poll(() => waiting.count(), soon).toBe(0);
    await reader.row(bridge).waitFor(soon);
    await expect.poll(() => sent.length, soon).toBe(1);
    await page.reload();
    await reader.openEntry(bridge);
    await expect.poll(() => star.getAttribute('aria-pressed'), soon).toBe('true');
    expect(sent.map((body) => JSON.parse(body).starred)).toEqual([true]);
    // The browser itself complains about each connection that fails.
    expect(complaints.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
  });

  test('two tabs: both show a star that waits, and it is sent once', async () => {
    const one = await openKept();
    const two = lookAt(await one.page.context().newPage());
    await two.reader.open('/reader/all');
    await two.reader.row(bridge).waitFor(soon);
    await precis.halt('SIGKILL');
    for (const { page, shown } of [one, two]) {
      await page.reload();
      await shown.waitFor(soon);
    }
    await one.reader.openEntry(bridge);
    await one.star.click();
    for (const { waiting } of [one, two]) await waiting.waitFor(soon);
    await two.reader.open('/reader/starred');
    await two.reader.row(bridge).waitFor(soon);
    const sent = countStars([one.page, two.page]);
    await precis.resume();
    await expect
      .poll(async () => (await precis.client.reader.entries.get(entry.id)).starred, soon)
      .toBe(true);
    for (const { waiting } of [one, two]) await expect.poll(() => waiting.count(), soon).toBe(0);
    await expect.poll(() => sent.length, soon).toBe(1);
    for (const { page, reader } of [one, two]) {
      await page.reload();
      await reader.row(bridge).waitFor(soon);
    }
    expect(sent).toHaveLength(1);
  });

  test('what else is done says that it needs the server', async () => {
    const { page, reader, panel, shown } = await openKept();
    await precis.halt('SIGKILL');
    await page.reload();
    await shown.waitFor(soon);
    await reader.openEntry(secondReading);
    await expect.poll(() => panel.summaryButton.isEnabled(), soon).toBe(true);
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.alert), soon).toContain('The Precis server could not be reached.');
    await precis.resume();
    await expect.poll(() => shown.count(), soon).toBe(0);
  });

  test('a full disk changes nothing', async () => {
    const { page, complaints } = await browser.open({ serviceWorkers: 'allow' });
    const { reader, star } = lookAt(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: precis.url, quotaSize: 1 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await reader.open('/reader/all');
    await reader.openEntry(bridge);
    await star.click();
    await expect
      .poll(async () => (await precis.client.reader.entries.get(entry.id)).starred, soon)
      .toBe(true);
    // The app requested the code that keeps entries on the device, so it tried to keep them.
    await expect.poll(() => asked.some((path) => path.startsWith('/assets/device-')), soon).toBe(true);
    await reader.openEntry(secondReading);
    expect(complaints.filter((line) => !line.includes('Quota'))).toEqual([]);
  });
});
