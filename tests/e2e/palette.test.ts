import { describe, expect, test } from 'vitest';
import { findViolations } from './find-violations.ts';
import { leaveDialog } from './leave-dialog.ts';
import { searchPage } from './search-page.ts';
import { soon } from './soon.ts';
import { useOfflineModel } from './use-model.ts';
import { bridge, slowWords, textOf, usePanelBench } from './use-panel-bench.ts';

const { client, url, model, useModel, idOf, openEntry } = usePanelBench();

async function openPalette() {
  const opened = await openEntry();
  const palette = searchPage(opened.page);
  return {
    ...opened,
    palette,
    /** Types, waits for the command and runs it by Enter. */
    async run(words: string, label: string): Promise<void> {
      await palette.find(words);
      await expect.poll(async () => (await textOf(palette.active)) ?? '', soon).toContain(label);
      await opened.page.keyboard.press('Enter');
      await palette.dialog.waitFor({ state: 'detached' });
      // The focus is given back and the command runs in a task of its own, after the dialog is gone.
      await opened.page.evaluate('new Promise((done) => setTimeout(() => setTimeout(done)))');
    },
    labels: () => palette.options.allInnerTexts(),
  };
}

describe('the palette', () => {
  test('offers what can be done now, and places to go', async () => {
    const { page, palette, labels, complaints } = await openPalette();
    await page.keyboard.press('Control+k');
    await palette.group('Go to').getByRole('option', { name: 'Spaces' }).waitFor(soon);
    const first = await labels();
    expect(first[0]).toContain('Summary');
    expect(first.some((label) => label.startsWith('Abort') || label.startsWith('Copy'))).toBe(false);
    expect(first.some((label) => label.includes('Translate'))).toBe(false);
    expect(await findViolations(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });

  test('summarizes, copies and aborts', async () => {
    const { page, panel, palette, run, labels } = await openPalette();
    await run('sum', 'Summary');
    await panel.shown.waitFor(soon);
    await run('copy', 'Copy');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const { items } = await client().reader.entries.list({ view: 'all' });
    const entry = items.find(({ title }) => title === bridge);
    if (entry === undefined) throw new Error('no entry');
    const [stored] = (await client().reader.summaries.list(entry.id)).items;
    await expect.poll(copied, soon).toBe(stored?.summary.text);
    await useModel();
    model().script(slowWords);
    await run('summary', 'Summary');
    await panel.growing.waitFor(soon);
    // Offered as long as the run goes on, without being opened again.
    await palette.find('>abort');
    await expect.poll(async () => (await labels()).join(), soon).toContain('Abort');
    await page.keyboard.press('Enter');
    await panel.growing.waitFor({ state: 'detached', ...soon });
  });

  test('changes the detail level, the language, the theme, the list, the dock and Auto-summary', async () => {
    const { page, panel, palette, run } = await openPalette();
    await run('detailed', 'Detail Level: Detailed');
    await expect.poll(() => panel.detail('Detailed').isChecked(), soon).toBe(true);
    await run('target german', 'Target Language: Deutsch');
    await expect.poll(() => panel.language.inputValue(), soon).toBe('de');
    await run('sepia', 'Theme: Sepia');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme'), soon).toBe('sepia');
    await run('list compact', 'List layout: Compact');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.density'), soon).toBe('compact');
    await run('auto', 'Turn on Auto-summary');
    await expect.poll(() => panel.auto.isChecked(), soon).toBe(true);
    await run('auto', 'Turn off Auto-summary');
    await expect.poll(() => panel.auto.isChecked(), soon).toBe(false);
    await run('beside', 'Move the summary beside the article');
    await expect.poll(() => panel.panel.getAttribute('data-dock'), soon).toBe('beside');
    await palette.find('sepia');
    await palette.group('Anywhere').getByText('Current').waitFor(soon);
  });

  test('switches the model for summaries, and says if that fails', async () => {
    const { page, run } = await openPalette();
    const used = async () => (await client().settings.get()).summaryAgent.primaryModelProfileId;
    await useModel({ name: 'House model' });
    await useOfflineModel(client());
    await run('house', 'Model for summaries: House model');
    await expect.poll(used, soon).toBe('scripted');
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            json: { code: 'conflict' },
          })
        : route.continue(),
    );
    await run('offline', 'Model for summaries: Offline model');
    await page.getByTestId('toast').getByText('change the model').waitFor(soon);
    expect(await used()).toBe('scripted');
  });

  test('goes to screens, feeds and pages of Settings', async () => {
    const { page, run } = await openPalette();
    const path = () => `${new URL(page.url()).pathname}${new URL(page.url()).search}`;
    const { feeds } = await client().reader.subscriptions();
    const feed = feeds[0];
    if (feed === undefined) throw new Error('no feed');
    await run(feed.title.slice(0, 6), feed.title);
    await expect.poll(path, soon).toBe(`/reader/unread?feed=${feed.id}`);
    await run('spend', 'Settings: Spending');
    await expect.poll(path, soon).toBe('/settings/spending');
    await run('starred', 'Starred');
    await expect.poll(path, soon).toBe('/reader/starred');
    await run('runs', 'Runs & Issues');
    await expect.poll(path, soon).toBe('/runs');
  });

  test('shows what was used last first, and keeps no typed words', async () => {
    const { page, palette, run } = await openPalette();
    await run('theme dark', 'Theme: Dark');
    await run('short detail', 'Detail Level: Short');
    await page.reload();
    await page.getByTestId('article').waitFor();
    await page.keyboard.press('Control+k');
    await palette.options.first().waitFor(soon);
    await expect
      .poll(async () => (await palette.group('Recent').getByRole('option').allInnerTexts()).length, soon)
      .toBe(0);
    await leaveDialog(page);
    await palette.dialog.waitFor({ state: 'detached' });
    await run('theme light', 'Theme: Light');
    await page.keyboard.press('Control+k');
    await expect
      .poll(() => palette.group('Recent').getByRole('option').first().innerText(), soon)
      .toContain('Theme: Dark');
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain('theme light');
  });

  test('gives the focus back before a command takes it', async () => {
    await client().reader.entries.patch(await idOf(bridge), { starred: false });
    const { page, reader, palette, run } = await openPalette();
    const star = reader.article.getByRole('button', { name: 'Star' });
    await star.focus();
    await run('star', 'Star');
    await expect.poll(() => star.getAttribute('aria-pressed'), soon).toBe('true');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Star');
    await run('remove star', 'Remove star');
    await run('add page', 'Add: Page');
    await page.getByRole('dialog', { name: 'Add' }).waitFor(soon);
    await page.keyboard.press('Control+k');
    await palette.field.and(page.locator(':focus')).waitFor(soon);
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'Add' }).getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel'), soon).toBe('Star');
  });

  test('offers only commands after “>”, and fits a phone', async () => {
    const { page } = await openPalette();
    const narrow = await openEntry(bridge, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await page.close();
    const palette = searchPage(narrow.page);
    await palette.tap();
    await palette.field.fill('bridge');
    await palette.group('Entries').getByRole('option').first().waitFor(soon);
    await palette.field.fill('>dark');
    await palette.group('Anywhere').getByRole('option').first().waitFor(soon);
    await expect.poll(() => palette.group('Entries').count(), soon).toBe(0);
    const box = await palette.dialog.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await palette.options.first().tap();
    await expect
      .poll(() => narrow.page.evaluate('document.documentElement.dataset.theme'), soon)
      .toBe('dark');
    expect(narrow.page.url()).toContain(url());
  });
});
