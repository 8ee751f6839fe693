import { type Locator, page } from 'vitest/browser';

const article = page.getByRole('region', { name: 'Article' });
const toolbar = article.getByRole('toolbar', { name: 'Article' });
const body = page.getByTestId('article');
const bar = page.getByRole('region', { name: 'Translation' });
const pairs = (state: string) => body.css(`.pair[data-state="${state}"]`);

/** The parts of a translated article. */
export const articlePage = {
  body,
  bar,
  button: toolbar.getByRole('button', { name: 'Translate', exact: true }),
  languageMenu: toolbar.getByRole('button', { name: 'Translate into' }),
  language: bar.getByRole('button', { name: /^Target Language: / }),
  layout: (name: 'Under' | 'Beside' | 'Alone') => bar.getByRole('radio', { name }),
  progress: bar.getByTestId('translation-progress'),
  made: bar.getByTestId('translation-made'),
  marked: bar.getByTestId('translation-marked'),
  abort: bar.getByRole('button', { name: 'Abort' }),
  rest: bar.getByRole('button', { name: 'Translate the rest' }),
  retry: bar.getByRole('button', { name: 'Retry' }),
  alert: bar.getByRole('alert'),
  pairs,
  done: pairs('done'),
  waiting: pairs('waiting'),
  targets: body.css('.pair > .target:not([hidden])'),
  notes: article.css('.translation-note'),
  tip: page.getByRole('dialog', { name: 'About this paragraph' }),
  pairOf: (words: string): Locator =>
    body.css('.pair').filter({ has: page.css('.source').filter({ hasText: words }) }),
};

export const countOf = (locator: Locator) => locator.elements().length;
