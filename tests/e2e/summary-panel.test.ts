import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { slowWords, textOf, usePanelBench } from './use-panel-bench.ts';

const { model, useModel, openEntry } = usePanelBench();

describe('the Summary Panel', () => {
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
