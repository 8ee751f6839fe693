import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { summarizePage } from './summarize-page.ts';
import { bridgeText, bridgeTitle, shortText } from './texts.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

/** Long enough for a machine that has other things to do. */
const soon = { timeout: 15_000 };

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});
beforeEach(() => useOfflineModel(precis.client));

async function openSummarize() {
  const { page, complaints } = await browser.open();
  const screen = summarizePage(page, precis.url);
  await screen.open();
  return { page, complaints, screen };
}

/** Words that come slowly enough to be seen coming. */
const slowWords = { chunks: Array.from({ length: 400 }, (_, index) => `word${index} `), delayMs: 25 };

/** What the browser saw move by itself. The mark at the end of the text has no node of its own, and may. */
const recordShifts = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { sources } of list.getEntries()) {
    window.shifts.push(...sources.filter(({ node }) => node !== null).map(({ node }) => node.nodeName));
  }
}).observe({ type: 'layout-shift' });`;

describe('summarize', () => {
  test('summarizes pasted text offline and says that it is an offline extract', async () => {
    const { screen, complaints } = await openSummarize();
    await screen.summarize(bridgeText, bridgeTitle);
    await screen.shown.waitFor();
    expect(await screen.shown.innerText()).toContain('The harbour bridge will close to all traffic');
    expect(await screen.metadata('model').innerText()).toBe('Offline extract');
    expect(await screen.metadata('language').innerText()).toBe('English');
    expect(await screen.metadata('detail').innerText()).toBe('Medium');
    expect(complaints).toEqual([]);
  });

  test('streams from a model token by token, without moving what is above the text', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.script(slowWords);
    const { page, screen } = await openSummarize();
    await page.evaluate(recordShifts);
    await screen.summarize(bridgeText);
    await screen.growing.waitFor();
    const lengths = new Set<number>();
    await expect
      .poll(
        async () => {
          lengths.add((await screen.growing.innerText()).length);
          return lengths.size;
        },
        { timeout: 15_000, interval: 60 },
      )
      .toBeGreaterThan(5);
    expect(await page.evaluate('window.shifts')).toEqual([]);
    await screen.abortButton.click();
    await screen.panel.getByText('Stopped.').waitFor();
  });

  test('ends a run by Abort, and the model’s server is left at once', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.script(slowWords);
    const { screen } = await openSummarize();
    await screen.summarize(bridgeText);
    await screen.growing.waitFor();
    await screen.abortButton.click();
    await screen.panel.getByText('Stopped. Nothing was stored.').waitFor();
    expect(await screen.panel.getByText('This text is not complete.').isVisible()).toBe(true);
    expect(await screen.abortButton.isDisabled()).toBe(true);
    await expect.poll(() => model.requests.at(-1)?.closedByClient, soon).toBe(true);
    expect(model.requests.at(-1)?.chunksSent).toBeLessThan(400);
  });

  test('keeps the old summary, dimmed, until the new one is there', async () => {
    const { screen } = await openSummarize();
    await screen.summarize(bridgeText);
    await screen.shown.waitFor();
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.script({ text: 'A wholly new summary of the bridge.', firstTokenDelayMs: 700 });
    await screen.summaryButton.click();
    await expect.poll(() => opacityOf(screen.shown), soon).toBeLessThan(0.6);
    expect(await screen.shown.innerText()).toContain('The harbour bridge will close');
    await expect.poll(() => screen.shown.innerText(), soon).toBe('A wholly new summary of the bridge.');
    expect(await screen.metadata('model').innerText()).toBe('scripted-1');
    await expect.poll(() => opacityOf(screen.shown), soon).toBe(1);
  });

  test('tells a rate-limited model’s failure in words, and Retry makes it good', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    // A wait that is longer than anyone would sit through is not waited for.
    model.script({ fault: { kind: 'status', status: 429, retryAfter: 600, message: 'Quota used up' } });
    const { screen } = await openSummarize();
    await screen.summarize(bridgeText);
    await screen.alert.waitFor();
    expect(await screen.alert.innerText()).toContain('The provider limits the rate of requests.');
    expect(await screen.alert.innerText()).toContain('Wait until the time named, or use another model.');
    model.script({ text: 'The bridge closes for two years.' });
    await screen.retryButton.click();
    await expect.poll(() => screen.shown.innerText(), soon).toBe('The bridge closes for two years.');
    expect(await screen.alert.count()).toBe(0);
  });

  test('says that it waits when the model asks for a little patience', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.script(
      { fault: { kind: 'status', status: 429, retryAfter: 2 } },
      { text: 'The bridge closes for two years.' },
    );
    const { screen } = await openSummarize();
    await screen.summarize(bridgeText);
    await screen.panel.getByText('Trying again in 2s.').waitFor();
    await expect.poll(() => screen.shown.innerText(), soon).toContain('two years');
  });

  test('offers to summarize a too short text anyway', async () => {
    const { screen } = await openSummarize();
    await screen.summarize(shortText);
    await screen.alert.waitFor();
    expect(await screen.alert.innerText()).toContain('only 4 words');
    await screen.anywayButton.click();
    await expect.poll(() => screen.shown.innerText(), soon).toBe(shortText);
    expect(await screen.alert.count()).toBe(0);
  });

  test('shows what looks like markup as the text it is', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    const hostile = '<img src=x onerror="window.harmed = true"><b>The bridge</b> closes.';
    model.script({ text: hostile });
    const { page, screen } = await openSummarize();
    await screen.summarize(`${bridgeText}\n\n${hostile}`, hostile);
    await expect.poll(() => screen.shown.innerText(), soon).toBe(hostile);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
  });

  test('reads an opened file and refuses one that is no text', async () => {
    const { screen } = await openSummarize();
    const input = screen.source.locator('input[type=file]');
    await input.setInputFiles({
      name: 'bridge.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(bridgeText),
    });
    await expect.poll(() => screen.text.inputValue(), soon).toBe(bridgeText);
    expect(await screen.title.inputValue()).toBe('bridge');
    await input.setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0, 1]),
    });
    await screen.source.getByText('photo.png is not a plain text file.').waitFor();
    expect(await screen.text.inputValue()).toBe(bridgeText);
  });

  test('reads a file that is dropped on the source', async () => {
    const { page, screen } = await openSummarize();
    const dataTransfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['The bridge, in a file.'], 'dropped.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    await screen.source.dispatchEvent('dragover', { dataTransfer });
    await screen.source.getByText('Drop the file to read it').waitFor();
    await screen.source.dispatchEvent('drop', { dataTransfer });
    await expect.poll(() => screen.text.inputValue(), soon).toBe('The bridge, in a file.');
    expect(await screen.source.getByText('Drop the file to read it').count()).toBe(0);
  });

  test('says why a page cannot be fetched', async () => {
    const { screen } = await openSummarize();
    await screen.address.fill('http://127.0.0.1:8765/article');
    await screen.address.press('Enter');
    const alert = screen.source.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('PRECIS_ALLOW_HOSTS');
  });

  test('finds text, choice and summary again after a reload, and a run that is still under way', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    model.script(slowWords);
    const { page, screen } = await openSummarize();
    await screen.panel.getByRole('radio', { name: 'Short' }).check();
    await screen.summarize(bridgeText, bridgeTitle);
    await screen.growing.waitFor();
    await page.reload();
    expect(await screen.text.inputValue()).toBe(bridgeText);
    expect(await screen.panel.getByRole('radio', { name: 'Short' }).isChecked()).toBe(true);
    await screen.growing.waitFor();
    expect(await screen.growing.innerText()).toMatch(/^word0 word1 /);
    await screen.abortButton.click();
    await screen.panel.getByText('Stopped.').waitFor();
  });

  test('warns when the text came out in another language than the one asked for', async () => {
    const { screen } = await openSummarize();
    await screen.panel.getByRole('combobox', { name: 'Target Language' }).selectOption('ja');
    await screen.summarize(bridgeText);
    await screen.shown.waitFor();
    expect(await screen.metadata('strayed').innerText()).toContain('English');
  });
});

function opacityOf(locator: ReturnType<typeof summarizePage>['shown']): Promise<number> {
  return locator.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): { opacity: string };
    };
    return Number(getComputedStyle(element).opacity);
  });
}
