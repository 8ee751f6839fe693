import type { Page } from 'playwright';

/** Page object for /conversations. */
export function conversationsPage(page: Page, baseUrl: string) {
  const nav = page.getByRole('navigation', { name: 'Conversations' });
  const pane = page.getByRole('group', { name: 'Turns' });
  return {
    pane,
    turns: pane.locator('article[data-seq]'),
    turn: (number: number) => pane.locator(`article[data-seq="${number}"]`),
    narrative: page.getByTestId('narrative'),
    pending: page.getByTestId('pending'),
    doing: pane.getByText('Processing turn'),
    row: (id: string) => nav.getByRole('link', { name: id }),
    open: (path = '/conversations') => page.goto(`${baseUrl}${path}`),
  };
}
