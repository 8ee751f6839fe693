import type { Page } from 'playwright';

/** Page object for /runs. */
export function runsPage(page: Page, baseUrl: string) {
  return {
    tab: (name: 'Runs' | 'Issues') => page.getByRole('tab', { name }),
    rows: page.getByRole('main').locator('tbody tr'),
    row: (text: string) => page.getByRole('main').locator('tbody tr', { hasText: text }),
    runPanel: page.getByRole('complementary', { name: 'Run', exact: true }),
    open: (search = '') => page.goto(`${baseUrl}/runs${search}`),
  };
}
