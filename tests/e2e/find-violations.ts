import axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Scope {
  /** The selector of the part to check. By default, it is the whole page. */
  part?: string;
  /** The axe rules to run. By default, all rules run. */
  rules?: string[];
  /** The axe rules that are left out. */
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

/** Waits until the screen itself is loaded. A list can show what a test waits for before that. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('Loading…', { exact: true }).count()).toBe(0);
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Emulates a system with a dark theme. */
export function darken(page: Page): Promise<void> {
  return useScheme(page, 'dark');
}

async function useScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const query = `matchMedia("(prefers-color-scheme: ${colorScheme})").matches`;
  await expect.poll(() => page.evaluate(query)).toBe(true);
  await untilPainted(page);
}

/** The themes that only a user can choose, because no system setting selects them. */
export const chosenThemes = ['sepia', 'black'];

/**
 * Finds too little contrast in the dark theme and in these themes, which differ only in colours. Leaves the page in
 * the light theme.
 */
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

/** Waits until every colour has its new value. A transition takes several frames, however short it is. */
export async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(twoFrames);
  await page.evaluate(
    'document.getAnimations().forEach((each) => each instanceof CSSTransition && each.finish())',
  );
  await page.evaluate(twoFrames);
}
