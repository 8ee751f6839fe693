import { describe, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import type { EntryPage } from '#schema/reader-wire.ts';
import { openApp } from '../open-app.ts';
import { bridge, entryPage } from './open-bridge.ts';
import { find, leavePalette, openPaletteOnPhone, palette } from './palette-parts.ts';
import { findsEverything, found, optionCount, words } from './search-answers.ts';

const { sessionId, threadId } = inject('world');
const rail = page.getByRole('navigation', { name: 'Main' });
const focused = () => document.activeElement;

describe('the global search', () => {
  test.each(['/reader/all', '/spaces', '/conversations', '/sessions', '/runs', '/settings/about'])(
    'opens from %s, by shortcut and by button, and closes again',
    async (path) => {
      await openApp(path);
      const button = rail.getByRole('button', { name: 'Search' });
      await expect.element(button).toBeVisible();
      await userEvent.keyboard('{Control>}k{/Control}');
      await expect.element(palette.field).toHaveFocus();
      await userEvent.keyboard('{Control>}k{/Control}');
      await expect.element(palette.dialog).not.toBeInTheDocument();
      await button.click();
      await leavePalette();
      await expect.poll(() => focused()?.textContent).toBe('Search');
    },
  );

  test('leaves “/” to a screen with its own search', async () => {
    await openApp('/reader/all');
    await expect.element(page.getByRole('list', { name: 'Entries' })).toBeVisible();
    await userEvent.keyboard('/');
    await expect.poll(() => focused()?.getAttribute('type')).toBe('search');
    await rail.getByRole('link', { name: 'Sessions' }).click();
    await expect.element(page.css('article[data-turn]').first()).toBeVisible();
    await userEvent.keyboard('/');
    await expect.poll(() => focused()?.getAttribute('type')).toBe('search');
    await userEvent.keyboard('/');
    expect(palette.dialog.query()).toBeNull();
    await rail.getByRole('link', { name: /^Runs & Issues/ }).click();
    await expect.element(page.getByRole('heading', { name: 'Runs & Issues' })).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(palette.field).toHaveFocus();
    await expect.element(palette.field).toHaveValue('');
  });

  test('is navigated by arrow keys, wrapping at the ends, and opens the selection with Enter', async () => {
    await openApp('/runs', findsEverything);
    await find(words);
    await expect.poll(palette.labels).toHaveLength(optionCount);
    const titles = palette.labels();
    const { active, field } = palette;
    const isActive = async (at: number) => {
      await expect.element(active).toHaveTextContent(String(titles.at(at)));
    };
    await isActive(0);
    await userEvent.keyboard('{ArrowUp}');
    await isActive(-1);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await isActive(1);
    await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id);
    expect(focused()?.role).toBe('combobox');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(palette.dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name: bridge.title })).toBeVisible();
  });

  test('links to the message, the conversation and the record that was found', async () => {
    const app = await openApp('/runs', findsEverything);
    await find(words);
    await palette.group('Threads').getByRole('option').click();
    await expect.poll(app.place).toBe(`/spaces/thread/${threadId}?message=${found.message.seq}`);
    await expect
      .element(page.css(`[data-seq="${found.message.seq}"] [data-body]`))
      .toMatchTextContent(found.message.text);
    await find(words);
    await palette.group('Conversations').getByRole('option').click();
    await expect.poll(app.place).toBe('/conversations/trip');
    await find(words);
    await palette.group('Sessions').getByRole('option').first().click();
    await expect.poll(app.place).toBe(`/sessions/${sessionId}?at=S1`);
    await expect.element(page.css('[data-sought]')).toMatchTextContent('It is fixed.');
  });

  test('shows results while one kind is slow, and says which kind failed', async () => {
    const released = Promise.withResolvers<EntryPage>();
    await openApp('/runs', {
      ...findsEverything,
      reader: { entries: { list: () => released.promise } },
      threads: { search: new AppError('not_found', 'It cannot be searched.') },
    });
    await find(words);
    await expect.element(palette.group('Sessions').getByRole('option').first()).toBeVisible();
    await expect.element(palette.dialog.getByText('Threads could not be searched.')).toBeVisible();
    expect(palette.group('Entries').query()).toBeNull();
    released.resolve(entryPage);
    await expect.element(palette.group('Entries').getByRole('option').first()).toBeVisible();
  });

  test('stores nothing about the search', async () => {
    await openApp('/runs', findsEverything);
    await find('harbour');
    await expect.element(palette.options.first()).toBeVisible();
    await leavePalette();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette.field).toHaveFocus();
    await expect.element(palette.field).toHaveValue('');
    expect(palette.group('Entries').query()).toBeNull();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('harbour');
  });

  test('fits on a narrow screen', async () => {
    const app = await openApp('/runs', findsEverything, { width: 390, height: 844 });
    await openPaletteOnPhone();
    await palette.field.fill(words);
    await expect.poll(palette.labels).toHaveLength(optionCount);
    const { left, right } = palette.dialog.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    await palette.group('Sessions').getByRole('option').first().click();
    await expect.element(page.getByRole('region', { name: 'Session', exact: true })).toBeVisible();
    expect(app.asked('sessions.search')).toContainEqual([expect.objectContaining({ by: 'words' })]);
  });

  test('supports Chinese', async () => {
    await openApp('/runs', findsEverything, { kept: { 'precis.language': 'zh-Hans' } });
    await page.getByRole('button', { name: '搜索', exact: true }).click();
    await page.getByRole('combobox', { name: '搜索与命令' }).fill(words);
    await expect.element(page.getByRole('group', { name: '编程会话' })).toBeVisible();
  });
});
