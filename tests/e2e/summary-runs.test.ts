import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { soon } from './soon.ts';
import { bridge, correction, slowWords, textOf, usePanelBench } from './use-panel-bench.ts';

const { client, model, pages, useModel, openEntry } = usePanelBench();

describe('a summary run', () => {
  test('summarizes the article offline, says so, and marks the entry in the list', async () => {
    const { panel, reader, complaints } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await panel.shown.innerText()).toContain('bridge');
    expect(await panel.metadata('model').innerText()).toBe('Offline extract');
    expect(await panel.metadata('language').innerText()).toBe('English');
    expect(await panel.metadata('detail').innerText()).toBe('Medium');
    await expect.poll(() => reader.row(bridge).innerText(), soon).toContain('has a summary');
    expect(complaints).toEqual([]);
  });

  test('streams from a model token by token, without moving anything', async () => {
    await useModel();
    model().script(slowWords);
    const { page, panel } = await openEntry();
    await page.evaluate(recordShifts);
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    const lengths = new Set<number>();
    const seen = async () => lengths.add((await panel.growing.innerText()).length).size;
    await expect.poll(seen, { ...soon, interval: 60 }).toBeGreaterThan(5);
    expect(await page.evaluate('window.shifts')).toEqual([]);
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped.').waitFor();
  });

  test('follows the end of the text until the reader scrolls away', async () => {
    await useModel();
    model().script(slowWords);
    const { page, panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    const pane = panel.growing.locator('xpath=ancestor::*[@aria-busy]');
    const top = () => pane.evaluate((element) => (element as unknown as Scrolled).scrollTop);
    await expect.poll(top, soon).toBeGreaterThan(60);
    const missing = await pane.evaluate((element) => {
      const { scrollHeight, clientHeight, scrollTop } = element as unknown as Scrolled;
      return scrollHeight - clientHeight - scrollTop;
    });
    expect(missing).toBeLessThanOrEqual(48);
    await pane.hover();
    await page.mouse.wheel(0, -2000);
    // A line that arrived in the same instant may still have moved it by its height.
    await expect.poll(top, soon).toBeLessThan(48);
    const before = (await panel.growing.innerText()).length;
    await expect
      .poll(async () => (await panel.growing.innerText()).length, soon)
      .toBeGreaterThan(before + 300);
    expect(await top()).toBeLessThan(48);
    await panel.abortButton.click();
  });

  test('ends a run with Abort, leaves the model immediately, and runs again without mixing', async () => {
    await useModel();
    model().script(slowWords);
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped. Nothing was saved.').waitFor();
    expect(await panel.abortButton.isDisabled()).toBe(true);
    await expect.poll(() => model().requests.at(-1)?.closedByClient, soon).toBe(true);
    expect(model().requests.at(-1)?.chunksSent).toBeLessThan(slowWords.chunks.length);

    model().script({ text: 'A whole summary, made at the second try.' });
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('A whole summary, made at the second try.');
    expect(await panel.panel.getByText('Stopped.').count()).toBe(0);
    expect(await panel.panel.innerText()).not.toContain('word0');
  });

  test('keeps the old summary, dimmed, until the new one arrives', async () => {
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    const old = await panel.shown.innerText();
    await useModel();
    const dimmed = Promise.withResolvers<void>();
    model().script(async () => {
      await dimmed.promise;
      return { text: 'A wholly new summary of the bridge.' };
    });
    await panel.summaryButton.click();
    await expect.poll(() => opacityOf(panel.shown), soon).toBeLessThan(0.6);
    expect(await panel.shown.innerText()).toBe(old);
    dimmed.resolve();
    await expect.poll(() => textOf(panel.shown), soon).toBe('A wholly new summary of the bridge.');
    await expect.poll(() => opacityOf(panel.shown), soon).toBe(1);
  });

  test('restarts its text when the fallback takes over', async () => {
    await useModel();
    const second = modelProfileIdSchema.parse('second');
    const { key: _, ...profile } = await client().models.get(modelProfileIdSchema.parse('scripted'));
    await client().models.put({
      ...profile,
      id: second,
      model: 'second-1',
      provider: 'openai-compatible',
    });
    await client().settings.patch({ summaryAgent: { fallbackModelProfileId: second } });
    const shown = Promise.withResolvers<void>();
    model().always((request) =>
      request.model === 'second-1'
        ? { text: 'The whole text of the second model.' }
        : {
            chunks: ['Half ', 'of ', 'it '],
            fault: { kind: 'cut', afterChunks: 3, after: shown.promise },
          },
    );
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.growing), soon).toContain('Half');
    shown.resolve();
    await expect.poll(() => textOf(panel.shown), soon).toBe('The whole text of the second model.');
    model().always({ text: 'Something else.' });
    await client().settings.patch({ summaryAgent: { fallbackModelProfileId: null } });
  });

  test('says why a short text is not summarized, and does it anyway', async () => {
    const { panel } = await openEntry(correction);
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    expect(await panel.alert.innerText()).toContain('words');
    await panel.anywayButton.click();
    await panel.shown.waitFor();
    expect(await panel.alert.count()).toBe(0);
  });

  test('offers the full article if the feed provides only an excerpt', async () => {
    const sentence =
      'The ferry company says that the boats will run every ten minutes until the works are over. ';
    pages().on('/ferry', {
      headers: { 'content-type': 'text/html' },
      body: `<html><head><title>Ferries</title></head><body><article><h1>Ferries all night</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(6)}</article></body></html>`,
    });
    pages().on('/excerpts', {
      body: `<rss version="2.0"><channel><title>Excerpts</title><item><guid>1</guid><title>Ferries all night</title><link>${pages().url('/ferry')}</link><description>The ferry company says that… Read more</description></item></channel></rss>`,
    });
    const feed = await client().reader.feeds.subscribe({ url: pages().url('/excerpts') });
    const { panel, reader } = await openEntry('Ferries all night');
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    await panel.panel.getByRole('button', { name: 'Fetch full article' }).click();
    await expect.poll(() => reader.body.innerText(), soon).toContain('every ten minutes');
    await panel.alert.waitFor({ state: 'detached' });
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await client().reader.feeds.remove(feed.id);
  });

  test('explains a rate-limited model’s failure, with details, and Retry recovers', async () => {
    await useModel();
    // A wait longer than anyone would sit through is skipped.
    model().script({ fault: { kind: 'status', status: 429, retryAfter: 600, message: 'Quota used up' } });
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    expect(await panel.alert.innerText()).toContain('The provider’s rate limit was reached.');
    expect(await panel.alert.innerText()).toContain('Wait until the time shown, or use another model.');
    const details = await panel.alert.getByRole('link', { name: 'Details' }).getAttribute('href');
    expect(details).toMatch(/^\/runs\?tab=runs&run=/);
    model().script({ text: 'The bridge closes for two years.' });
    await panel.retryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('The bridge closes for two years.');
    expect(await panel.alert.count()).toBe(0);
  });

  test('says that it waits when the model asks for a short delay', async () => {
    await useModel();
    model().script(
      { fault: { kind: 'status', status: 429, retryAfter: 2 } },
      { text: 'The bridge closes for two years.' },
    );
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.panel.getByText('Trying again in 2s.').waitFor();
    await expect.poll(() => textOf(panel.shown), soon).toContain('two years');
  });

  test('warns if the summary came back in another language than requested', async () => {
    const { panel } = await openEntry();
    await panel.language.selectOption('ja');
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await panel.metadata('strayed').innerText()).toContain('English');
  });
});

interface Scrolled {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/** Layout shifts the browser reported. The caret at the end of the text has no node of its own and may move. */
const recordShifts = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    window.shifts.push(...sources.filter(({ node }) => node !== null).map(({ node }) => node.nodeName));
  }
}).observe({ type: 'layout-shift' });`;

function opacityOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): { opacity: string };
    };
    return Number(getComputedStyle(element).opacity);
  });
}
