import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { searchPage } from '../search-page.ts';
import { sessionsPage } from '../sessions-page.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { tellSession } from '../tell-session.ts';
import { bridgeText, bridgeTitle } from '../texts.ts';

let precis: RunningPrecis;
let browser: TestBrowser;

/** Stores a text about the harbour in everything that can be searched. */
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

async function open(path: string) {
  const opened = await browser.open();
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
      // Some letters arrive together, and some while the search for the letters before them begins.
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
});
