import type { Page } from 'playwright-core';

/** The one search, from wherever it is opened. */
export function searchPage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search everything' });
  const list = dialog.getByRole('listbox', { name: 'Found' });
  return {
    dialog,
    field: dialog.getByRole('combobox', { name: 'Search everything' }),
    options: list.getByRole('option'),
    active: list.locator('[aria-selected=true]'),
    group: (name: string) => list.getByRole('group', { name }),
    groups: list.getByRole('group'),
    marks: list.locator('mark'),
    railButton: page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }),
    /** Opens it with its shortcut and searches. */
    async find(words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await dialog.waitFor();
      await dialog.getByRole('combobox').fill(words);
    },
  };
}
