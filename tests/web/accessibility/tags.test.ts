import { inject } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkScreens, shown } from './check-screens.ts';

const { entryId } = inject('world');
const tags = page.getByRole('region', { name: 'Article' }).getByRole('group', { name: 'Tags' });

checkScreens([
  {
    name: 'the passage of a suggested tag',
    path: `/reader/all/${entryId}`,
    async ready() {
      await shown(page.getByTestId('shown-summary'));
      await shown(tags.getByRole('button', { name: /^Accept suggested tag/ }));
      tags.getByRole('button', { name: 'Suggest', exact: true }).element().focus();
      await userEvent.keyboard('{Tab}');
      await shown(page.getByTestId('tag-passage'));
    },
  },
  {
    name: 'the tags of an entry, edited',
    path: `/reader/all/${entryId}`,
    async ready() {
      await shown(page.getByTestId('shown-summary'));
      await shown(tags.getByRole('button', { name: 'Suggest', exact: true }));
      await userEvent.keyboard('l');
      await tags.getByRole('combobox', { name: 'Tag' }).fill('br');
      await shown(tags.getByRole('option'));
    },
  },
  {
    name: 'the estimate of a batch',
    path: '/reader/all',
    part: '[role=dialog]',
    async ready() {
      await page.getByRole('button', { name: 'More for this list' }).click();
      await page.getByRole('menuitem', { name: 'Tag these entries…' }).click();
      await shown(page.getByTestId('tagging-estimate'));
    },
  },
  {
    name: 'the review of a batch',
    path: '/settings/tags',
    part: '[role=dialog]',
    async ready() {
      await page.getByRole('button', { name: /^1 selected entry/ }).click();
      await page.getByRole('button', { name: 'Review' }).click();
      await shown(page.getByRole('dialog').getByRole('listitem'));
    },
  },
  {
    name: 'the synonyms of a tag',
    path: '/settings/tags',
    part: '[role=dialog]',
    async ready() {
      await page.getByRole('button', { name: 'More options for infrastructure' }).click();
      await page.getByRole('menuitem', { name: 'Synonyms…' }).click();
      await shown(page.getByRole('dialog'));
    },
  },
]);
