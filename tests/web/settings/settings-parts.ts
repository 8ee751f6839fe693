import { page } from 'vitest/browser';

/** The parts of the settings. */
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
  /** Finds the button that confirms the question of a dialog. */
  yes: (name: string) => dialog.getByRole('button', { name, exact: true }),
};
