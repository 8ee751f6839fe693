import axe from 'axe-core';

interface Scope {
  /** The CSS selector of the part to check. By default, it is the whole page. */
  part?: string;
  /** The axe rules to run. By default, all rules run. */
  rules?: string[];
  /** The axe rules that are left out. */
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

/** Finds too little contrast in these themes, which differ only in colours. Leaves the page in the last one. */
export async function findFaint(themes: readonly string[], { part }: Pick<Scope, 'part'>): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme;
    const faint = await findViolations({ part, rules: ['color-contrast'] });
    found.push(...faint.map((each) => `${theme}: ${each}`));
  }
  return found;
}

/**
 * Waits until every colour has its new value. A transition takes several frames, however short it is, and when it ends,
 * those of the elements inside begin.
 */
async function untilPainted(): Promise<void> {
  for (;;) {
    await twoFrames();
    const running = document.getAnimations().filter((each) => each instanceof CSSTransition);
    if (running.length === 0) return;
    for (const each of running) each.finish();
  }
}

function twoFrames(): Promise<number> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
