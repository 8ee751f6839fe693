import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import type { Tag } from '#schema/tag-wire.ts';
import { openApp } from '../open-app.ts';
import { makeTag, openTags } from './tag-answers.ts';

const dialog = page.getByRole('dialog');
const name = dialog.getByRole('textbox');
const rows = page.getByTestId('library-tag');
const row = (tag: string) => rows.filter({ has: page.getByRole('link', { name: tag, exact: true }) });
const menu = (tag: string) => page.getByRole('button', { name: `More options for ${tag}`, exact: true });

async function choose(tag: string, item: string): Promise<void> {
  await menu(tag).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Opens a library of tags that changes as the page requests. */
async function openLibrary() {
  let library = [
    makeTag(1, 'AI', { entries: 2 }),
    makeTag(2, 'ferries', { entries: 1 }),
    makeTag(3, 'machine intelligence', { entries: 1 }),
    makeTag(4, 'ships', { entries: 1 }),
  ];
  const find = (id: unknown) => library.find((tag) => tag.id === id) ?? makeTag(9, 'none');
  const put = (changed: Tag) => {
    library = library.map((tag) => (tag.id === changed.id ? changed : tag));
    return changed;
  };
  const drop = (id: unknown) => void (library = library.filter((tag) => tag.id !== id));
  const taken = (tag: Tag) =>
    new AppError('conflict', `The tag “${tag.name}” already exists.`, {
      details: { tagId: tag.id, name: tag.name },
    });
  const app = await openApp('/settings/tags', {
    tags: {
      list: () => library,
      patch(id, { name: wanted, synonyms } = {}) {
        const tag = find(id);
        const names = [wanted, ...(synonyms ?? [])].map((each) => each?.toLowerCase());
        const other = library.find((each) => each.id !== tag.id && names.includes(each.name.toLowerCase()));
        if (other !== undefined) return taken(other);
        return put({ ...tag, name: wanted ?? tag.name, synonyms: synonyms ?? tag.synonyms });
      },
      merge(id, into) {
        const [from, to] = [find(id), find(into)];
        drop(id);
        return put({ ...to, synonyms: [...to.synonyms, from.name] });
      },
      remove: drop,
    },
  });
  await expect.element(rows.first()).toBeVisible();
  return app;
}

test('the tag library renames, and offers to merge if the name exists', async () => {
  const app = await openLibrary();
  await choose('ships', 'Rename…');
  await name.fill('shipping');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('shipping')).toBeVisible();

  await choose('machine intelligence', 'Rename…');
  await name.fill('ai');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/^The tag “AI” already exists\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => row('machine intelligence').query()).toBeNull();
  await expect.element(row('AI')).toMatchTextContent('Also: machine intelligence');
  await expect.element(row('AI')).toMatchTextContent('2 entries');
  expect(app.asked('tags.merge')).toEqual([[3, 1]]);
});

test('the tag library merges into a tag chosen by typing, and deletes after saying what that affects', async () => {
  const app = await openLibrary();
  await choose('ships', 'Merge into…');
  const target = dialog.getByRole('combobox');
  await target.fill('ferr');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/^1 entry moves to “ferries”\./)).toBeVisible();
  await expect.element(target).toHaveValue('ferries');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  // The row of the merged tag is gone, and the row in its place has the focus.
  await expect.element(menu('machine intelligence')).toHaveFocus();
  expect(app.asked('tags.merge')).toEqual([[4, 2]]);

  await choose('AI', 'Delete…');
  await expect.element(dialog.getByText(/^It is removed from 2 entries\./)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' }).last()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu('AI')).toHaveFocus();
  expect(app.asked('tags.remove')).toEqual([]);
  await choose('AI', 'Delete…');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row('AI').query()).toBeNull();
  await expect.element(menu('ferries')).toHaveFocus();
  expect(app.asked('tags.remove')).toEqual([[1]]);
});

test('the tag library has synonyms, and finds tags by them', async () => {
  const app = await openLibrary();
  await choose('AI', 'Synonyms…');
  await name.fill('artificial intelligence');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('listitem').getByText('artificial intelligence')).toBeVisible();
  expect(app.asked('tags.patch')).toMatchObject([[1, { synonyms: ['artificial intelligence'] }]]);
  await name.fill('ferries');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Choose another name or merge the tags.');
  await userEvent.keyboard('{Escape}');
  await expect.element(menu('AI')).toHaveFocus();
  await page.getByRole('searchbox').fill('artificial');
  await expect.poll(() => rows.elements()).toHaveLength(1);
});

test('a tag that is gone leads to all entries, and an unknown one is named', async () => {
  const all = openTags().answers;
  const { list } = all.reader?.entries ?? {};
  const app = await openApp('/reader/all?tag=77', {
    ...all,
    reader: {
      entries: {
        ...all.reader?.entries,
        list: (query) =>
          query?.tagId === undefined && query?.query === undefined && typeof list === 'function'
            ? list(query)
            : { items: [], nextCursor: null, inSummary: [], inTranslation: [] },
      },
    },
  });
  await expect.element(page.getByText('This tag no longer exists.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect.element(entries.first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('tag:nonexistent');
  await expect.element(page.getByText('No tag named “nonexistent”.')).toBeVisible();
  expect(app.place()).toContain('q=');
});
