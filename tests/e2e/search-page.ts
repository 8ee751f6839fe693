import type { Page } from 'playwright-core';

/** Page object for the global search, wherever it is opened. */
export function searchPage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  const list = dialog.getByRole('listbox', { name: 'Results' });
  return {
    dialog,
    field: dialog.getByRole('combobox', { name: 'Search and commands' }),
    options: list.getByRole('option'),
    active: list.locator('[aria-selected=true]'),
    group: (name: string) => list.getByRole('group', { name }),
    groups: list.getByRole('group'),
    marks: list.locator('mark'),
    railButton: page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }),
    /** Opens it on a phone. */
    async tap(): Promise<void> {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).tap();
      await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search' }).tap();
      await dialog.waitFor();
    },
    /** Opens it by its shortcut and enters the words. */
    async find(words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await dialog.waitFor();
      await dialog.getByRole('combobox').fill(words);
    },
  };
}
