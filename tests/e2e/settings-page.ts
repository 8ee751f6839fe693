import type { Page } from 'playwright';

/** Page object for /settings. */
export function settingsPage(page: Page, baseUrl: string) {
  const main = page.getByRole('main');
  return {
    main,
    nav: page.getByRole('navigation', { name: 'Settings' }),
    dialog: page.getByRole('dialog'),
    alert: main.getByRole('alert'),
    heading: main.getByRole('heading', { level: 2 }),
    card: (name: string) => main.getByRole('article', { name, exact: true }),
    field: (label: string) => main.getByLabel(label, { exact: true }),
    /** The fields under one of an agent's headings, whose labels also occur under others. */
    part: (title: string) =>
      main.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    save: main.getByRole('button', { name: 'Save', exact: true }),
    open: (place: string) => page.goto(`${baseUrl}/settings/${place}`),
    /** The elements that are wider than a phone of 390 pixels. */
    overflowing: (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('html, body, main, main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.getBoundingClientRect().right > 391 || element.matches('html, body, main'))
        .map((element) => element.outerHTML.slice(0, 120))`),
  };
}
