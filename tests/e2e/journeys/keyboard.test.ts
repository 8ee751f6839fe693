import { describe, expect, test } from 'vitest';
import { soon } from '../soon.ts';
import { bridge, slowWords, usePanelBench } from '../use-panel-bench.ts';

const { model, useModel, openEntry } = usePanelBench();

describe('single keys in the Reader', () => {
  test('summarize, copy, abort, and choose detail, language and dock', async () => {
    const { page, panel, complaints } = await openEntry();
    await panel.collapseButton.click();
    await page.keyboard.press('u');
    await panel.shown.waitFor(soon);
    await page.keyboard.press('c');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(async () => (await copied()).length, soon).toBeGreaterThan(100);
    await page.keyboard.press('d');
    await expect.poll(() => panel.detail('Detailed').isChecked(), soon).toBe(true);
    await page.keyboard.press('d');
    await expect.poll(() => panel.detail('Short').isChecked(), soon).toBe(true);
    await page.keyboard.press('b');
    await expect.poll(() => panel.panel.getAttribute('data-dock'), soon).toBe('beside');
    await useModel();
    model().script(slowWords);
    await page.keyboard.press('u');
    await panel.growing.waitFor(soon);
    await page.keyboard.press('q');
    await panel.panel.getByText('Nothing was saved').waitFor(soon);
    await page.keyboard.press('g');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel'), soon).toBe('Target Language');
    expect(complaints).toEqual([]);
  });

  test('do nothing while text is typed, with modifiers, in dialogs, or without an article', async () => {
    const { page, reader, panel } = await openEntry();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/summaries')) asked.push(request.url());
    });
    for (const key of ['Control+u', 'Alt+u', 'Meta+u', 'Shift+U', 'Control+d', 'Alt+b'])
      await page.keyboard.press(key);
    await page.keyboard.press('/');
    await page.keyboard.type('ubdq');
    await page.waitForURL((address) => address.searchParams.get('q') === 'ubdq');
    await page.keyboard.press('Escape');
    await reader.search.fill('');
    await page.keyboard.press('Tab');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('?');
    await reader.dialog.waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'detached' });
    expect(await panel.detail('Medium').isChecked()).toBe(true);
    expect(await panel.panel.getAttribute('data-dock')).toBe('below');
    await reader.open('/reader/starred');
    await reader.feeds.waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('d');
    expect(asked).toEqual([]);
  });

  test('are all listed by “?”, and each button names its own', async () => {
    const { page, reader, panel } = await openEntry(bridge);
    for (const [button, key] of [
      [panel.summaryButton, 'u'],
      [panel.abortButton, 'q'],
      [panel.copyButton, 'c'],
      [panel.language, 'g'],
      [panel.detail('Medium'), 'd'],
      [panel.panel.getByRole('button', { name: 'Move beside the article' }), 'b'],
      [reader.article.getByRole('button', { name: 'Star' }), 's'],
    ] as const)
      expect(await button.getAttribute('aria-keyshortcuts')).toBe(key);
    expect(await panel.summaryButton.getAttribute('title')).toBe('Summary (u)');
    await page.keyboard.press('?');
    for (const name of ['Summarize', 'Abort the summary', 'Copy the summary', 'Next detail level'])
      await reader.dialog.getByText(name, { exact: true }).waitFor(soon);
    expect(await reader.dialog.locator('kbd').count()).toBe(24);
  });
});
