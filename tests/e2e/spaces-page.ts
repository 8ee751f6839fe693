import type { Page } from 'playwright-core';

/** The screen at /spaces, as a reader uses it. */
export function spacesPage(page: Page, baseUrl: string) {
  const nav = page.getByRole('navigation', { name: 'Spaces and threads' });
  const thread = page.getByRole('region', { name: 'Thread' });
  const drawer = page.getByRole('complementary', { name: 'Summary so far' });
  const messages = thread.locator('article[data-seq]');
  return {
    nav,
    thread,
    drawer,
    messages,
    pane: thread.getByRole('group', { name: 'Messages' }),
    answers: thread.locator('article[data-seq][data-role=assistant]'),
    dimmed: thread.locator('article[data-seq][data-dimmed]'),
    growing: page.getByTestId('growing-answer'),
    partial: page.getByTestId('partial-answer'),
    field: thread.getByRole('textbox', { name: 'Message', exact: true }),
    sendButton: thread.getByRole('button', { name: 'Send', exact: true }),
    stopButton: thread.getByRole('button', { name: 'Stop', exact: true }),
    retryButton: thread.getByRole('button', { name: 'Retry' }),
    jumpButton: thread.getByRole('button', { name: 'Jump to newest' }),
    alert: thread.getByRole('alert'),
    title: thread.getByRole('heading', { level: 1 }),
    toast: page.getByTestId('toast'),
    summary: page.getByTestId('thread-summary'),
    made: page.getByTestId('summary-made'),
    meter: page.getByRole('meter'),
    boundary: (name: string | RegExp) => thread.getByRole('separator', { name }),
    search: nav.getByRole('searchbox', { name: 'Search' }),
    results: nav.getByRole('list', { name: 'Threads found' }),
    threadLink: (title: string) => nav.getByRole('link', { name: title }),
    open: (path = '/spaces') => page.goto(`${baseUrl}${path}`),
    /** Writes, sends and waits until the answer is stored. */
    async say(text: string): Promise<void> {
      const before = await messages.count();
      await thread.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
      await page.keyboard.press('Enter');
      await messages.nth(before + 1).waitFor({ timeout: 15_000 });
      await thread.getByRole('button', { name: 'Send', exact: true }).waitFor();
    },
    async choose(item: string): Promise<void> {
      await thread.getByRole('button', { name: 'More for this thread' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
