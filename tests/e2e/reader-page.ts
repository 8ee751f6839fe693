import type { Page } from 'playwright';

/** Page object for the Reader. */
export function readerPage(page: Page, baseUrl: string) {
  const feeds = page.getByRole('navigation', { name: 'Feeds' });
  const list = page.getByRole('list', { name: 'Entries' });
  const article = page.getByRole('region', { name: 'Article' });
  const dialog = page.getByRole('dialog');
  return {
    feeds,
    list,
    article,
    dialog,
    rows: list.getByRole('listitem'),
    row: (title: string) => list.getByRole('link', { name: title }),
    title: article.getByRole('heading', { level: 1 }).first(),
    body: page.getByTestId('article'),
    search: page.getByRole('searchbox', { name: 'Search' }),
    view: page.getByRole('combobox', { name: 'Show' }),
    feed: (name: string) => feeds.getByRole('link', { name }),
    open: (path = '/') => page.goto(`${baseUrl}${path}`),
    async openEntry(title: string): Promise<void> {
      await list.getByRole('link', { name: title }).click();
      await article.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    async choose(feed: string, ...items: string[]): Promise<void> {
      await feeds.getByRole('link', { name: feed }).hover();
      await feeds.getByRole('button', { name: `More options for ${feed}` }).click();
      for (const item of items) await page.getByRole('menu').last().getByText(item, { exact: true }).click();
    },
  };
}
