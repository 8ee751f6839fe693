import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bridgeTags, tagReply } from './tag-reply.ts';
import { useTagsBench } from './use-tags-bench.ts';

const bench = useTagsBench();

async function openLibrary() {
  const { ofEntry } = bench.client().tags;
  const first = await bench.idOf('Bridge report 1');
  await ofEntry.add(first, ['AI', 'ferries']);
  await ofEntry.add(await bench.idOf('Bridge report 2'), ['AI', 'machine intelligence', 'ships']);
  const opened = await bench.open('/settings/tags');
  await opened.page.getByTestId('library-tag').first().waitFor();
  return { ...opened, first };
}

async function tagsOf(id: Awaited<ReturnType<typeof bench.idOf>>): Promise<string[]> {
  return (await bench.client().tags.ofEntry.get(id)).tags.map(({ name }) => name).toSorted();
}

describe('the tag library', () => {
  test('is exported and imported', async () => {
    const { page, first } = await openLibrary();
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
    await page.getByTestId('library-tag').filter({ hasText: 'ferries' }).waitFor();
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
