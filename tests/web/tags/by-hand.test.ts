import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../open-app.ts';
import { entryId, makeTag, openTags } from './tag-answers.ts';
import { namesOf, tagsPage } from './tags-page.ts';

const { field, options, removing, row, sidebar, tags, word, words } = tagsPage;
const removingTag = (name: string) => tags.getByRole('button', { name: `Remove tag ${name}` });
const bridge = /The Harbour Bridge/;

async function openEntry(library: ReturnType<typeof makeTag>[] = []) {
  const { answers } = openTags({ library });
  const app = await openApp(`/reader/all/${entryId}`, answers);
  await expect.element(tags).toBeVisible();
  // Until this click, keys go to the page around this one.
  await page.getByRole('heading', { level: 1, name: /The Harbour Bridge/ }).click();
  return app;
}

describe('tags by hand', () => {
  test('are typed below the title, completed from the library, and shown in the list and the sidebar', async () => {
    await openEntry([makeTag(1, 'infrastructure', { synonyms: ['public works'] })]);
    await userEvent.keyboard('l');
    await field.fill('infra');
    await expect.poll(() => namesOf(options)).toEqual(['infrastructure', 'Add “infra”']);
    await userEvent.keyboard('{Enter}');
    await expect.element(removingTag('infrastructure')).toBeVisible();
    await field.fill('Harbour');
    await userEvent.keyboard('{Enter}');
    // A synonym stands for its tag, which the entry already has.
    await field.fill('public works');
    await expect.poll(() => options.elements()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(tags.getByText('“infrastructure” is already added.')).toBeVisible();
    await expect.element(field).toHaveValue('');
    await field.fill('x'.repeat(61));
    await expect.element(tags.getByText(/^Enter at most 60 characters\./)).toBeVisible();
    await field.fill('!!!');
    await userEvent.keyboard('{Enter}');
    await expect.element(tags.getByText('Use at least one letter or digit.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => tags.getByText(/Use at least one/).query()).toBeNull();
    await expect.poll(() => namesOf(words)).toEqual(['Harbour', 'infrastructure']);
    await expect.element(row(bridge).getByTestId('row-tags')).toMatchTextContent('#Harbour');
    await expect.poll(() => namesOf(sidebar.getByRole('link'))).toContain('Harbour');
  });

  test('are removed by Backspace and by their buttons', async () => {
    await openEntry();
    await userEvent.keyboard('l');
    for (const name of ['Harbour', 'infrastructure']) {
      await field.fill(name);
      await userEvent.keyboard('{Enter}');
      await expect.element(removingTag(name)).toBeVisible();
    }
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.poll(() => removing.elements()).toHaveLength(1);
    await removingTag('Harbour').click();
    await expect.poll(() => removing.elements()).toEqual([]);
    await expect.element(field).toHaveFocus();
  });

  test('are not lost when the focus leaves the field; Escape clears it', async () => {
    await openEntry();
    await userEvent.keyboard('l');
    await field.fill('half typed');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('');
    await field.fill('harbour');
    await tags.getByRole('button', { name: 'Done' }).click();
    await expect.element(word('harbour')).toBeVisible();
    // A click on another entry adds the typed tag to this entry.
    await userEvent.keyboard('l');
    await field.fill('steel');
    await row(/Life on the northern coast/).click();
    await expect.element(row(bridge).getByTestId('row-tags')).toMatchTextContent('tags: harbour, steel');
    expect(namesOf(words)).toEqual([]);
  });

  test('are completed after tag: in the search', async () => {
    const library = [makeTag(1, 'machine learning', { entries: 1 }), makeTag(2, 'steel', { entries: 2 })];
    const app = await openEntry(library);
    const search = page.getByRole('searchbox', { name: 'Search' });
    const completions = page.getByRole('listbox', { name: 'Suggested searches' }).getByRole('option');
    await search.fill('tag:');
    await expect.poll(() => namesOf(completions)).toEqual(['tag:steel', 'tag:"machine learning"']);
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.keyboard('{Enter}');
    await expect.element(search).toHaveValue('tag:"machine learning" ');
    await userEvent.keyboard('tag:ste');
    await completions.getByText('tag:"machine learning" tag:steel').click();
    await expect
      .poll(() => app.asked('reader.entries.list').map(([query]) => query))
      .toContainEqual(expect.objectContaining({ query: 'tag:"machine learning" tag:steel' }));

    await userEvent.keyboard('{Control>}k{/Control}');
    const everywhere = page.getByRole('combobox', { name: 'Search and commands' });
    await everywhere.fill('tag:mach');
    const found = page.getByRole('dialog').getByRole('option');
    await expect.element(found.filter({ hasText: /tag:"machine learning"/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(everywhere).toHaveValue('tag:"machine learning" ');
    await expect.element(found.filter({ hasText: bridge })).toBeVisible();
  });
});
