import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import { type TagId, tagIdSchema } from '#schema/tags/tag.ts';
import { describeEachReader } from '#tests/contract/reader/each-reader.ts';
import { watchStatements } from '#tests/contract/statements/watch-statements.ts';
import { addMany, addText } from './scripted-tags.ts';

describeEachReader('the tag library', (current) => {
  const names = async () => (await current().client.tags.list()).map(({ name }) => name);
  const tagsOf = async (id: Parameters<ReturnType<typeof current>['reader']['entries']['get']>[0]) =>
    (await current().client.tags.ofEntry.get(id)).tags.map(({ name }) => name);

  test('has a tag once in any spelling, with synonyms that lead to it and counts', async () => {
    const { client } = current();
    const id = await addText(current());
    await client.tags.create({ name: 'Electric Cars', synonyms: ['EV', 'e-cars'] });
    await client.tags.ofEntry.add(id, ['electric car', 'ev', '  E-Car ', 'Lunde', 'lunde']);
    expect(await tagsOf(id)).toEqual(['Electric Cars', 'Lunde']);
    expect(await client.tags.list()).toMatchObject([
      { name: 'Electric Cars', synonyms: ['e-cars', 'EV'], entries: 1 },
      { name: 'Lunde', synonyms: [], entries: 1 },
    ]);
    expect((await client.reader.entries.get(id)).tags).toMatchObject([
      { name: 'Electric Cars' },
      { name: 'Lunde' },
    ]);
  });

  test('names the tag that has a name already, so that the two can be merged without doubles', async () => {
    const { client } = current();
    const both = await addText(current(), 'Both');
    const one = await addText(
      current(),
      'One',
      'Another text about the harbour and its many ferries in winter.',
    );
    await client.tags.ofEntry.add(both, ['ships', 'boats']);
    await client.tags.ofEntry.add(one, ['boats']);
    const [boats, ships] = await client.tags.list();
    if (!boats || !ships) throw new Error('two tags were expected');
    const refused = await client.tags.patch(boats.id, { name: 'Ship' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'conflict', details: { tagId: ships.id, name: 'ships' } });
    expect(await client.tags.create({ name: 'SHIPS' }).catch((error: unknown) => error)).toMatchObject({
      code: 'conflict',
    });

    const merged = await client.tags.merge(boats.id, ships.id);
    expect(merged).toMatchObject({ id: ships.id, name: 'ships', synonyms: ['boats'], entries: 2 });
    expect(await tagsOf(both)).toEqual(['ships']);
    await client.tags.ofEntry.add(one, ['Boat']);
    expect(await tagsOf(one)).toEqual(['ships']);
    expect(await names()).toEqual(['ships']);
    await expect(client.tags.merge(ships.id, ships.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('renames everywhere, replaces synonyms and keeps tags without entries', async () => {
    const { client } = current();
    const id = await addText(current());
    await client.tags.ofEntry.add(id, ['AI']);
    const [tag] = await client.tags.list();
    if (!tag) throw new Error('a tag was expected');
    const renamed = await client.tags.patch(tag.id, { name: 'Artificial intelligence', synonyms: ['AI'] });
    expect(renamed).toMatchObject({ name: 'Artificial intelligence', synonyms: ['AI'], entries: 1 });
    expect(await tagsOf(id)).toEqual(['Artificial intelligence']);
    expect(await client.tags.patch(tag.id, { name: 'artificial intelligence' })).toMatchObject({
      name: 'artificial intelligence',
    });
    await client.tags.patch(tag.id, { synonyms: [] });
    await client.tags.ofEntry.add(id, ['AI']);
    expect(await tagsOf(id)).toEqual(['AI', 'artificial intelligence']);

    await client.reader.entries.remove(id);
    expect(await client.tags.list()).toMatchObject([{ entries: 0 }, { entries: 0 }]);
    await client.tags.remove(tag.id);
    expect(await names()).toEqual(['AI']);
    await expect(client.tags.remove(tag.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.tags.patch(tagIdSchema.parse(99), {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.tags.create({ name: '###' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('lists entries by tag and finds them by tag: in the reader and in the library', async () => {
    const { client, reader } = current();
    const first = await addText(current(), 'First');
    const second = await addText(
      current(),
      'Second',
      'A second text about rust, kroner, and nine old pillars.',
    );
    await client.tags.create({ name: 'public works', synonyms: ['roadworks'] });
    await client.tags.ofEntry.add(first, ['public works', 'Lunde']);
    await client.tags.ofEntry.add(second, ['roadworks']);
    const works = (await client.tags.list()).find(({ name }) => name === 'public works');
    const found = async (query: string) =>
      (await reader.entries.list({ view: 'all', query })).items.map(({ title }) => title).sort();
    expect((await reader.entries.list({ view: 'all', tagId: works?.id })).items).toHaveLength(2);
    expect(await found('tag:"public works"')).toEqual(['First', 'Second']);
    expect(await found('tag:roadwork')).toEqual(['First', 'Second']);
    expect(await found('tag:roadworks tag:lunde')).toEqual(['First']);
    expect(await found('tag:"public work" pillars')).toEqual(['First', 'Second']);
    expect(await found('tag:lunde pillars')).toEqual(['First']);
    expect(await found('tag:lunde rocket')).toEqual([]);
    expect(await found('tag:nothing')).toEqual([]);
    expect(await found('tag:')).toEqual(['First', 'Second']);
    expect(await found('tag:"; drop table tags')).toEqual([]);

    const inLibrary = async (query: string) =>
      (await client.sessions.search({ query, type: 'all' })).items.map(({ title }) => title).sort();
    expect(await inLibrary('tag:roadworks')).toEqual(['First', 'Second']);
    expect(await inLibrary('tag:roadworks tag:lunde pillars')).toEqual(['First']);
    expect(await inLibrary('tag:nothing')).toEqual([]);
  });

  test('costs a page of entries no statement of its own, however many entries and tags it has', async () => {
    const { client, reader } = current();
    const { ids, topicOf } = await addMany(current(), 30);
    const watch = watchStatements();
    try {
      const read = async () => {
        watch.take();
        await reader.entries.list({ view: 'all', limit: 100 });
        return watch.take().filter((statement) => /^(select|with)/i.test(statement));
      };
      const before = await read();
      for (const [at, id] of ids.entries()) await client.tags.ofEntry.add(id, [topicOf(at), `number n${at}`]);
      const after = await read();
      expect(after).toHaveLength(before.length);
      expect(after.filter((statement) => statement.includes('entry_tags'))).toHaveLength(1);
    } finally {
      watch.stop();
    }
  });

  test('travels without OPML: what was exported is imported elsewhere, and a second time changes nothing', async () => {
    const { client } = current();
    const id = await addText(current());
    await client.tags.create({ name: 'unused', synonyms: ['idle'] });
    await client.tags.ofEntry.add(id, ['Lunde', 'bridges']);
    const file = await client.tags.export();
    expect(file.tags).toEqual([
      { name: 'bridges', synonyms: [] },
      { name: 'Lunde', synonyms: [] },
      { name: 'unused', synonyms: ['idle'] },
    ]);
    expect(file.entries).toMatchObject([{ title: 'The bridge', tags: ['bridges', 'Lunde'] }]);

    expect(await client.tags.import(file)).toEqual({ tags: 0, synonyms: 0, entryTags: 0, unknownEntries: 0 });
    for (const tag of await client.tags.list()) await client.tags.remove(tag.id);
    const elsewhere = {
      feedUrl: 'https://elsewhere.example/feed',
      guid: 'x',
      url: null,
      title: 'Elsewhere',
      tags: ['x1'],
    };
    const report = await client.tags.import({ ...file, entries: [...file.entries, elsewhere] });
    expect(report).toEqual({ tags: 3, synonyms: 1, entryTags: 2, unknownEntries: 1 });
    expect(await client.tags.export()).toEqual(file);
  });

  test('marks the entries of tags as read, and no others', async () => {
    const { client } = current();
    const { ids } = await addMany(current(), 4);
    const [both, first, second] = ids as [EntryId, EntryId, EntryId];
    await client.tags.ofEntry.add(both, ['boats', 'ships']);
    await client.tags.ofEntry.add(first, ['boats']);
    await client.tags.ofEntry.add(second, ['ships']);
    const [boats, ships] = await client.tags.list();
    if (!boats || !ships) throw new Error('two tags were expected');
    const markRead = (...tagIds: TagId[]) =>
      client.reader.entries.markRead({ tagIds, before: Number.MAX_SAFE_INTEGER });
    expect(await markRead(boats.id, ships.id)).toBe(1);
    expect(await markRead(boats.id)).toBe(1);
    expect(await markRead(boats.id)).toBe(0);
    expect((await client.reader.entries.list({ view: 'unread' })).items.map(({ id }) => id)).toEqual(
      [second, ids[3]].toReversed(),
    );
  });
});
