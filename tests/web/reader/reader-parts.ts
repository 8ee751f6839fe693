import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const feeds = page.getByRole('navigation', { name: 'Feeds' });
const list = page.getByRole('list', { name: 'Entries' });
const article = page.getByRole('region', { name: 'Article' });

/** The parts of the Reader. */
export const reader = {
  feeds,
  list,
  article,
  dialog: page.getByRole('dialog'),
  rows: list.getByRole('listitem'),
  row: (title: string) => list.getByRole('link', { name: title, exact: false }),
  current: page.css('[role=list][aria-label=Entries] [aria-current=page]'),
  title: article.getByRole('heading', { level: 1 }).first(),
  body: page.getByTestId('article'),
  search: page.getByRole('searchbox', { name: 'Search' }),
  feed: (name: string) => feeds.getByRole('link', { name, exact: false }),
  async openEntry(title: string): Promise<void> {
    await list.getByRole('link', { name: title, exact: false }).click();
    await article.getByRole('heading', { level: 1, name: title }).findElement();
  },
  async chooseLayout(name: string): Promise<void> {
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'List layout' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  },
};

export function focus(element: Element): void {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
}

export function isShown(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true }) ?? false;
}

export async function leaveDialog(): Promise<void> {
  // Escape closes a dialog only once it has the focus.
  await expect.poll(() => reader.dialog.query()?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => reader.dialog.query()).toBeNull();
}
