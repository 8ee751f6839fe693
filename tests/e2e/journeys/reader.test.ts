import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { readerPage } from '../reader-page.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';

let precis: RunningPrecis;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
});
/** Marks all entries as unread, because an entry that stays open in a test is marked as read. */
beforeEach(async () => {
  await precis.client.reader.feeds.addSample();
  const { items } = await precis.client.reader.entries.list({ view: 'all' });
  const ids = items.map(({ id }) => id);
  await precis.client.reader.entries.patchMany({ ids, read: false, starred: false });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await precis?.stop();
});

async function openReader(path = '/') {
  const { page } = await browser.open();
  const reader = readerPage(page, precis.url);
  await reader.open(path);
  return { page, reader };
}

describe('the Reader', () => {
  test('shows an article in lines of 65 to 75 characters', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.openEntry('In Praise of the Second Reading');
    await reader.body.waitFor();
    const longest: number = await page.evaluate(`(() => {
      const lines = new Map();
      const walker = document.createTreeWalker(document.querySelector('.article'), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let at = 0; at < node.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const top = Math.round(range.getBoundingClientRect().top);
          lines.set(top, (lines.get(top) ?? 0) + 1);
        }
      }
      const lengths = [...lines.values()].sort((first, second) => second - first);
      return lengths[Math.floor(lengths.length / 4)];
    })()`);
    expect(longest).toBeGreaterThanOrEqual(65);
    expect(longest).toBeLessThanOrEqual(75);
  });

  test('finds entries by their full text, in any script, and says when there are none', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.search.fill('hangers OR "rust');
    await page.getByText('No results for').waitFor();
    await reader.search.fill('harbour brid');
    await expect.poll(() => reader.rows.count(), soon).toBe(1);
    await reader.search.fill('菜地');
    await expect.poll(() => reader.rows.first().innerText(), soon).toContain('屋顶');
    expect(page.url()).toContain('q=');
    await page.reload();
    await expect.poll(() => reader.search.inputValue(), soon).toBe('菜地');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
  });

  test('keeps starred entries, and shows each view', async () => {
    const { page, reader } = await openReader('/reader/all');
    await reader.openEntry('無人駅に本棚を置いたら');
    await reader.article.getByRole('button', { name: 'Star' }).click();
    await reader.feed('Starred').click();
    await expect.poll(() => reader.rows.count(), soon).toBe(1);
    await reader.view.selectOption('saved');
    await page.getByText('No saved entries.').waitFor();
    await reader.view.selectOption('all');
    await expect.poll(() => reader.rows.count(), soon).toBe(9);
  });

  test('opens what the URL names, also after a reload', async () => {
    const { items } = await precis.client.reader.entries.list({ view: 'all' });
    const last = items.at(-1);
    const { page, reader } = await openReader(`/reader/all/${last?.id}`);
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
    await page.reload();
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
    await page.getByRole('link', { name: 'Runs & Issues' }).click();
    await page.getByRole('link', { name: 'Reader', exact: true }).click();
    await expect.poll(() => reader.title.innerText(), soon).toBe(last?.title);
  });
});
