import { page } from 'vitest/browser';

/** Where the settings show what. */
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');

export const screen = {
  main,
  dialog,
  nav: page.getByRole('navigation', { name: 'Settings' }),
  alert: main.getByRole('alert'),
  heading: main.getByRole('heading', { level: 2 }),
  save: main.getByRole('button', { name: 'Save', exact: true }),
  card: (name: string) => main.getByRole('article', { name, exact: true }),
  field: (label: string) => main.getByLabelText(label, { exact: true }),
  button: (name: string) => main.getByRole('button', { name, exact: true }),
  /** The button of a dialog that does what it asks about. */
  yes: (name: string) => dialog.getByRole('button', { name, exact: true }),
};
