import type { BrowserContext } from 'playwright';
import { describe, expect, test } from 'vitest';
import { panelPage } from './panel-page.ts';
import { readerPage } from './reader-page.ts';
import { soon } from './soon.ts';
import { bridge, knife, usePanelBench } from './use-panel-bench.ts';

const bench = usePanelBench();

/** Opens the entry in another tab of the same browser. */
async function openTab(context: BrowserContext, title: string) {
  const page = await context.newPage();
  const reader = readerPage(page, bench.url());
  await reader.open('/reader/all');
  await reader.openEntry(title);
  return { page, reader, panel: panelPage(page) };
}

describe('the choices of the app session', () => {
  test('are shared with a new tab, apply to all tabs, and end when the last one is closed', async () => {
    const { page, panel } = await bench.openEntry();
    await panel.language.selectOption('ja');
    await panel.detail('Short').check();
    const context = page.context();
    const second = await openTab(context, knife);
    await expect.poll(() => second.panel.language.inputValue(), soon).toBe('ja');
    expect(await second.panel.detail('Short').isChecked()).toBe(true);

    await second.panel.auto.check();
    await second.panel.shown.waitFor();
    await expect.poll(() => panel.auto.isChecked(), soon).toBe(true);
    await page.reload();
    await expect.poll(() => panel.auto.isChecked(), soon).toBe(true);

    await page.close();
    await second.page.close();
    const later = await openTab(context, knife);
    await later.panel.shown.waitFor();
    expect(await later.panel.auto.isChecked()).toBe(false);
    expect(await later.panel.language.inputValue()).toBe('ja');
    await later.panel.panel.getByText('Shown: 日本語, Short.').waitFor();
    await later.panel.panel.getByRole('button', { name: 'Your choice: English, Medium' }).click();
    await later.panel.empty.waitFor();
    expect(await later.panel.language.inputValue()).toBe('en');
    expect(await later.panel.detail('Medium').isChecked()).toBe(true);
  });

  test('include consent for a paid model: it is asked once per model', async () => {
    await bench.useModel();
    bench.model().always({ text: 'One summary.' });
    const { page, panel } = await bench.openEntry(bridge);
    await panel.auto.check();
    await panel.panel.getByRole('button', { name: 'Keep it on' }).click();
    await panel.shown.waitFor();
    await page.reload();
    await panel.shown.waitFor();
    expect(await panel.auto.isChecked()).toBe(true);
    expect(await panel.panel.getByText('costs money').count()).toBe(0);
    await panel.auto.uncheck();
    await panel.auto.check();
    expect(await panel.panel.getByText('costs money').count()).toBe(0);
    await bench.useModel({ model: 'another' });
    await page.reload();
    await panel.panel.getByText('Auto-summary uses Scripted, which costs money.').waitFor(soon);
  });
});
