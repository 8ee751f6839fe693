import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Page object for /spaces. */
export function spacesPage(page: Page, baseUrl: string) {
  const nav = page.getByRole('navigation', { name: 'Spaces and threads' });
  const thread = page.getByRole('region', { name: 'Thread' });
  const drawer = page.getByRole('complementary', { name: 'Summary so far' });
  const messages = thread.locator('article[data-seq]');
  const lastSeq = async (): Promise<number> =>
    (await messages.count()) === 0 ? 0 : Number(await messages.last().getAttribute('data-seq'));

  async function isAnswered(text: string, seqBefore: number): Promise<boolean> {
    if ((await lastSeq()) <= seqBefore + 1) return false;
    const questions = thread.locator('article[data-seq][data-role=user]');
    const asked = await questions.last().innerText();
    const isAnswer = (await messages.last().getAttribute('data-role')) === 'assistant';
    return isAnswer && asked.includes((text.trim().split('\n')[0] ?? '').slice(0, 60));
  }

  return {
    nav,
    thread,
    drawer,
    messages,
    pane: thread.getByRole('group', { name: 'Messages' }),
    answers: thread.locator('article[data-seq][data-role=assistant]'),
    dimmed: thread.locator('article[data-seq][data-dimmed]'),
    foldedCard: thread.getByTestId('folded-card'),
    memory: thread.getByTestId('memory'),
    growing: page.getByTestId('growing-answer'),
    partial: page.getByTestId('partial-answer'),
    queued: page.getByTestId('queued-message'),
    field: thread.getByRole('textbox', { name: 'Message', exact: true }),
    sendButton: thread.getByRole('button', { name: 'Send', exact: true }),
    stopButton: thread.getByRole('button', { name: 'Stop', exact: true }),
    retryButton: thread.getByRole('button', { name: 'Retry' }),
    alert: thread.getByRole('alert'),
    title: thread.getByRole('heading', { level: 1 }),
    toast: page.getByRole('main').getByTestId('toast'),
    summary: page.getByTestId('thread-summary'),
    made: page.getByTestId('summary-made'),
    meter: page.getByRole('meter'),
    boundary: (name: string | RegExp) => thread.getByRole('separator', { name }),
    search: nav.getByRole('searchbox', { name: 'Search' }),
    results: nav.getByRole('list', { name: 'Matching threads' }),
    threadLink: (title: string) => nav.getByRole('link', { name: title }),
    open: (path = '/spaces') => page.goto(`${baseUrl}${path}`),
    /** Writes and sends a message, and waits until its answer is stored. */
    async say(text: string): Promise<void> {
      const seqBefore = await lastSeq();
      await thread.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
      await page.keyboard.press('Enter');
      // The messages may still be loading: then only the text distinguishes the new question from the old ones.
      await expect.poll(() => isAnswered(text, seqBefore)).toBe(true);
      await thread.getByRole('button', { name: 'Send', exact: true }).waitFor();
    },
    async choose(item: string): Promise<void> {
      await thread.getByRole('button', { name: 'More options for this thread' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
