import { describe, expect, test } from 'vitest';
import { passTime } from './pass-time.ts';
import { soon } from './soon.ts';
import { textOf } from './use-panel-bench.ts';
import { bridge, lastWords, useRecoveryBench } from './use-recovery-bench.ts';

const bench = useRecoveryBench();

describe('offline and back', () => {
  test('a streaming summary is shown to its end, and the page says when it is offline and back', async () => {
    const { page, panel, offline, back } = await bench.openEntry();
    await panel.summaryButton.click();
    await panel.growing.getByText('Part 5 of it.').waitFor();
    await bench.goOffline(page);
    await offline.waitFor(soon);
    await bench.goOnline(page);
    await back.waitFor(soon);
    await expect.poll(() => textOf(panel.shown), soon).toContain(lastWords);
    expect(await panel.shown.innerText()).toContain('Part 0 of it. Part 1 of it.');
  });

  test('a streaming chat answer is shown to its end', async () => {
    const { page, spaces, offline, back } = await bench.openThread();
    await spaces.field.fill('Tell me');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Part 5 of it.').waitFor();
    await bench.goOffline(page);
    await offline.waitFor(soon);
    await bench.goOnline(page);
    await back.waitFor(soon);
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
    expect(await spaces.answers.innerText()).toContain(lastWords);
    expect(await spaces.messages.count()).toBe(2);
  });

  test('a message that cannot be sent stays in the field, visible on a narrow screen, and is sent once on request', async () => {
    const { page, spaces, id, offline } = await bench.openThread({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await bench.goOffline(page);
    await spaces.field.fill('A thought');
    await offline.waitFor(soon);
    const button = await spaces.sendButton.boundingBox();
    const notice = await page.getByRole('status').filter({ has: offline }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
    expect((notice?.x ?? 0) + (notice?.width ?? 0)).toBeLessThanOrEqual(390);
    await spaces.field.press('Enter');
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('Your text is still here.');
    expect(await spaces.field.inputValue()).toBe('A thought');
    await bench.goOnline(page);
    await spaces.field.press('Enter');
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
    expect(await spaces.field.inputValue()).toBe('');
    expect((await bench.client().threads.messages(id)).items.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
    ]);
  });

  test('a message whose response was lost is found to be stored, and is not stored twice when sent again', async () => {
    const { page, spaces, id } = await bench.openThread();
    bench.answerBy({ text: 'Short answer.' });
    const keys = new Set<string | undefined>();
    // The server stores the message, but the browser never gets the response.
    await page.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const isFirst = keys.size === 0;
      keys.add(route.request().headers()['idempotency-key']);
      if (isFirst) {
        await route.fetch();
        await bench.goOffline(page);
      }
      return route.abort('connectionreset');
    });
    await spaces.field.fill('Only once');
    await spaces.field.press('Enter');
    await expect.poll(() => spaces.alert.innerText(), soon).toContain('Your text is still here.');
    // Another client sends the message again before the page knows that it was stored.
    const { items } = await bench.client().threads.messages(id);
    const [stored] = items;
    const again = await bench.client().threads.send(id, { id: stored?.id, text: 'Only once' });
    expect(again.message).toEqual(stored);
    await bench.goOnline(page);
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
    await expect.poll(() => spaces.field.inputValue(), soon).toBe('');
    await expect.poll(() => spaces.alert.count(), soon).toBe(0);
    expect(await spaces.messages.count()).toBe(2);
    // The browser may have retried on its own, with the same key.
    expect([keys.size, keys.has(undefined)]).toEqual([1, false]);
  });

  test('a star waits for the server and is saved when it is back', async () => {
    const { page, star } = await bench.openEntry();
    const id = await bench.idOf(bridge);
    const { starred } = await bench.client().reader.entries.get(id);
    await bench.goOffline(page);
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed'), soon).toBe(String(!starred));
    await bench.goOnline(page);
    await expect.poll(async () => (await bench.client().reader.entries.get(id)).starred, soon).toBe(!starred);
    expect(await star.getAttribute('aria-pressed')).toBe(String(!starred));
  });

  test('where the browser stores nothing, a star that could not be saved in time is rolled back with a message', async () => {
    const { page, reader, star, toast } = await bench.open();
    await page.addInitScript('Object.defineProperty(globalThis, "indexedDB", { value: undefined })');
    await page.clock.install();
    await reader.open('/reader/all');
    await reader.openEntry(bridge);
    const before = await star.getAttribute('aria-pressed');
    await bench.goOffline(page);
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed'), soon).not.toBe(before);
    const words = `Not saved. Couldn’t save the change to “${bridge}”. Try again.`;
    await passTime(page, () => toast.getByText(words).isVisible());
    expect(await star.getAttribute('aria-pressed')).toBe(before);
  });

  test('entries that arrived in the meantime are in the list without a reload', async () => {
    const { page, reader, offline } = await bench.openEntry();
    await bench.goOffline(page);
    await offline.waitFor(soon);
    await bench.client().reader.entries.add({ kind: 'text', title: 'Came while away', text: 'Some text.' });
    await bench.goOnline(page);
    await expect.poll(() => reader.row('Came while away').count(), soon).toBe(1);
  });
});
