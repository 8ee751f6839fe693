import type { Locator, Page } from 'playwright-core';

/** The screen at /, as a reader uses it. */
export function summarizePage(page: Page, baseUrl: string) {
  const panel = page.getByRole('region', { name: 'Summary' });
  const source = page.getByRole('region', { name: 'Source' });
  return {
    panel,
    source,
    text: source.getByRole('textbox', { name: 'Text to summarize' }),
    title: source.getByRole('textbox', { name: 'Title (optional)' }),
    address: source.getByRole('textbox', { name: 'Address of a page' }),
    summaryButton: panel.getByRole('button', { name: 'Summary', exact: true }),
    abortButton: panel.getByRole('button', { name: 'Abort' }),
    copyButton: panel.getByRole('button', { name: 'Copy' }),
    retryButton: panel.getByRole('button', { name: 'Retry' }),
    anywayButton: panel.getByRole('button', { name: 'Summarize anyway' }),
    alert: panel.getByRole('alert'),
    shown: panel.getByTestId('shown-summary'),
    growing: panel.getByTestId('growing-summary'),
    metadata: (part: string): Locator => panel.locator(`[data-part="${part}"]`),
    open: () => page.goto(`${baseUrl}/`),
    async summarize(text: string, title = ''): Promise<void> {
      await this.text.fill(text);
      if (title !== '') await this.title.fill(title);
      await this.summaryButton.click();
    },
  };
}
