import { inject } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkScreens, type Screen, shown } from './check-screens.ts';
import { failedCheck } from './screen-answers.ts';

const { entryId } = inject('world');

/** Opens the Reader with its panel, and then what the screen adds. */
function onArticle(name: string, { ready, ...screen }: Partial<Screen> = {}): Screen {
  return {
    name,
    path: `/reader/all/${entryId}`,
    ...screen,
    async ready() {
      await shown(page.getByTestId('shown-summary'));
      await ready?.();
    },
  };
}

checkScreens([
  onArticle('the Reader with its panel', { inEveryTheme: true }),
  onArticle('the panel, advanced', {
    async ready() {
      await page.getByRole('button', { name: 'Advanced' }).click();
      await shown(page.getByText('System prompt for the next run only'));
    },
  }),
  onArticle('the menu of Clear', {
    part: '[role=menu]',
    async ready() {
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await shown(page.getByRole('menuitem'));
    },
  }),
  onArticle('the menu of receipts', {
    part: '[role=menu]',
    async ready() {
      await page.getByRole('button', { name: 'With receipt', exact: true }).click();
      await shown(page.getByRole('menuitem'));
    },
  }),
  onArticle('the check of a summary that failed', {
    answers: failedCheck,
    async ready() {
      await page.getByRole('button', { name: 'Check against the article', exact: false }).click();
      await shown(page.getByTestId('check-failure'));
    },
  }),
  onArticle('the check of a sentence', {
    async ready() {
      await page.css('.grounded').first().hover();
      await shown(page.getByTestId('sentence-tip'));
    },
  }),
  onArticle('another language', {
    part: '[role=dialog]',
    async ready() {
      await page.getByRole('combobox', { name: 'Target Language' }).selectOptions('other');
      await shown(page.getByRole('dialog'));
    },
  }),
  onArticle('the dialog to add', {
    part: '[role=dialog]',
    async ready() {
      await userEvent.keyboard('a');
      await shown(page.getByRole('dialog'));
    },
  }),
  onArticle('the help', {
    part: '[role=dialog]',
    async ready() {
      await userEvent.keyboard('?');
      await shown(page.getByRole('dialog'));
    },
  }),
  onArticle('the search of everything', {
    part: '[role=dialog]',
    async ready() {
      await userEvent.keyboard('{Control>}k{/Control}');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('bridge');
      await shown(page.getByRole('option'));
    },
  }),
]);
