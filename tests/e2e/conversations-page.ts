import type { Page } from 'playwright-core';

/** Page object for /conversations. */
export function conversationsPage(page: Page, baseUrl: string) {
  const nav = page.getByRole('navigation', { name: 'Conversations' });
  const pane = page.getByRole('group', { name: 'Turns' });
  return {
    nav,
    pane,
    turns: pane.locator('article[data-seq]'),
    turn: (number: number) => pane.locator(`article[data-seq="${number}"]`),
    dimmed: pane.locator('article[data-dimmed]'),
    narrative: page.getByTestId('narrative'),
    context: page.getByRole('complementary', { name: 'Context' }),
    pending: page.getByTestId('pending'),
    doing: pane.getByText('Processing turn'),
    earlier: pane.getByRole('button', { name: 'Show earlier turns' }),
    boundary: (name: string) => pane.getByRole('separator', { name }),
    row: (id: string) => nav.getByRole('link', { name: id }),
    open: (path = '/conversations') => page.goto(`${baseUrl}${path}`),
    async choose(item: string): Promise<void> {
      await page.getByRole('button', { name: 'More options for this conversation' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
