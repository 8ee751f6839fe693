import type { Page } from 'playwright';

/** Page object for /sessions. */
export function sessionsPage(page: Page, baseUrl: string) {
  const projects = page.getByRole('navigation', { name: 'Projects' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const session = page.getByRole('region', { name: 'Session', exact: true });
  const context = page.getByRole('complementary', { name: 'Context' });
  const turns = page.locator('article[data-turn]');
  return {
    timeline,
    session,
    context,
    turns,
    project: (name: string) => projects.getByRole('link', { name }),
    days: timeline.getByRole('heading', { level: 2 }),
    turn: (words: string) => turns.filter({ hasText: words }),
    observations: page.getByRole('list', { name: 'Observations' }).getByRole('listitem'),
    summaries: page.getByRole('group', { name: 'Session summary' }),
    search: timeline.getByRole('searchbox', { name: 'Search' }),
    hits: timeline.getByRole('list', { name: 'Matching records' }).getByRole('link'),
    sought: page.locator('[data-sought]'),
    contextText: page.getByTestId('context-text'),
    contextTokens: page.getByTestId('context-tokens'),
    dialog: page.getByRole('dialog'),
    openSession: timeline.getByRole('link', { name: 'Open session' }),
    activity: timeline.getByRole('figure', { name: 'Activity' }),
    scroller: page.locator('[data-scroller]'),
    open: (path = '/sessions') => page.goto(`${baseUrl}${path}`),
    async choose(item: string): Promise<void> {
      await timeline.getByRole('button', { name: 'More options for these sessions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    async confirm(): Promise<void> {
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  };
}
