import type { Request } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';

let precis: RunningPrecis;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await precis?.stop();
});

/** The limit is twice the actual size. Uncompressed, the files have nearly 1 MB. */
const mostBytes = 500_000;

/** Runs in the page before its scripts. It records every text ever shown and every declared language. */
const recordTexts = `globalThis.texts = [];
new MutationObserver(() => {
  texts.push(document.documentElement.lang + ' ' + (document.body?.innerText ?? ''));
}).observe(document, { subtree: true, childList: true, characterData: true });`;

async function visit(locale: string) {
  const { page, complaints } = await browser.open({ locale });
  await page.addInitScript(recordTexts);
  const files: { path: string; bytes: number; encoding: string | undefined }[] = [];
  const reads: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) return;
    const reading = read(request);
    // A file that is loaded ahead may still arrive when the page is closed.
    reading.catch(() => {});
    reads.push(reading);
  });
  async function read(request: Request): Promise<void> {
    const [response, { responseBodySize }] = await Promise.all([request.response(), request.sizes()]);
    const encoding = response?.headers()['content-encoding'];
    files.push({ path: new URL(request.url()).pathname, bytes: responseBodySize, encoding });
  }
  await page.goto(precis.url);
  await page.getByRole('navigation').first().waitFor();
  await Promise.all(reads);
  return { page, complaints, files, texts: await page.evaluate<string[]>('texts') };
}

describe('the first visit', () => {
  test('loads compressed files, and no unused language', async () => {
    const { files, complaints, page } = await visit('en-GB');
    const scripts = () => files.filter(({ path }) => path.endsWith('.js'));
    await expect.poll(() => scripts().length).toBeGreaterThan(2);
    for (const { path, bytes, encoding } of files) {
      // Font files are compressed already.
      if (bytes > 2000 && !path.endsWith('.woff2'))
        expect(encoding, `the encoding of ${path}`).toBeOneOf(['br', 'gzip']);
    }
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(mostBytes);
    expect(files.filter(({ path }) => path.includes('zh-hans'))).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(complaints).toEqual([]);
  });

  test('shows nothing in English to a Chinese reader', async () => {
    const { files, texts, page, complaints } = await visit('zh-CN');
    await page.getByRole('link', { name: '阅读器' }).first().waitFor();
    await expect.poll(() => files.filter(({ path }) => path.includes('zh-hans-first'))).toHaveLength(1);
    expect(texts.filter((text) => /Reader|Settings|Search/.test(text))).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    expect(complaints).toEqual([]);
  });

  test('revalidates only the page, which has not changed', async () => {
    const { page } = await visit('en-GB');
    const answers: [string, number][] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) answers.push([pathname, response.status()]);
    });
    const tag = (await page.request.get(precis.url)).headers()['etag'] ?? '';
    const again = await page.request.get(precis.url, { headers: { 'if-none-match': tag } });
    expect(again.status()).toBe(304);
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
    expect(answers.find(([path]) => !path.startsWith('/assets/'))?.[1]).toBeOneOf([200, 304]);
  });
});
