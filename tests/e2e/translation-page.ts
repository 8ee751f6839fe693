import type { Locator, Page } from 'playwright';

/** Page object for a translated article. */
export function translationPage(page: Page) {
  const article = page.getByRole('region', { name: 'Article' });
  const body = page.getByTestId('article');
  const bar = page.getByRole('region', { name: 'Translation' });
  const pairs = (state: string) => body.locator(`.pair[data-state="${state}"]`);
  return {
    /** The button in the article's toolbar. */
    button: article
      .getByRole('toolbar', { name: 'Article' })
      .getByRole('button', { name: 'Translate', exact: true }),
    bar,
    body,
    language: bar.getByRole('button', { name: 'Target Language' }),
    layout: (name: 'Under' | 'Beside' | 'Alone') => bar.getByRole('radio', { name }),
    progress: bar.getByTestId('translation-progress'),
    made: bar.getByTestId('translation-made'),
    abort: bar.getByRole('button', { name: 'Abort' }),
    rest: bar.getByRole('button', { name: 'Translate the rest' }),
    alert: bar.getByRole('alert'),
    pairs,
    done: pairs('done'),
    waiting: pairs('waiting'),
    targets: body.locator('.pair > .target:not([hidden])'),
    notes: article.locator('.translation-note'),
    tip: page.getByRole('dialog', { name: 'About this paragraph' }),
    pairOf: (words: string): Locator =>
      body.locator('.pair', { has: page.locator('.source', { hasText: words }) }),
    async choose(item: string): Promise<void> {
      await bar.getByRole('button', { name: 'More for this translation' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
  };
}
