import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from './tag-reply.ts';
import { useTagsBench } from './use-tags-bench.ts';

const bench = useTagsBench();

function libraryPage(page: Page) {
  const rows = page.getByTestId('library-tag');
  const dialog = page.getByRole('dialog');
  return {
    rows,
    dialog,
    row: (name: string) => rows.filter({ has: page.getByRole('link', { name, exact: true }) }),
    async choose(name: string, item: string): Promise<void> {
      await page.getByRole('button', { name: `More options for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}

async function openLibrary() {
  const { ofEntry } = bench.client().tags;
  const [first, second] = [await bench.idOf('Bridge report 1'), await bench.idOf('Bridge report 2')];
  await ofEntry.add(first, ['AI', 'ferries']);
  await ofEntry.add(second, ['AI', 'machine intelligence', 'ships']);
  const opened = await bench.open('/settings/tags');
  await opened.page.getByTestId('library-tag').first().waitFor();
  return { ...opened, library: libraryPage(opened.page), first, second };
}

/** The menu of a tag has the focus. */
async function menuFocus(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `More options for ${name}`, exact: true })
    .and(page.locator(':focus'))
    .waitFor();
}

async function tagsOf(id: Awaited<ReturnType<typeof bench.idOf>>): Promise<string[]> {
  return (await bench.client().tags.ofEntry.get(id)).tags.map(({ name }) => name).toSorted();
}

describe('the tag library', () => {
  test('renames, and offers to merge if the name exists', async () => {
    const { library, second } = await openLibrary();
    await library.choose('ships', 'Rename…');
    await library.dialog.getByRole('textbox').fill('shipping');
    await library.dialog.getByRole('textbox').press('Enter');
    await library.row('shipping').waitFor();

    await library.choose('machine intelligence', 'Rename…');
    await library.dialog.getByRole('textbox').fill('ai');
    await library.dialog.getByRole('button', { name: 'Save' }).click();
    await library.dialog.getByText('The tag “AI” already exists.').waitFor();
    await library.dialog.getByRole('button', { name: 'Merge' }).click();
    await library.row('machine intelligence').waitFor({ state: 'detached' });
    await expect.poll(() => library.row('AI').innerText()).toContain('Also: machine intelligence');
    await expect.poll(() => library.row('AI').innerText()).toContain('2 entries');
    await expect.poll(() => tagsOf(second)).toEqual(['AI', 'shipping']);
  });

  test('merges into a tag chosen by typing, and deletes after saying what that affects', async () => {
    const { page, reader, library, first, second } = await openLibrary();
    const goneUrl = (await library.row('AI').getByRole('link').getAttribute('href')) ?? '';
    await library.choose('ships', 'Merge into…');
    await library.dialog.getByRole('combobox').fill('ferr');
    await page.keyboard.press('Enter');
    await library.dialog.getByText('1 entry moves to “ferries”.').waitFor();
    await expect.poll(() => library.dialog.getByRole('combobox').inputValue()).toBe('ferries');
    await library.dialog.getByRole('button', { name: 'Merge' }).click();
    await expect.poll(() => tagsOf(second)).toEqual(['AI', 'ferries', 'machine intelligence']);
    // Its row is gone, and the one in its place has the focus.
    await menuFocus(page, 'machine intelligence');

    await library.choose('AI', 'Delete…');
    await library.dialog.getByText('It is removed from 2 entries.').waitFor();
    await library.dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await menuFocus(page, 'AI');
    await library.choose('AI', 'Delete…');
    await library.dialog.getByRole('button', { name: 'Delete' }).click();
    await library.row('AI').waitFor({ state: 'detached' });
    await expect.poll(() => tagsOf(first)).toEqual(['ferries']);
    await menuFocus(page, 'ferries');

    await page.goto(new URL(goneUrl, page.url()).href);
    await page.getByText('This tag no longer exists.').waitFor();
    await page.getByRole('link', { name: 'Show all entries' }).click();
    await reader.rows.first().waitFor();
    await reader.search.fill('tag:nonexistent');
    await page.getByText('No tag named “nonexistent”.').waitFor();
  });

  test('has synonyms that lead to their tag, and finds tags by them', async () => {
    const { page, library, first } = await openLibrary();
    await library.choose('AI', 'Synonyms…');
    await library.dialog.getByRole('textbox').fill('artificial intelligence');
    await library.dialog.getByRole('textbox').press('Enter');
    await library.dialog.getByRole('listitem').getByText('artificial intelligence').waitFor();
    await library.dialog.getByRole('textbox').fill('ferries');
    await library.dialog.getByRole('textbox').press('Enter');
    await library.dialog.getByRole('alert').getByText('Choose another name or merge the tags.').waitFor();
    await page.keyboard.press('Escape');
    await menuFocus(page, 'AI');
    await page.getByRole('searchbox').fill('artificial');
    await expect.poll(() => library.rows.count()).toBe(1);
    await bench.client().tags.ofEntry.replace(first, ['Artificial Intelligence']);
    expect(await tagsOf(first)).toEqual(['AI']);
  });

  test('is exported and imported', async () => {
    const { page, library, first } = await openLibrary();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    const file = readFileSync(await download.path());
    for (const { id } of await bench.client().tags.list()) await bench.client().tags.remove(id);
    await page.getByText('No tags yet.').waitFor();
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('[]') });
    await page.getByText('This file isn’t an export of tags.').waitFor();
    await input.setInputFiles({ name: 'tags.json', mimeType: 'application/json', buffer: file });
    await page.getByText('Added 4 tags to the library and 5 tags to entries.').waitFor();
    await library.row('ferries').waitFor();
    await expect.poll(() => tagsOf(first)).toEqual(['AI', 'ferries']);
    await input.setInputFiles({ name: 'tags.json', mimeType: 'application/json', buffer: file });
    await page.getByText('Nothing new to import.').waitFor();
  });

  test('has a model of its own for suggestions, which may be the offline one', async () => {
    await bench.useModel();
    bench.model().always(tagReply(bridgeTags));
    const { page, reader, tags } = await bench.open('/settings/tags');
    await page.getByText('Model for suggestions').click();
    await page.getByLabel('Model', { exact: true }).selectOption('builtin');
    await page.getByText('Saved.').waitFor();
    expect((await bench.client().settings.get()).tagging.primaryModelProfileId).toBe('builtin');
    await reader.open('/reader/all');
    await reader.openEntry('Bridge report 3');
    bench.model().requests.length = 0;
    await tags.suggestButton.click();
    await tags.suggestions.first().waitFor();
    expect(bench.model().requests).toEqual([]);

    await reader.open('/settings/tags');
    await page.getByText('Model for suggestions').click();
    await page.getByLabel('Model', { exact: true }).selectOption('');
    await page.getByText('Saved.').waitFor();
    await reader.open('/reader/all');
    await reader.openEntry('Bridge report 3');
    await tags.suggestButton.click();
    await tags.accept('public spending').waitFor();
  });
});
