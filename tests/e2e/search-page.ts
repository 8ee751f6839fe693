import type { Page } from 'playwright';

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
    marks: list.locator('mark'),
    /** Opens it by its shortcut and enters the words. */
    async find(words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await dialog.waitFor();
      await dialog.getByRole('combobox').fill(words);
    },
  };
}
