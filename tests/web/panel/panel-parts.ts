import { expect, inject } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';
import { coast } from './summary-answers.ts';

const panel = page.getByRole('region', { name: 'Summary', exact: true });
const shown = panel.getByTestId('shown-summary');

/** The parts of the Summary Panel and of what it opens. */
export const parts = {
  panel,
  shown,
  summaryButton: panel.getByRole('button', { name: 'Summary', exact: true }),
  abortButton: panel.getByRole('button', { name: 'Abort', exact: false }),
  clearButton: panel.getByRole('button', { name: 'Clear', exact: false }),
  language: panel.getByRole('combobox', { name: 'Target Language' }),
  detail: (name: string) => panel.getByRole('radio', { name }),
  auto: panel.getByRole('checkbox', { name: 'Auto-summary' }),
  alert: panel.getByRole('alert'),
  growing: panel.getByTestId('growing-summary'),
  empty: panel.getByTestId('empty-slot'),
  metadata: (part: string) => panel.css(`[data-part="${part}"]`),
  line: panel.css('[data-part="grounding"]'),
  article: page.getByTestId('article'),
  sentence: (text: string) => shown.getByRole('link', { name: text, exact: false }),
  tip: page.getByTestId('sentence-tip'),
  details: page.getByRole('dialog', { name: 'Check against the article' }),
  openDetails: () => panel.getByRole('button', { name: 'Check against the article', exact: false }).click(),
  beside: panel.getByRole('button', { name: 'Move beside the article' }),
  below: panel.getByRole('button', { name: 'Move below the article' }),
  strip: page.getByTestId('evidence'),
  note: page.getByTestId('repair-note'),
  stateOf: (text: string) =>
    shown.getByRole('link', { name: text, exact: false }).query()?.getAttribute('data-state'),
  failure: page.getByTestId('check-failure'),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  row: (title: string) =>
    page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: new RegExp(title) }),
};

type OpenOptions = NonNullable<Parameters<typeof openApp>[2]>;

/** Opens the article on the bridge with its panel. */
export async function openBridge(answers: Answers, options: OpenOptions = {}) {
  const app = await openApp(`/reader/all/${inject('world').entryId}`, answers, options);
  await expect.element(parts.article).toBeVisible();
  await expect.element(parts.panel).toBeVisible();
  // A pointer that still rests where the last test left it would open a tip.
  await movePointerAway();
  return app;
}

export async function openCoast(): Promise<void> {
  await parts.row(coast).click();
  await expect.element(page.getByRole('heading', { level: 1, name: coast })).toBeVisible();
}

export function movePointerAway(): Promise<void> {
  return userEvent.hover(document.body, { position: { x: 5, y: 5 } });
}

/** The visible text, or null while the element is absent. */
export function textOf(locator: Locator): string | null {
  const element = locator.query();
  return element instanceof HTMLElement ? element.innerText : null;
}

export function textsOf(locator: Locator): string[] {
  return locator.elements().map((element) => (element as HTMLElement).innerText);
}

/** The words under a highlight of the article. */
export function marked(name = 'passage'): string {
  return Array.from(CSS.highlights.get(name) ?? [], String).join(' | ');
}

/** Whether the paragraph with these words is visible in the article's pane. */
export function isInSight(words: string): boolean {
  const article = parts.article.element();
  const pane = article.closest('section')?.getBoundingClientRect();
  const block = Array.from(article.children).find(({ textContent }) => textContent.includes(words));
  const box = block?.getBoundingClientRect();
  return pane !== undefined && box !== undefined && box.top < pane.bottom && box.bottom > pane.top;
}

/** The position of every line of a text, box by box. */
export function linesOf(text: Locator): number[][] {
  return Array.from(text.element().querySelectorAll('p, li'), (block) => {
    const { x, y, width, height } = block.getBoundingClientRect();
    return [x, y, width, height];
  });
}

/** How text is underlined, and its colour or that of the line. */
export function lookOf(locator: Locator): { line: string; colour: string } {
  const { textDecorationLine, textDecorationStyle, textDecorationColor } = getComputedStyle(
    locator.element(),
  );
  return { line: textDecorationLine === 'none' ? 'none' : textDecorationStyle, colour: textDecorationColor };
}
