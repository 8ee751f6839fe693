import type { Page } from 'playwright-core';

/** Page object for /runs. */
export function runsPage(page: Page, baseUrl: string) {
  return {
    tab: (name: 'Runs' | 'Issues') => page.getByRole('tab', { name }),
    rows: page.getByRole('main').locator('tbody tr'),
    row: (text: string) => page.getByRole('main').locator('tbody tr', { hasText: text }),
    filter: page.getByRole('combobox', { name: 'Status' }),
    runPanel: page.getByRole('complementary', { name: 'Run', exact: true }),
    issuePanel: page.getByRole('complementary', { name: 'Issue', exact: true }),
    open: (search = '') => page.goto(`${baseUrl}/runs${search}`),
  };
}
