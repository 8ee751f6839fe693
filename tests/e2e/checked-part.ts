import type { Locator, Page } from 'playwright';

/** Page object for a checked summary outside the reader, which is checked against the `source`. */
export function checkedPart(page: Page, part: Locator, source: string) {
  const name = `Check against the ${source}`;
  const sentence = (text: string) => part.getByRole('link', { name: text });
  return {
    part,
    sentence,
    line: part.locator('[data-part="grounding"]'),
    details: page.getByRole('dialog', { name }),
    tip: page.getByTestId('sentence-tip'),
    note: part.getByTestId('repair-note'),
    arrived: part.locator('[data-arrived]'),
    button: (label: string) => page.getByRole('button', { name: label, exact: true }),
    stateOf: (text: string) => sentence(text).getAttribute('data-state'),
    openDetails: () => part.getByRole('button', { name }).click(),
  };
}
