import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Scope {
  /** Of the page; all of it by default. */
  part?: string;
  /** All by default. */
  rules?: string[];
  /** Rules left out. */
  except?: string[];
}

/** What axe finds wrong with the page. */
export async function findViolations(
  page: Page,
  { part = 'html', rules, except = [] }: Scope = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** A list may have what a screen waits for before the screen itself has loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('Loading…', { exact: true }).count()).toBe(0);
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** To the dark theme of a system that has one. */
export function darken(page: Page): Promise<void> {
  return useScheme(page, 'dark');
}

async function useScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const query = `matchMedia("(prefers-color-scheme: ${colorScheme})").matches`;
  await expect.poll(() => page.evaluate(query)).toBe(true);
  await untilPainted(page);
}

/** Themes that no system asks for. */
export const chosenThemes = ['sepia', 'black'];

/** Too little contrast in the dark theme and in these. Themes differ only in colours. Leaves the page in the light one. */
export async function findFaint(
  page: Page,
  { part, themes }: Pick<Scope, 'part'> & { themes: readonly string[] },
): Promise<string[]> {
  const rules = ['color-contrast'];
  await darken(page);
  const found = await findViolations(page, { part, rules });
  const chosen = await page.evaluate<string | undefined>('document.documentElement.dataset.theme');
  for (const theme of themes) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await untilPainted(page);
    found.push(...(await findViolations(page, { part, rules })).map((each) => `${theme}: ${each}`));
  }
  const undo =
    chosen === undefined ? 'removeAttribute("data-theme")' : `dataset.theme = ${JSON.stringify(chosen)}`;
  await page.evaluate(`document.documentElement.${undo}`);
  await useScheme(page, 'light');
  return found;
}

/** Every colour has its new value: a transition, however short, takes frames. */
export async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(twoFrames);
  await page.evaluate(
    'document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())',
  );
  await page.evaluate(twoFrames);
}
