import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { leaveDialog } from './leave-dialog.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { readerPage } from './reader-page.ts';
import { searchPage } from './search-page.ts';
import { sessionsPage } from './sessions-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tellSession } from './tell-session.ts';
import { bridgeText, bridgeTitle } from './texts.ts';

let precis: RunningPrecis;
let browser: TestBrowser;

/** Something about the harbour in everything that can be searched. */
beforeAll(async () => {
  [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
  const { client, url } = precis;
  await client.reader.entries.add({ kind: 'text', title: bridgeTitle, text: bridgeText });
  const { id: spaceId } = await client.spaces.create({ name: 'Research' });
  const { id: threadId } = await client.threads.create({ spaceId });
  await client.threads.patch(threadId, { title: 'Travel plans' });
  const { replyRun } = await client.threads.send(threadId, { text: 'When does the harbour ferry leave?' });
  await Array.fromAsync(client.runs.events(replyRun.id));
  await client.conversations.addTurn(conversationIdSchema.parse('booking-7'), {
    user_message: 'Book a table at the harbour',
    final_response: 'Done.',
  });
  const session = { contentSessionId: 'oc_1', project: 'harbour-api' };
  const tell = tellSession(url);
  await tell.prompt({ ...session, prompt: 'Add an endpoint for harbour tides' });
  await tell.observe({ ...session, tool_name: 'read', tool_input: 'harbour.ts', tool_response: 'x' });
  await tell.summary({ ...session, summary: { request: 'Harbour tides', learned: 'Tides come as JSON' } });
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await precis?.stop();
});

async function open(path: string, options: BrowserContextOptions = {}) {
  const opened = await browser.open(options);
  await opened.page.goto(`${precis.url}${path}`);
  await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
  return { ...opened, search: searchPage(opened.page) };
}

test('no letter is lost in the field of the Reader, on a slow machine either', async () => {
  const { page } = await open('/reader/all');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const field = page.getByRole('searchbox').first();
  await field.focus();
  for (const words of ['harbour bridge closes', 'bridge']) {
    await field.fill('');
    for (const [at, letter] of [...words].entries()) {
      await page.keyboard.type(letter);
      // Some arrive together, some while the search for those before them begins.
      await page.waitForTimeout((at % 5) * 15);
    }
    await page.waitForURL((url) => url.searchParams.get('q') === words);
    expect(await field.inputValue()).toBe(words);
  }
});

describe('the global search', () => {
  test('finds entries, threads, conversations and sessions, grouped, with the words highlighted', async () => {
    const { search, complaints } = await open('/runs');
    await search.find('harb');
    for (const name of ['Entries', 'Threads', 'Conversations', 'Sessions'])
      await search.group(name).getByRole('option').first().waitFor(soon);
    expect(await search.group('Sessions').getByRole('option').count()).toBe(3);
    expect(new Set((await search.marks.allInnerTexts()).map((mark) => mark.toLowerCase()))).toEqual(
      new Set(['harbour']),
    );
    expect(complaints).toEqual([]);
  });

  test('opens from every screen, by shortcut and by button, and closes again', async () => {
    const { search, page } = await open('/settings/models');
    for (const path of [
      '/reader/all',
      '/spaces',
      '/conversations',
      '/sessions',
      '/runs',
      '/settings/about',
    ]) {
      await page.goto(`${precis.url}${path}`);
      await search.railButton.waitFor();
      await page.keyboard.press('Control+k');
      await search.field.waitFor();
      await page.keyboard.press('Control+k');
      await search.dialog.waitFor({ state: 'detached' });
      await search.railButton.click();
      await leaveDialog(page);
      await search.dialog.waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.textContent'), soon).toBe('Search');
    }
  });

  test('leaves “/” to a screen with its own search', async () => {
    const { search, page } = await open('/reader/all');
    await readerPage(page, precis.url).rows.first().waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.getByRole('link', { name: 'Sessions' }).click();
    await sessionsPage(page, precis.url).turns.first().waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('/');
    expect(await search.dialog.count()).toBe(0);
    await page.getByRole('link', { name: 'Runs & Issues' }).click();
    await page.getByRole('heading', { name: 'Runs & Issues' }).waitFor();
    await page.keyboard.press('/');
    await search.field.waitFor();
    expect(await search.field.inputValue()).toBe('');
  });

  test('is navigated by arrow keys, wrapping at the ends, and opens the selection with Enter', async () => {
    const { search, page } = await open('/runs');
    await search.find('harbour');
    await expect.poll(() => search.options.count(), soon).toBe(7);
    const titles = await search.options.allInnerTexts();
    expect(await search.active.innerText()).toBe(titles[0]);
    await page.keyboard.press('ArrowUp');
    expect(await search.active.innerText()).toBe(titles[6]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await search.active.innerText()).toBe(titles[1]);
    expect(await search.field.getAttribute('aria-activedescendant')).toBe(
      await search.active.getAttribute('id'),
    );
    expect(await page.evaluate('document.activeElement.role')).toBe('combobox');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await search.dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: bridgeTitle }).waitFor();
  });

  test('links to the message, the conversation and the record that was found', async () => {
    const { search, page } = await open('/reader/all');
    await search.find('ferry leave');
    await search.group('Threads').getByRole('option').first().click();
    await expect
      .poll(() => page.locator('[data-body][data-passage]').innerText(), soon)
      .toContain('the harbour ferry');
    await search.find('table');
    await search.group('Conversations').getByRole('option').click();
    await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/conversations/booking-7');
    await search.find('tides come');
    await search.group('Sessions').getByRole('option').first().click();
    await expect
      .poll(() => sessionsPage(page, precis.url).sought.innerText(), soon)
      .toContain('Tides come as JSON');
  });

  test('shows results while one kind is slow, and says which kind failed', async () => {
    const { search, page } = await open('/runs');
    const released = Promise.withResolvers<void>();
    await page.route('**/api/entries?*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.route('**/api/threads/search?*', (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        json: { code: 'not_found' },
      }),
    );
    await search.find('harbour');
    await search.group('Sessions').getByRole('option').first().waitFor(soon);
    await search.dialog.getByText('Threads could not be searched.').waitFor(soon);
    expect(await search.group('Entries').count()).toBe(0);
    released.resolve();
    await search.group('Entries').getByRole('option').first().waitFor(soon);
  });

  test('takes every query literally', async () => {
    const { search, page, complaints } = await open('/runs');
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    await search.find('x');
    for (const hostile of [
      `"zzq' OR ''='`,
      'zzq* NEAR(',
      '%%%',
      '<img src=x onerror=alert(1)>zzq',
      'zz'.repeat(250),
    ]) {
      await search.field.fill(hostile);
      await search.dialog.getByText(`No results for “${hostile}”.`).waitFor(soon);
    }
    expect(failed).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('stores nothing about the search', async () => {
    const { search, page } = await open('/runs');
    await search.find('harbour');
    await search.options.first().waitFor(soon);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    expect(await search.field.inputValue()).toBe('');
    expect(await search.group('Entries').count()).toBe(0);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain('harbour');
  });

  test('fits on a narrow screen, and supports Chinese', async () => {
    const narrow = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { search, page } = await open('/runs', narrow);
    await search.tap();
    await search.field.fill('harbour');
    await expect.poll(() => search.options.count(), soon).toBe(7);
    const box = await search.dialog.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await search.group('Sessions').getByRole('option').first().tap();
    await sessionsPage(page, precis.url).session.waitFor(soon);

    const { page: chinese } = await browser.open({ locale: 'zh-CN' });
    await chinese.goto(`${precis.url}/runs`);
    await chinese.getByRole('button', { name: '搜索', exact: true }).click();
    await chinese.getByRole('combobox', { name: '搜索与命令' }).fill('harbour');
    await chinese.getByRole('group', { name: '编程会话' }).waitFor(soon);
  });
});
