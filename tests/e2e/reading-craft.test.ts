import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { searchPage } from './search-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let browser: TestBrowser;

const code = `// Opens the bridge at dawn
import { readFile } from 'node:fs/promises';

export async function openBridge(path: string): Promise<number> {
  const hours = 26;
  const lines = (await readFile(path, 'utf8')).split('\\n');
  return lines.length * hours;
}`;

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  const html = [
    `<pre><code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
    `<pre>${'A plain note, in the fixed font of a letter. '.repeat(3)}</pre>`,
    `<pre>${'const veryLong = 1; '.repeat(1200)}</pre>`,
    `<p>${bridgeText}</p>`,
  ].join('');
  site.on('/feed', { body: rss('Craft', [{ id: '1', title: 'A day at the pier', html }]) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openArticle() {
  const opened = await browser.open();
  const reader = readerPage(opened.page, precis.url);
  return {
    ...opened,
    reader,
    async go() {
      await reader.open('/reader/all');
      await reader.openEntry('A day at the pier');
      await reader.body.waitFor();
    },
    /** The words of each coloured part. */
    coloured: (part: string) =>
      opened.page.evaluate<string[]>(
        `[...(CSS.highlights.get('code-${part}') ?? [])].map((range) =>
          range.startContainer.data.slice(range.startOffset, range.endOffset))`,
      ),
  };
}

describe('code', () => {
  test('has colours, and its markup stays as it is', async () => {
    const { go, coloured, reader, complaints } = await openArticle();
    await go();
    await expect.poll(() => coloured('keyword'), soon).toContain('import');
    expect(await coloured('string')).toContain("'node:fs/promises'");
    expect(await coloured('comment')).toEqual(['// Opens the bridge at dawn']);
    expect((await coloured('title')).join()).toContain('openBridge');
    expect(await reader.body.locator('pre').first().locator('span').count()).toBe(0);
    // Neither prose nor code that is too long gets colours.
    expect((await coloured('keyword')).length).toBeLessThan(20);
    expect(complaints).toEqual([]);
  });

  test('that never ends is given up, and the page goes on', async () => {
    const { page, go, coloured, reader } = await openArticle();
    let started = 0;
    page.on('worker', () => {
      started += 1;
    });
    await page.route('**/assets/code-worker*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'postMessage(null); onmessage = () => { for (;;); };',
      }),
    );
    await go();
    await expect.poll(() => started, soon).toBe(2);
    await expect.poll(() => page.workers().length, soon).toBe(0);
    expect(await coloured('keyword')).toEqual([]);
    expect(await reader.title.innerText()).toBe('A day at the pier');
  });

  test('is not looked at where there is none', async () => {
    const { page, reader } = await openArticle();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await precis.client.reader.entries.add({ kind: 'text', title: 'Plain', text: bridgeText });
    await reader.open('/reader/saved');
    await reader.openEntry('Plain');
    await reader.body.waitFor();
    expect(asked.filter((url) => url.includes('code-worker'))).toEqual([]);
  });
});

describe('an article', () => {
  test('is printed alone, or with its summary', async () => {
    const { page, go, reader } = await openArticle();
    await page.addInitScript('window.print = () => { window.printed = (window.printed ?? 0) + 1; };');
    await go();
    const panel = panelPage(page);
    await panel.summaryButton.click();
    await panel.shown.waitFor(soon);
    const palette = searchPage(page);
    const run = async (name: string) => {
      await palette.find('print');
      await palette.options.filter({ hasText: name }).last().click();
    };
    await run('Print the article with its summary');
    await expect.poll(() => page.evaluate('window.printed'), soon).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await panel.shown.isVisible()).toBe(true);
    expect(await reader.body.isVisible()).toBe(true);
    expect(await panel.summaryButton.isVisible()).toBe(false);
    expect(await reader.list.isVisible()).toBe(false);
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))');
    await expect.poll(() => panel.shown.isVisible(), soon).toBe(false);
    expect(await reader.body.isVisible()).toBe(true);
  });
});
