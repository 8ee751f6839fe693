import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { bridge, knife, slowWords, textOf, usePanelBench } from './use-panel-bench.ts';

const { client, model, useModel, idOf, openEntry } = usePanelBench();

/** What moved without being touched, from now on. */
const watchShifts = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push(value + ' ' + sources.map(({ node }) => node?.nodeName + ' ' + node?.textContent.slice(0, 40)));
}).observe({ type: 'layout-shift' });`;

describe('the Summary Panel', () => {
  test('has one summary for each language and detail, and shows the selected one', async () => {
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

    // A stored summary brings its own parameters, whatever was selected elsewhere since.
    await reader.openEntry(knife);
    await panel.empty.waitFor();
    await panel.language.selectOption('fr');
    await reader.openEntry(bridge);
    await expect.poll(() => panel.language.inputValue(), soon).toBe('en');
    await expect.poll(() => panel.detail('Short').isChecked(), soon).toBe(true);
    await panel.shown.waitFor();
    await page.keyboard.press('Escape');
  });

  test('never shows the text of one entry under another, even while it streams', async () => {
    await useModel();
    model().script(slowWords);
    const { panel, reader } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await reader.openEntry(knife);
    await panel.empty.waitFor();
    expect(await panel.panel.innerText()).not.toContain('word0');
    // The run that was started manually continues and is found again.
    await reader.openEntry(bridge);
    await expect.poll(() => textOf(panel.growing), soon).toMatch(/^word0 word1 /);
    await panel.abortButton.click();
    await panel.panel.getByText('Stopped.').waitFor();
  });

  test('moves nothing while a text streams', async () => {
    await useModel();
    model().script({
      chunks: Array.from({ length: 120 }, (_, n) => (n % 20 === 19 ? `word${n}.\n\n` : `word${n} `)),
      delayMs: 20,
    });
    const { page, panel } = await openEntry();
    await panel.summaryButton.click();
    await panel.growing.waitFor();
    await page.evaluate(watchShifts);
    await panel.shown.getByText('word119').waitFor();
    expect(await page.evaluate<string[]>('shifts')).toEqual([]);
  });

  test('copies the text to the clipboard', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await panel.copyButton.click();
    await panel.panel.getByRole('button', { name: 'Copied' }).waitFor();
    const { items } = await client().reader.summaries.list(await idOf(bridge));
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
    await panel.clear('Clear all summaries for this article');
    await panel.empty.waitFor();
    expect((await client().reader.summaries.list(await idOf(bridge))).items).toEqual([]);
    await expect.poll(() => reader.row(bridge).innerText(), soon).not.toContain('has a summary');
    expect(await panel.clearButton.isDisabled()).toBe(true);
  });

  test('collapses to a row with a dot, resizes by pointer and keyboard, and keeps that across a reload', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    await expect.poll(() => heightOf(panel.panel), soon).toBe(280);
    await panel.handle.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => heightOf(panel.panel), soon).toBe(312);
    await drag(panel.handle, -40);
    await expect.poll(() => heightOf(panel.panel), soon).toBe(352);
    await page.keyboard.press('Home');
    await expect.poll(() => heightOf(panel.panel), soon).toBe(220);
    await panel.collapseButton.click();
    await expect.poll(() => heightOf(panel.panel), soon).toBe(44);
    await panel.dot.waitFor();
    await page.reload();
    await panel.dot.waitFor();
    await expect.poll(() => heightOf(panel.panel), soon).toBe(44);
    await panel.expandButton.click();
    await panel.shown.waitFor();
    await expect.poll(() => heightOf(panel.panel), soon).toBe(220);
  });

  test('keeps the selection across a reload', async () => {
    const { panel, page } = await openEntry();
    await panel.language.selectOption('de');
    await panel.detail('Detailed').check();
    await page.reload();
    await panel.empty.waitFor();
    expect(await panel.language.inputValue()).toBe('de');
    expect(await panel.detail('Detailed').isChecked()).toBe(true);
  });

  test('finds a run in progress again after a reload', async () => {
    await useModel();
    model().script(slowWords);
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

  test('says when the model has changed since', async () => {
    const { panel, page } = await openEntry();
    await panel.summaryButton.click();
    await panel.shown.waitFor();
    expect(await panel.metadata('stale-model').count()).toBe(0);
    await useModel();
    await page.reload();
    expect(await panel.metadata('stale-model').innerText()).toBe('Model changed');
  });

  test('shows the prompt, and accepts another system prompt for one run', async () => {
    await useModel();
    const { panel } = await openEntry();
    await panel.panel.getByRole('button', { name: 'Advanced' }).click();
    await panel.panel.getByText('summary.default, version').waitFor();
    await panel.panel.getByText('Rendered prompt').click();
    await panel.panel.getByText('Lindhaven harbour bridge', { exact: false }).first().waitFor();
    await panel.panel.getByRole('textbox').fill('Answer like a harbour pilot.');
    model().script({ text: 'Steady as she goes.' }, { text: 'As usual.' });
    const before = model().requests.length;
    await panel.summaryButton.click();
    await expect.poll(() => model().requests.length, soon).toBe(before + 1);
    expect(model().requests[before]?.system).toContain('Answer like a harbour pilot.');
    await panel.panel.getByRole('button', { name: 'Advanced' }).click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('Steady as she goes.');
    await panel.summaryButton.click();
    await expect.poll(() => textOf(panel.shown), soon).toBe('As usual.');
    expect(model().requests.at(-1)?.system).not.toContain('harbour pilot');
  });
});

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
