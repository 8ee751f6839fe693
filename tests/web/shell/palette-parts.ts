import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const dialog = page.getByRole('dialog', { name: 'Search and commands' });
const list = dialog.getByRole('listbox', { name: 'Results' });

/** The parts of the palette, wherever it is opened. */
export const palette = {
  dialog,
  field: dialog.getByRole('combobox', { name: 'Search and commands' }),
  options: list.getByRole('option'),
  active: list.css('[aria-selected=true]'),
  group: (name: string) => list.getByRole('group', { name }),
  labels: () =>
    list
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
};

/** Opens the palette by its shortcut. The palette has the focus afterwards. */
export async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette.field).toHaveFocus();
}

export async function find(words: string): Promise<void> {
  await openPalette();
  await palette.field.fill(words);
}

/** Types, waits for the command and runs it by Enter. */
export async function run(words: string, label: string): Promise<void> {
  await find(words);
  await expect.element(palette.active).toMatchTextContent(label);
  await userEvent.keyboard('{Enter}');
  await expect.element(palette.dialog).not.toBeInTheDocument();
  // The focus returns and the command runs in a separate task, after the dialog is gone.
  await new Promise((done) => setTimeout(() => setTimeout(done)));
}

export async function leavePalette(): Promise<void> {
  await expect.element(palette.field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette.dialog).not.toBeInTheDocument();
}

/** Opens the palette on a phone, where the tabs have no room for it and it is part of More. */
export async function openPaletteOnPhone(): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^More/ }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Search' }).click();
  await expect.element(palette.field).toHaveFocus();
}
