import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { findViolations } from './find-violations.ts';
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

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="teal"/></svg>`;
const code = `// Opens the bridge at dawn
import { readFile } from 'node:fs/promises';

export async function openBridge(path: string): Promise<number> {
  const hours = 26;
  const lines = (await readFile(path, 'utf8')).split('\\n');
  return lines.length * hours;
}`;
const columns = Array.from({ length: 24 }, (_, at) => `<td>Measurement${at}</td>`).join('');

beforeAll(async () => {
  [precis, site, browser] = await Promise.all([startPrecis(), startFeedServer(), openBrowser()]);
  site.on('/a.svg', { body: picture });
  const html = [
    `<p>The pier<sup><a href="#fn1">1</a></sup> stood for ninety years, and longer.<sup><a href="#fn2">2</a></sup></p>`,
    `<p>It sank<sup><a href="#cite_note-board-3">[3]</a></sup> twice.<sup><a href="#cite_note-board-3">[3]</a></sup></p>`,
    `<pre><code>${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
    `<pre>${'A plain note, in the fixed font of a letter. '.repeat(3)}</pre>`,
    `<pre>${'const veryLong = 1; '.repeat(1200)}</pre>`,
    `<table><tr>${columns}</tr></table>`,
    `<img src="${site.url('/a.svg')}" alt="A teal field" width="640" height="360">`,
    `<p>${bridgeText}</p>`,
    `<ol><li>Built in <em>1931</em> of steel. <a href="#fnref1">↩</a></li>`,
    `<li>See <a href="https://example.org/more">more</a>. <a href="#fnref2">↩</a></li>`,
    `<li><span>^ <a href="#cite_ref-board_3-0">a</a> <a href="#cite_ref-board_3-1">b</a></span> The harbour board.</li></ol>`,
  ].join('');
  site.on('/feed', { body: rss('Craft', [{ id: '1', title: 'A day at the pier', html }]) });
  await precis.client.reader.feeds.subscribe({ url: site.url('/feed') });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close()]);
});

async function openArticle(options: BrowserContextOptions = {}) {
  const opened = await browser.open(options);
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
    focused: () => opened.page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)'),
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
    // Neither prose nor the code that is too long.
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
  test('shows its footnotes where they are referred to, by click and by keyboard', async () => {
    const { page, go, reader, focused } = await openArticle();
    await go();
    const note = page.getByRole('dialog', { name: 'Footnote' });
    const reference = reader.body.getByRole('link', { name: '1', exact: true });
    await reference.click();
    await expect.poll(() => note.innerText(), soon).toBe('Built in 1931 of steel.');
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'detached' });
    await expect.poll(focused, soon).toContain('#fn1');
    await reader.body.getByRole('link', { name: '2', exact: true }).focus();
    await page.keyboard.press('Enter');
    await note.getByRole('link', { name: 'more' }).waitFor(soon);
    // One note with several references, as in Wikipedia.
    for (const mark of await reader.body.getByRole('link', { name: '[3]' }).all()) {
      await page.keyboard.press('Escape');
      await note.waitFor({ state: 'detached' });
      await mark.click();
      await expect.poll(() => note.innerText(), soon).toBe('The harbour board.');
    }
    expect(page.context().pages()).toHaveLength(1);
  });

  test('enlarges a picture by click and by keyboard, and gives the focus back', async () => {
    const { page, go, reader, focused } = await openArticle();
    await go();
    const image = reader.body.getByRole('button', { name: 'Enlarge picture: A teal field' });
    await image.scrollIntoViewIfNeeded();
    await image.click();
    const zoom = page.getByRole('dialog', { name: 'Picture' });
    await zoom.getByRole('img', { name: 'A teal field' }).waitFor(soon);
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await zoom.waitFor({ state: 'detached' });
    await expect.poll(focused, soon).toContain('A teal field');
    for (const key of ['Enter', ' ']) {
      await page.keyboard.press(key);
      await zoom.waitFor(soon);
      await zoom.getByRole('button', { name: 'Close picture' }).click();
      await zoom.waitFor({ state: 'detached' });
      await expect.poll(focused, soon).toContain('A teal field');
    }
  });

  test.each([1440, 390])('scrolls a wide table alone, at %d pixels', async (width) => {
    const { go, reader } = await openArticle({ viewport: { width, height: 900 } });
    await go();
    const table = reader.body.getByRole('table').or(reader.body.locator('table')).first();
    await expect.poll(() => table.getAttribute('tabindex'), soon).toBe('0');
    const overflow = ({ scrollWidth, clientWidth }: Record<'scrollWidth' | 'clientWidth', number>) =>
      scrollWidth - clientWidth;
    expect(await table.evaluate(overflow)).toBeGreaterThan(0);
    expect(await reader.article.evaluate(overflow)).toBe(0);
  });

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
