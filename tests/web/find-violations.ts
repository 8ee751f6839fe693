import axe from 'axe-core';

interface Scope {
  /** Of the page, as a CSS selector; all of it by default. */
  part?: string;
  /** All by default. */
  rules?: string[];
  /** Rules left out. */
  except?: string[];
}

/** What axe finds wrong with the page. */
export async function findViolations({ part = 'html', rules, except = [] }: Scope = {}): Promise<string[]> {
  await untilPainted();
  const { violations } = await axe.run(part, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}

/** Too little contrast in these themes, which differ only in colours. Leaves the page in the last one. */
export async function findFaint(themes: readonly string[], { part }: Pick<Scope, 'part'>): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme;
    const faint = await findViolations({ part, rules: ['color-contrast'] });
    found.push(...faint.map((each) => `${theme}: ${each}`));
  }
  return found;
}

/** Every colour has its new value: a transition, however short, takes frames. */
async function untilPainted(): Promise<void> {
  await twoFrames();
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
  await twoFrames();
}

function twoFrames(): Promise<number> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
