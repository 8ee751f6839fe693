import { type Locator, page } from 'vitest/browser';

const article = page.getByRole('region', { name: 'Article' });
const tags = article.getByRole('group', { name: 'Tags', exact: true });
const suggestions = tags.getByRole('list', { name: 'Suggested tags' });
const dialog = page.getByRole('dialog');

/** The parts of the app that show tags. */
export const tagsPage = {
  tags,
  word: (name: string) => tags.getByRole('link', { name, exact: true }),
  words: tags.getByRole('link'),
  field: tags.getByRole('combobox', { name: 'Tag', exact: true }),
  options: tags.getByRole('option'),
  removing: tags.getByRole('button', { name: /^Remove tag/ }),
  suggest: tags.getByRole('button', { name: 'Suggest', exact: true }),
  abort: tags.getByRole('button', { name: 'Abort' }),
  suggestions: suggestions.getByRole('button', { name: /^Accept suggested tag/ }),
  accept: (name: string) => suggestions.getByRole('button', { name: `Accept suggested tag ${name}` }),
  dismiss: (name: string) => suggestions.getByRole('button', { name: `Dismiss suggested tag ${name}` }),
  acceptAll: tags.getByRole('button', { name: 'Accept all' }),
  passage: page.getByTestId('tag-passage'),
  sidebar: page.getByRole('region', { name: 'Tags' }),
  dialog,
  row: (title: RegExp) => page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: title }),
};

/** The names of tags, suggestions or options. */
export function namesOf(locator: Locator): string[] {
  return locator.elements().map(({ textContent }) => (textContent ?? '').replace(/^#/, '').trim());
}
