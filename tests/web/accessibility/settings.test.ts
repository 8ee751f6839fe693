import { page } from 'vitest/browser';
import { checkScreens, shown } from './check-screens.ts';

const heading = () => shown(page.css('main h1, main h2'));

checkScreens(
  [
    'models',
    'agents',
    'summaries',
    'translation',
    'tags',
    'templates',
    'spending',
    'storage',
    'appearance',
    'about',
  ].map((section) => ({
    name: `the settings of ${section}`,
    path: `/settings/${section}`,
    ready: heading,
  })),
);

checkScreens([
  { name: 'the text of a template', path: '/settings/templates?open=summary.default', ready: heading },
  {
    name: 'a new term of the glossary',
    path: '/settings/translation',
    part: '[role=dialog]',
    async ready() {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await shown(page.getByRole('dialog'));
    },
  },
]);
