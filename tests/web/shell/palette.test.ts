import { describe, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { type Settings, settingsSchema } from '#schema/settings.ts';
import { findViolations } from '../find-violations.ts';
import { openBridge } from './open-bridge.ts';
import { find, leavePalette, openPalette, openPaletteOnPhone, palette, run } from './palette-parts.ts';

const settings = settingsSchema.parse(inject('recordedAnswers')['settings.get']?.['']);
const panel = page.getByRole('region', { name: 'Summary', exact: true });
const { dataset } = document.documentElement;

describe('the palette', () => {
  test('offers what can be done now, and places to go', async () => {
    await openBridge();
    await openPalette();
    await expect
      .element(palette.group('Go to').getByRole('option', { name: 'Spaces', exact: true }))
      .toBeVisible();
    const labels = palette.labels();
    expect(labels[0]).toContain('Summary');
    expect(labels.filter((label) => /^(?:Abort|Copy)|Translate/.test(label))).toEqual([]);
    expect(await findViolations({ part: '[role="dialog"]' })).toEqual([]);
    await leavePalette();
  });

  test('changes the detail level, the language and the dock', async () => {
    await openBridge();
    await run('detailed', 'Detail Level: Detailed');
    await expect.element(panel.getByRole('radio', { name: 'Detailed' })).toBeChecked();
    await run('target german', 'Target Language: Deutsch');
    await expect.element(panel.getByRole('combobox', { name: 'Target Language' })).toHaveValue('de');
    await run('beside', 'Move the summary beside the article');
    await expect.element(panel).toHaveAttribute('data-dock', 'beside');
  });

  test('changes the theme and the list, and marks what is current', async () => {
    await openBridge();
    await run('sepia', 'Theme: Sepia');
    await expect.poll(() => dataset.theme).toBe('sepia');
    await run('list compact', 'List layout: Compact');
    await expect.poll(() => dataset.density).toBe('compact');
    await find('sepia');
    await expect.element(palette.group('Anywhere').getByText('Current')).toBeVisible();
  });

  test('turns Auto-summary on and off', async () => {
    await openBridge({ reader: { summaries: { start: new AppError('model_not_configured', 'No model.') } } });
    const auto = panel.getByRole('checkbox', { name: 'Auto-summary' });
    await run('auto', 'Turn on Auto-summary');
    await expect.element(auto).toBeChecked();
    await run('auto', 'Turn off Auto-summary');
    await expect.element(auto).not.toBeChecked();
  });

  test('switches the model for summaries, and says if that fails', async () => {
    let now: Settings = settings;
    const app = await openBridge({
      settings: {
        get: () => now,
        patch() {
          const summaryAgent = { ...now.summaryAgent, primaryModelProfileId: builtinModelProfileId };
          now = { ...now, summaryAgent };
          return now;
        },
      },
    });
    await run('offline', 'Model for summaries: Offline model');
    await expect
      .poll(() => app.asked('settings.patch'))
      .toEqual([[{ summaryAgent: { primaryModelProfileId: 'builtin' } }]]);
    app.script({ settings: { patch: new AppError('conflict', 'It was changed elsewhere.') } });
    await run('scripted', 'Model for summaries: Scripted');
    await expect.element(page.getByTestId('toast').filter({ hasText: 'change the model' })).toBeVisible();
    expect(app.asked('settings.patch')).toHaveLength(2);
  });

  test('goes to screens, feeds and pages of Settings', async () => {
    const app = await openBridge();
    for (const [words, label, place] of [
      ['precis', 'Precis Sampler', '/reader/unread?feed=1'],
      ['spend', 'Settings: Spending', '/settings/spending'],
      ['starred', 'Starred', '/reader/starred'],
      ['runs', 'Runs & Issues', '/runs'],
    ] as const) {
      await run(words, label);
      await expect.poll(app.place).toBe(place);
    }
  });

  test('shows what was used last first, and keeps no typed words', async () => {
    await openBridge();
    const recent = palette.group('Recent').getByRole('option');
    await run('theme dark', 'Theme: Dark');
    await run('short detail', 'Detail Level: Short');
    await openPalette();
    await expect.element(palette.options.first()).toBeVisible();
    expect(recent.elements()).toEqual([]);
    await leavePalette();
    await run('theme light', 'Theme: Light');
    await openPalette();
    await expect.element(recent.first()).toMatchTextContent('Theme: Dark');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('theme light');
  });

  test('shows what was used in an earlier visit', async () => {
    await openBridge({}, { kept: { 'precis.recent-commands': 'theme-dark\nno-such-command\ngo-spaces' } });
    await openPalette();
    const recent = palette.group('Recent').getByRole('option');
    await expect
      .poll(() => recent.elements().map((option) => option.textContent))
      .toEqual(['Theme: Dark', 'Spaces']);
  });

  test('gives the focus back before a command takes it', async () => {
    await openBridge();
    const star = page.getByRole('region', { name: 'Article' }).getByRole('button', { name: 'Star' });
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
    (star.element() as HTMLElement).focus();
    await run('star', 'Star');
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');
    await expect.element(star).toHaveFocus();
    await run('remove star', 'Remove star');
    await run('add page', 'Add: Page');
    const add = page.getByRole('dialog', { name: 'Add' });
    // A dialog that does not have the focus yet would take it from the palette.
    await expect.poll(() => add.query()?.contains(document.activeElement)).toBe(true);
    await openPalette();
    await leavePalette();
    await add.getByRole('button', { name: 'Close' }).click();
    await expect.element(add).not.toBeInTheDocument();
    await expect.element(star).toHaveFocus();
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  });

  test('offers only commands after “>”, and fits a phone', async () => {
    await openBridge({}, { width: 390, height: 844 });
    await openPaletteOnPhone();
    await palette.field.fill('bridge');
    await expect.element(palette.group('Entries').getByRole('option').first()).toBeVisible();
    await palette.field.fill('>dark');
    await expect.element(palette.group('Anywhere').getByRole('option').first()).toBeVisible();
    await expect.poll(() => palette.group('Entries').query()).toBeNull();
    expect(palette.dialog.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
    await palette.options.first().click();
    await expect.poll(() => dataset.theme).toBe('dark');
    await userEvent.keyboard('{Escape}');
  });
});
