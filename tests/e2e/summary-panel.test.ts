import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EntryHead } from '#schema/entry.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let pages: FeedServer;
let browser: TestBrowser;

const bridge = 'The Harbour Bridge Closes for Two Years';
const knife = 'How to Sharpen a Kitchen Knife with a Single Stone';
const correction = 'A Correction, and a Word on Short Texts';

/** Words that come slowly enough to be seen coming. */
const slowWords = { chunks: Array.from({ length: 400 }, (_, index) => `word${index} `), delayMs: 25 };

beforeAll(async () => {
  [precis, model, pages, browser] = await Promise.all([
    startPrecis(),
    startScriptedModel(),
    startFeedServer(),
    openBrowser(),
  ]);
  await precis.client.reader.feeds.addSample();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close(), pages?.close()]);
});

beforeEach(async () => {
  await useOfflineModel(precis.client);
  for (const { id } of await entries()) await precis.client.reader.summaries.clear(id);
});

async function entries(): Promise<EntryHead[]> {
  return (await precis.client.reader.entries.list({ view: 'all' })).items;
}

async function openEntry(title = bridge) {
  const { page, complaints } = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  const reader = readerPage(page, precis.url);
  const panel = panelPage(page);
  await reader.open('/reader/all');
  await reader.openEntry(title);
  await panel.empty.waitFor();
  return { page, complaints, reader, panel };
}

const useModel = () => useScriptedModel(precis.client, model.baseUrl('openai'));

describe('the Summary Panel', () => {
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
    model.script(slowWords);
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
    model.script(slowWords);
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
    await expect.poll(top, soon).toBe(0);
    const before = (await panel.growing.innerText()).length;
    await expect
      .poll(async () => (await panel.growing.innerText()).length, soon)
      .toBeGreaterThan(before + 60);
    expect(await top()).toBe(0);
    await panel.abortButton.click();
  });

  test('ends a run by Abort, leaves the model at once, and runs again without mixing', async () => {
    await useModel();
    model.script(slowWords);
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped. Nothing was stored.').waitFor();
    expect(await panel.abortButton.isDisabled()).toBe(true);
    await expect.poll(() => model.requests.at(-1)?.closedByClient, soon).toBe(true);
    expect(model.requests.at(-1)?.chunksSent).toBeLessThan(400);

    model.script({ text: 'A whole summary, made at the second try.' });
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('A whole summary, made at the second try.');
    expect(await panel.panel.getByText('Stopped.').count()).toBe(0);
    expect(await panel.panel.innerText()).not.toContain('word0');
  });

  test('keeps the old summary, dimmed, until the new one is there', async () => {
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    const old = await panel.shown.innerText();
    await useModel();
    model.script({ text: 'A wholly new summary of the bridge.', firstTokenDelayMs: 900 });
    await panel.summaryButton.click();
    await expect.poll(() => opacityOf(panel.shown), soon).toBeLessThan(0.6);
    expect(await panel.shown.innerText()).toBe(old);
    await expect.poll(() => textOf(panel.shown), soon).toBe('A wholly new summary of the bridge.');
    await expect.poll(() => opacityOf(panel.shown), soon).toBe(1);
  });

  test('has one summary for each language and detail, and shows what is chosen', async () => {
    const { panel, page, reader } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    const medium = await panel.shown.innerText();
    await panel.detail('Short').check();
    await panel.empty.waitFor();
    expect(await panel.empty.innerText()).toContain('No summary in English, Short.');
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect((await panel.shown.innerText()).length).toBeLessThan(medium.length);
    await panel.language.selectOption('ja');
    expect(await panel.empty.innerText()).toContain('日本語');
    await panel.language.selectOption('en');
    await panel.detail('Medium').check();
    expect(await panel.shown.innerText()).toBe(medium);

    // A stored summary brings its own parameters, whatever was chosen elsewhere since.
    await reader.openEntry(knife);
    await panel.empty.waitFor();
    await panel.language.selectOption('fr');
    await reader.openEntry(bridge);
    await expect.poll(() => panel.language.inputValue(), soon).toBe('en');
    await expect.poll(() => panel.detail('Short').isChecked(), soon).toBe(true);
    await panel.shown.waitFor();
    await page.keyboard.press('Escape');
  });

  test('never shows the text of one entry under another, also while it streams', async () => {
    await useModel();
    model.script(slowWords);
    const { panel, reader } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await reader.openEntry(knife);
    await panel.empty.waitFor();
    expect(await panel.panel.innerText()).not.toContain('word0');
    // The run that was ordered by hand goes on, and is found again.
    await reader.openEntry(bridge);
    await expect.poll(() => textOf(panel.growing), soon).toMatch(/^word0 word1 /);
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped.').waitFor();
  });

  test('begins its text anew when the fallback takes over', async () => {
    await useModel();
    const second = modelProfileIdSchema.parse('second');
    const { key: _, ...profile } = await precis.client.models.get(modelProfileIdSchema.parse('scripted'));
    await precis.client.models.put({
      ...profile,
      id: second,
      model: 'second-1',
      provider: 'openai-compatible',
    });
    await precis.client.settings.patch({ summaryAgent: { fallbackModelProfileId: second } });
    model.always((request) =>
      request.model === 'second-1'
        ? { text: 'The whole text of the second model.' }
        : { chunks: ['Half ', 'of ', 'it '], delayMs: 150, fault: { kind: 'cut', afterChunks: 3 } },
    );
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.growing), { ...soon, interval: 20 }).toContain('Half');
    await expect.poll(() => textOf(panel.shown), soon).toBe('The whole text of the second model.');
    model.always({ text: 'Something else.' });
    await precis.client.settings.patch({ summaryAgent: { fallbackModelProfileId: null } });
  });

  test('copies the text to the clipboard', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await panel.copyButton.click();
    await panel.panel.getByRole('button', { name: 'Copied' }).waitFor();
    const { items } = await precis.client.reader.summaries.list(await idOf(bridge));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(items[0]?.summary.text);
  });

  test('clears the shown summary, or all of the article', async () => {
    const { panel, reader } = await openEntry();
    for (const detail of ['Short', 'Medium']) {
      await panel.detail(detail).check();
      await panel.summaryButton.click();
      await panel.shown.waitFor();
    }
    await panel.clear('Clear this summary');
    await panel.empty.waitFor();
    expect(await panel.detail('Medium').isChecked()).toBe(true);
    await panel.detail('Short').check();
    await panel.shown.waitFor();
    await panel.clear('Clear all summaries of this article');
    await panel.empty.waitFor();
    expect((await precis.client.reader.summaries.list(await idOf(bridge))).items).toEqual([]);
    await expect.poll(() => reader.row(bridge).innerText(), soon).not.toContain('has a summary');
    expect(await panel.clearButton.isDisabled()).toBe(true);
  });

  test('collapses to a row with a dot, grows by pointer and keyboard, and keeps that over a reload', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await heightOf(panel.panel)).toBe(280);
    await panel.handle.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await heightOf(panel.panel)).toBe(312);
    await drag(panel.handle, -40);
    expect(await heightOf(panel.panel)).toBe(352);
    await page.keyboard.press('Home');
    expect(await heightOf(panel.panel)).toBe(220);
    await panel.collapseButton.click();
    expect(await heightOf(panel.panel)).toBe(44);
    await panel.dot.waitFor();
    await page.reload();
    await panel.dot.waitFor();
    expect(await heightOf(panel.panel)).toBe(44);
    await panel.expandButton.click();
    await panel.shown.waitFor();
    expect(await heightOf(panel.panel)).toBe(220);
  });

  test('keeps what was chosen over a reload, and forgets it in a new tab', async () => {
    const { panel, page } = await openEntry();
    await panel.language.selectOption('de');
    await panel.detail('Detailed').check();
    await page.reload();
    await panel.empty.waitFor();
    expect(await panel.language.inputValue()).toBe('de');
    expect(await panel.detail('Detailed').isChecked()).toBe(true);

    const tab = await page.context().newPage();
    await tab.goto(page.url());
    const other = panelPage(tab);
    await other.empty.waitFor();
    expect(await other.language.inputValue()).toBe('en');
    expect(await other.detail('Medium').isChecked()).toBe(true);
  });

  test('finds a run that is under way again after a reload', async () => {
    await useModel();
    model.script(slowWords);
    const { panel, page } = await openEntry();
    await panel.detail('Short').check();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await page.reload();
    await expect.poll(() => textOf(panel.growing), soon).toMatch(/^word0 word1 /);
    expect(await panel.detail('Short').isChecked()).toBe(true);
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped.').waitFor();
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

  test('offers the whole article where the feed gives only an excerpt', async () => {
    const sentence =
      'The ferry company says that the boats will run every ten minutes until the works are over. ';
    pages.on('/ferry', {
      headers: { 'content-type': 'text/html' },
      body: `<html><head><title>Ferries</title></head><body><article><h1>Ferries all night</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(6)}</article></body></html>`,
    });
    pages.on('/excerpts', {
      body: `<rss version="2.0"><channel><title>Excerpts</title><item><guid>1</guid><title>Ferries all night</title><link>${pages.url('/ferry')}</link><description>The ferry company says that… Read more</description></item></channel></rss>`,
    });
    const feed = await precis.client.reader.feeds.subscribe({ url: pages.url('/excerpts') });
    const { panel, reader } = await openEntry('Ferries all night');
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    await panel.panel.getByRole('button', { name: 'Fetch full article' }).click();
    await expect.poll(() => reader.body.innerText(), soon).toContain('every ten minutes');
    await panel.alert.waitFor({ state: 'detached' });
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await precis.client.reader.feeds.remove(feed.id);
  });

  test('tells a rate-limited model’s failure in words, with details, and Retry makes it good', async () => {
    await useModel();
    // A wait that is longer than anyone would sit through is not waited for.
    model.script({ fault: { kind: 'status', status: 429, retryAfter: 600, message: 'Quota used up' } });
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.alert.waitFor();
    expect(await panel.alert.innerText()).toContain('The provider limits the rate of requests.');
    expect(await panel.alert.innerText()).toContain('Wait until the time named, or use another model.');
    const details = await panel.alert.getByRole('link', { name: 'Details' }).getAttribute('href');
    expect(details).toMatch(/^\/runs\?tab=runs&run=/);
    model.script({ text: 'The bridge closes for two years.' });
    await panel.retryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('The bridge closes for two years.');
    expect(await panel.alert.count()).toBe(0);
  });

  test('says that it waits when the model asks for a little patience', async () => {
    await useModel();
    model.script(
      { fault: { kind: 'status', status: 429, retryAfter: 2 } },
      { text: 'The bridge closes for two years.' },
    );
    const { panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.panel.getByText('Trying again in 2s.').waitFor();
    await expect.poll(() => textOf(panel.shown), soon).toContain('two years');
  });

  test('says when the model was changed since', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await panel.metadata('stale-model').count()).toBe(0);
    await useModel();
    await page.reload();
    expect(await panel.metadata('stale-model').innerText()).toBe('Other model set since');
  });

  test('shows the prompt, and takes another system prompt for one run', async () => {
    await useModel();
    const { panel } = await openEntry();
    await panel.panel.getByRole('button', { name: 'Advanced' }).click();
    await panel.panel.getByText('summary.default, version').waitFor();
    await panel.panel.getByText('Rendered prompt').click();
    await panel.panel.getByText('Lindhaven harbour bridge', { exact: false }).first().waitFor();
    await panel.panel.getByRole('textbox').fill('Answer like a harbour pilot.');
    model.script({ text: 'Steady as she goes.' }, { text: 'As usual.' });
    const before = model.requests.length;
    await panel.summaryButton.click();
    await expect.poll(() => model.requests.length, soon).toBe(before + 1);
    expect(model.requests[before]?.system).toContain('Answer like a harbour pilot.');
    await panel.panel.getByRole('button', { name: 'Advanced' }).click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('Steady as she goes.');
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('As usual.');
    expect(model.requests.at(-1)?.system).not.toContain('harbour pilot');
  });

  test('warns when the text came out in another language than the one asked for', async () => {
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

/** What the browser saw move by itself. The mark at the end of the text has no node of its own, and may. */
const recordShifts = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    window.shifts.push(...sources.filter(({ node }) => node !== null).map(({ node }) => node.nodeName));
  }
}).observe({ type: 'layout-shift' });`;

async function idOf(title: string) {
  const found = (await entries()).find((entry) => entry.title === title);
  if (found === undefined) throw new Error(`there is no entry ${title}`);
  return found.id;
}

/** The text, or null as long as it is not there. */
async function textOf(locator: Locator): Promise<string | null> {
  return (await locator.count()) === 0 ? null : locator.innerText();
}

function opacityOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): { opacity: string };
    };
    return Number(getComputedStyle(element).opacity);
  });
}

async function heightOf(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.height ?? 0);
}

async function drag(handle: Locator, by: number): Promise<void> {
  const box = await handle.boundingBox();
  const { mouse } = handle.page();
  await mouse.move((box?.x ?? 0) + 200, box?.y ?? 0);
  await mouse.down();
  await mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + by, { steps: 4 });
  await mouse.up();
}
