import type { Locator, Page } from 'playwright';

/** Page object for the Summary Panel. */
export function panelPage(page: Page) {
  const panel = page.getByRole('region', { name: 'Summary', exact: true });
  return {
    panel,
    summaryButton: panel.getByRole('button', { name: 'Summary', exact: true }),
    abortButton: panel.getByRole('button', { name: 'Abort' }),
    copyButton: panel.getByRole('button', { name: 'Copy' }),
    clearButton: panel.getByRole('button', { name: 'Clear' }),
    retryButton: panel.getByRole('button', { name: 'Retry' }),
    expandButton: panel.getByRole('button', { expanded: false, name: 'Summary' }),
    collapseButton: panel.getByRole('button', { name: 'Hide summary' }),
    auto: panel.getByRole('checkbox', { name: 'Auto-summary' }),
    language: panel.getByRole('combobox', { name: 'Target Language' }),
    detail: (name: string) => panel.getByRole('radio', { name }),
    alert: panel.getByRole('alert'),
    shown: panel.getByTestId('shown-summary'),
    /** The shown summary once its run has ended. Before that, it may be visible but takes no focus. */
    complete: panel.locator('[data-testid="shown-summary"]:not([inert])'),
    growing: panel.getByTestId('growing-summary'),
    empty: panel.getByTestId('empty-slot'),
    dot: panel.getByTestId('summary-dot'),
    handle: panel.getByRole('separator'),
    metadata: (part: string): Locator => panel.locator(`[data-part="${part}"]`),
    async clear(item: 'Clear this summary' | 'Clear all summaries for this article'): Promise<void> {
      await panel.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
