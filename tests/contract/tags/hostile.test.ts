import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import { describeEachReader } from '#tests/contract/reader/each-reader.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { addMany, addText, tagged, untilEnded } from './scripted-tags.ts';

/** Names as a person enters them, how they are shown, and a search that finds them. */
const strangeNames: [entered: string, shown: string, search: string][] = [
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>', 'tag:"<img src=x onerror=alert(1)>"'],
  ['\u202Eevil\u202C\u200F', 'evil', 'tag:evil'],
  ['fer\u200Bry\uFEFF line', 'ferry line', 'tag:"ferry line"'],
  ['tag:inside', 'tag:inside', 'tag:tag:inside'],
  ['say "cheese" twice', 'say "cheese" twice', 'tag:"say cheese twice"'],
  ["Robert'); DROP TABLE tags;--", "Robert'); DROP TABLE tags;--", `tag:"Robert'); DROP TABLE tags;--"`],
  ['100%_sure', '100%_sure', 'tag:100%_sure'],
  ['مدينة أوسلو', 'مدينة أوسلو', 'tag:"مدينة أوسلو"'],
  ['👩‍💻', '👩‍💻', 'tag:👩‍💻'],
];

describeEachReader('tags under attack', (current, { isRepeated }) => {
  let model: ScriptedModel;
  let reply: (request: ScriptedRequest) => Reply | Promise<Reply>;

  beforeEach(async () => {
    reply = ({ prompt }) => {
      const title = /Report \d+ about ([^<\n]+)/.exec(prompt)?.[1] ?? '';
      return tagged([title, 'in the town of Lunde'], ['Lunde', 'The council of Lunde']);
    };
    model = await startScriptedModel({ reply: (request) => reply(request) });
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await current().client.models.put(profile);
    await current().client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  });
  afterEach(() => model.close());

  const batches = () => current().client.tags.batches;
  const tagsOf = async (id: EntryId) =>
    (await current().client.tags.ofEntry.get(id)).tags.map(({ name }) => name);

  /** Makes answers wait until the returned function is called. */
  function hold(): () => void {
    const answer = reply;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    reply = async (request) => {
      await held;
      return answer(request);
    };
    return () => release();
  }

  test.each(strangeNames)('%s is a name like any other', async (entered, shown, search) => {
    const { client, reader } = current();
    const id = await addText(current());
    await client.tags.ofEntry.add(id, [entered]);
    await client.tags.ofEntry.add(id, [shown]);
    expect(await tagsOf(id)).toEqual([shown]);
    expect((await reader.entries.list({ view: 'all', query: search })).items.map((head) => head.id)).toEqual([
      id,
    ]);
    const file = await client.tags.export();
    expect(await client.tags.import(file)).toMatchObject({ tags: 0, synonyms: 0, entryTags: 0 });
    expect((await reader.entries.get(id)).tags).toMatchObject([{ name: shown }]);
  });

  test('names that cannot be found again are refused', async () => {
    const { client } = current();
    const id = await addText(current());
    for (const name of ['', '   ', '#', '"', '\u200B\u200F', '\u200D', 'x'.repeat(500), '…—…'])
      await expect(client.tags.ofEntry.add(id, [name])).rejects.toMatchObject({
        code: 'invalid_input',
      });
    expect(await tagsOf(id)).toEqual([]);
    expect(await client.tags.list()).toEqual([]);
  });

  test('a rename to the synonym of another tag names that tag; so does a synonym that is its name', async () => {
    const { client } = current();
    const cars = await client.tags.create({ name: 'electric cars', synonyms: ['EV'] });
    const boats = await client.tags.create({ name: 'boats' });
    for (const patch of [{ name: 'ev' }, { synonyms: ['Electric Car'] }, { synonyms: ['e-v', 'EV'] }])
      await expect(client.tags.patch(boats.id, patch)).rejects.toMatchObject({
        code: 'conflict',
        details: { tagId: cars.id, name: 'electric cars' },
      });
    // A tag can take its own synonym as its name.
    expect(await client.tags.patch(cars.id, { name: 'EV' })).toMatchObject({ name: 'EV' });
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  });

  test('a batch goes on while its tags are merged, renamed and deleted', async () => {
    const { client } = current();
    const { ids } = await addMany(current(), 12);
    const town = await client.tags.create({ name: 'Lunde' });
    const places = await client.tags.create({ name: 'places' });
    const release = hold();
    const batch = await batches().start({ selection: { entryIds: ids }, mode: 'accept' });
    await expect
      .poll(async () => (await batches().entries(batch.id, { status: 'running' })).items)
      .toHaveLength(4);
    await client.tags.merge(town.id, places.id);
    release();
    await expect.poll(async () => (await batches().get(batch.id)).done).toBeGreaterThan(0);
    const cars = (await client.tags.list()).find(({ name }) => name !== 'places');
    if (cars) await client.tags.remove(cars.id);
    expect(await untilEnded(current(), batch.id)).toMatchObject({ status: 'done', done: 12, failed: 0 });
    // The synonym belongs to the tag that it was merged into.
    expect((await client.tags.list()).find(({ name }) => name === 'places')).toMatchObject({
      entries: 12,
      synonyms: ['Lunde'],
    });
    await batches().undo(batch.id);
    expect(await client.tags.list()).toMatchObject([{ name: 'places', entries: 0 }]);
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  });

  test('a batch ends when its entries go, all at once or with their feed', async () => {
    const { client, reader, feeds } = current();
    const html =
      '<p>The council of Lunde discussed ferries for three hours and then sent the paper back to its authors. Critics of ferries were heard as well, and their letter is printed on the last page of the paper.</p><p>Report writers had asked for new ferries twice before, and the mayor said that the town cannot wait for another winter without them.</p>';
    const items = Array.from(
      { length: 8 },
      (_, at) =>
        `<item><guid>${at}</guid><title>Report ${at} about ferries</title><description><![CDATA[${html}]]></description></item>`,
    );
    feeds.on('/gone.xml', {
      body: `<rss version="2.0"><channel><title>Gone</title>${items.join('')}</channel></rss>`,
    });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/gone.xml') });
    const release = hold();
    const batch = await batches().start({ selection: { feedId: feed.id }, mode: 'suggest' });
    await expect
      .poll(async () => (await batches().entries(batch.id, { status: 'running' })).items)
      .toHaveLength(4);
    await reader.feeds.remove(feed.id);
    release();
    expect(await untilEnded(current(), batch.id)).toMatchObject({ done: 0, failed: 0, skipped: 8 });
    expect(await batches().accept(batch.id)).toMatchObject({ tags: 0, suggestions: 0 });
    expect(await client.tags.list()).toEqual([]);
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  });

  test('broken files are refused as a whole, and hostile ones add clean tags', async () => {
    const { client } = current();
    const id = await addText(current());
    const head = { format: 'precis-tags' as const, version: 1 as const };
    const entry = { feedUrl: null, guid: null, url: null, title: 'Nowhere' };
    for (const broken of [
      {},
      [],
      { ...head, version: 2, tags: [], entries: [] },
      { ...head, tags: [{ name: 'x'.repeat(500), synonyms: [] }], entries: [] },
      { ...head, tags: [{ name: 'fine', synonyms: [] }, { name: 7 }], entries: [] },
      { ...head, tags: [{ name: 'fine', synonyms: [] }], entries: [{ ...entry, tags: 'all' }] },
    ])
      await expect(client.tags.import(broken as never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await client.tags.list()).toEqual([]);
    const report = await client.tags.import({
      ...head,
      tags: [
        { name: 'boats', synonyms: ['ships', 'Ship', 'boat', '#'] },
        { name: 'Ships', synonyms: ['boats'] },
        { name: '#', synonyms: ['ferries'] },
      ],
      entries: [{ ...entry, tags: ['boats'] }],
    });
    expect(report).toMatchObject({ tags: 1, synonyms: 1, entryTags: 0, unknownEntries: 1 });
    expect(await client.tags.list()).toMatchObject([{ name: 'boats', synonyms: ['Ship'], entries: 0 }]);
    expect(await tagsOf(id)).toEqual([]);
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  });

  test.skipIf(isRepeated)(
    'a library of 5,000 tags is listed, searched, offered to a model and completed',
    async () => {
      const { client, reader } = current();
      const tags = Array.from({ length: 5000 }, (_, at) => ({
        name: `topic ${at}`,
        synonyms: at % 5 === 0 ? [`subject ${at}`] : [],
      }));
      const report = await client.tags.import({ format: 'precis-tags', version: 1, tags, entries: [] });
      expect(report).toMatchObject({ tags: 5000, synonyms: 1000 });
      await client.tags.create({ name: 'ferry traffic', synonyms: ['ferries'] });
      expect(await client.tags.list()).toHaveLength(5001);
      const id = await addText(current());
      await client.tags.ofEntry.add(id, ['subject 4995']);
      expect(await tagsOf(id)).toEqual(['topic 4995']);
      expect((await reader.entries.list({ view: 'all', query: 'tag:"topic 4995"' })).items).toHaveLength(1);

      reply = () => tagged(['ferries', 'Ferries will carry pedestrians']);
      await current().finish(await client.tags.ofEntry.suggest(id));
      const [request] = model.requests;
      expect(request?.prompt).toContain('ferry traffic');
      expect(request?.prompt.length).toBeLessThan(8000);
      expect((await client.tags.ofEntry.get(id)).suggestions.map(({ name }) => name)).toEqual([
        'ferry traffic',
      ]);
      expect((await client.tags.export()).tags).toHaveLength(5001);
    },
  );
});
