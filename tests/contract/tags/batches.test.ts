import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { type BatchEntry, batchIdSchema, type TaggingBatch } from '#schema/tag-wire.ts';
import { collectPages, describeEachReader } from '#tests/contract/reader/each-reader.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { shareOf } from '#tests/setup/share.ts';
import { addMany, addText, tagged, untilEnded } from './scripted-tags.ts';

/** A batch of this size takes long enough to be stopped halfway. */
const many = Math.max(40, shareOf(process.env.PRECIS_FAULT === 'full' ? 500 : 100));

/** The tags of the articles on the first store. The other store must have the same tags for them. */
let tagsOnFirstStore: string[] | null = null;
let tagsOfModelOnFirstStore: string[] | null = null;

describeEachReader('a batch that tags many entries', (current) => {
  let model: ScriptedModel;
  let reply: (request: ScriptedRequest) => Reply | Promise<Reply>;

  beforeEach(async () => {
    reply = ({ prompt }) => {
      const title = /Report \d+ about ([^<\n]+)/.exec(prompt)?.[1] ?? '';
      return tagged([title, `will matter more in the town of Lunde`], ['Lunde', 'The council of Lunde']);
    };
    model = await startScriptedModel({ reply: (request) => reply(request) });
  });
  afterEach(() => model.close());

  async function connect(): Promise<void> {
    const prices = { inputPerMillionUsd: 1, cachedInputPerMillionUsd: 1, outputPerMillionUsd: 2 };
    const profile = { ...scriptedProfile('primary', model.baseUrl('openai')), prices };
    await current().client.models.put(profile);
    await current().client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  }

  const batches = () => current().client.tags.batches;
  const allTags = async () =>
    (await collectPages(current().reader, { view: 'all', limit: 200 }))
      .map(({ title, tags }) => `${title}: ${tags.map(({ name }) => name).join(', ')}`)
      .sort();

  async function allEntries(id: TaggingBatch['id']): Promise<BatchEntry[]> {
    const items: BatchEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await batches().entries(id, { limit: 200, ...(cursor === undefined ? {} : { cursor }) });
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  async function subscribeToMany(count: number): Promise<FeedId> {
    const { feeds, reader, refresh } = current();
    const kinds = [
      'solar power',
      'harbour bridges',
      'Electric Cars',
      'bell founder',
      'River Ferry',
      'Solar Power',
    ];
    const item = (at: number) => {
      const topic = kinds[at % kinds.length];
      const place = ['Lunde', 'Vestby', 'Osmark'][at % 3];
      const html = `<p>Report ${at} says that ${topic} will matter more in ${place} than anyone had thought before this year.</p><p>The council of ${place} discussed ${topic} for three hours, and the mayor of ${place} sent the paper back to its authors.</p><p>Critics of ${topic} were heard as well, and letter ${at} is printed on the last page of the paper from ${place}.</p>`;
      return `<item><guid>g${at}</guid><title>Report ${at} about ${topic}</title><description><![CDATA[${html}]]></description></item>`;
    };
    const items = Array.from({ length: count }, (_, at) => item(at)).join('');
    const body = `<rss version="2.0"><channel><title>Reports</title>${items}</channel></rss>`;
    feeds.on('/many.xml', { body });
    const feed = await reader.feeds.subscribe({ url: feeds.url('/many.xml') });
    const isLoaded = async () =>
      (await reader.subscriptions()).feeds.every(
        ({ id, loading, unread }) => id !== feed.id || (loading === null && unread === count),
      );
    await expect.poll(isLoaded, { timeout: 60_000 }).toBe(true);
    await refresh(feed.id);
    return feed.id;
  }

  test(`of ${many} reports its progress, is stopped, continues, gives the same tags on both stores, and is undone`, async () => {
    const { client } = current();
    const feedId = await subscribeToMany(many);
    expect(await batches().estimate({ feedId })).toMatchObject({
      entries: many,
      skipped: 0,
      isCut: false,
      costUsd: 0,
      modelProfileId: 'builtin',
    });
    const started = await batches().start({ selection: { feedId }, mode: 'accept' });
    expect(started).toMatchObject({ status: 'running', total: many, mode: 'accept', selection: { feedId } });
    await expect
      .poll(async () => (await batches().get(started.id)).done, { timeout: 60_000 })
      .toBeGreaterThan(0);

    const aborted = await batches().abort(started.id);
    expect(aborted.status).toBe('aborted');
    expect(aborted.done).toBeLessThan(many);
    await expect
      .poll(async () =>
        (await client.runs.list({ taskType: 'tagging', limit: 200 })).items.every(
          (run) => run.finishedAt !== null,
        ),
      )
      .toBe(true);
    const halfway = await batches().get(started.id);
    expect(halfway.done).toBe(aborted.done);
    expect(halfway.failed).toBe(0);
    expect((await client.tags.list()).reduce((sum, { entries }) => sum + entries, 0)).toBe(halfway.tags);

    expect((await batches().resume(started.id)).status).toBe('running');
    const ended = await untilEnded(current(), started.id);
    expect(ended).toMatchObject({ status: 'done', total: many, done: many, failed: 0, skipped: 0 });
    expect((await batches().list()).map(({ id }) => id)).toEqual([started.id]);

    const tags = await allTags();
    tagsOnFirstStore ??= tags;
    expect(tags).toEqual(tagsOnFirstStore);
    expect(tags).toContain('Report 0 about solar power: Lunde, solar power');
    expect(tags).toContain('Report 1 about harbour bridges: harbour bridges, Vestby');
    expect(tags).toContain('Report 5 about Solar Power: Osmark, solar power');

    const page = await batches().entries(started.id, { limit: 2 });
    expect(page.items).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(page.items[0]?.tags.length).toBeGreaterThan(0);
    const second = await batches().entries(started.id, { limit: 200, cursor: page.nextCursor ?? '' });
    expect(second.items).toHaveLength(Math.min(many - 2, 200));
    expect(second.items.some(({ entryId }) => entryId === page.items[0]?.entryId)).toBe(false);

    const undone = await batches().undo(started.id);
    expect(undone.tags).toBe(ended.tags);
    expect(undone.libraryTags).toBeGreaterThan(0);
    expect(await client.tags.list()).toEqual([]);
    expect(await batches().get(started.id)).toMatchObject({ status: 'undone', tags: 0 });
    await expect(batches().resume(started.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  }, 300_000);

  test(`of ${many} with a connected model is accepted all at once, the same on both stores, and undone`, async () => {
    const { client } = current();
    await connect();
    const feedId = await subscribeToMany(many);
    const started = await batches().start({ selection: { feedId }, mode: 'suggest' });
    await expect
      .poll(async () => (await batches().get(started.id)).done, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(20);
    const aborted = await batches().abort(started.id);
    expect(aborted.done).toBeLessThan(many);
    expect((await batches().accept(started.id)).suggestions).toBe(0);
    await batches().resume(started.id);
    const ended = await untilEnded(current(), started.id);
    expect(ended).toMatchObject({ status: 'done', total: many, done: many, failed: 0, skipped: 0 });
    expect(ended.suggestions).toBeGreaterThan(0);

    // These are the last two entries, which had no tags yet when the batch was stopped, on either store.
    const [second, first] = (await allEntries(started.id)).toReversed();
    if (!first || !second) throw new Error('two entries were expected');
    const [kept] = first.suggestions;
    const [dismissed] = second.suggestions;
    await client.tags.ofEntry.accept(first.entryId, { keys: [kept?.key ?? ''] });
    await client.tags.ofEntry.dismiss(second.entryId, { keys: [dismissed?.key ?? ''] });

    // Two tabs accept at once.
    const [accepted] = await Promise.all([batches().accept(started.id), batches().accept(started.id)]);
    expect((await batches().get(started.id)).suggestions).toBe(0);
    expect(accepted.id).toBe(started.id);
    const tags = await allTags();
    tagsOfModelOnFirstStore ??= tags;
    expect(tags).toEqual(tagsOfModelOnFirstStore);
    expect(tags).toContain('Report 0 about solar power: Lunde, solar power');
    expect(tags).toContain('Report 1 about harbour bridges: harbour bridges');

    const { tags: removed } = await batches().undo(started.id);
    expect(removed).toBe(countTags(tags) - 1);
    expect((await client.tags.list()).map(({ name }) => name)).toEqual([kept?.name]);
    expect((await client.tags.ofEntry.get(first.entryId)).tags.map(({ name }) => name)).toEqual([kept?.name]);
    expect((await client.tags.ofEntry.get(second.entryId)).suggestions).toEqual([]);
    expect(await current().app.core.store.checkIntegrity()).toBeNull();
  }, 300_000);

  test('undoes exactly what it added: nothing that a person added, confirmed or used since', async () => {
    const { client } = current();
    await connect();
    const { ids } = await addMany(current(), 5);
    const [byHand, confirmed, reused] = ids as [EntryId, EntryId, EntryId];
    await client.tags.ofEntry.add(byHand, ['Solar Power']);
    const batch = await batches().start({ selection: { entryIds: ids }, mode: 'accept' });
    expect(await untilEnded(current(), batch.id)).toMatchObject({ status: 'done', done: 5 });
    await client.tags.ofEntry.add(confirmed, ['harbour bridge']);
    await client.tags.ofEntry.add(byHand, ['Electric Cars']);
    const lunde = (await client.tags.ofEntry.get(reused)).tags.find(({ name }) => name === 'Lunde');
    if (lunde) await client.tags.patch(lunde.id, { synonyms: ['town'] });

    await batches().undo(batch.id);
    const left = async (id: EntryId) => (await client.tags.ofEntry.get(id)).tags.map(({ name }) => name);
    expect(await left(byHand)).toEqual(['Electric Cars', 'Solar Power']);
    expect(await left(confirmed)).toEqual(['harbour bridge']);
    expect(await left(reused)).toEqual([]);
    expect((await client.tags.list()).map(({ name }) => name)).toEqual([
      'Electric Cars',
      'harbour bridge',
      'Lunde',
      'Solar Power',
    ]);
  });

  test('shows its cost before and after, and what it did with each entry', async () => {
    const { client } = current();
    await connect();
    const { ids } = await addMany(current(), 3);
    const short = await addText(current(), 'Short', 'Nothing much.');
    const selection = { entryIds: [...ids, short] };
    const estimate = await batches().estimate(selection);
    expect(estimate).toMatchObject({ entries: 3, skipped: 1, model: 'primary-model' });
    expect(estimate.costUsd).toBeGreaterThan(0);

    const answer = reply;
    reply = (request) =>
      /Report 1 |rather not/.test(request.prompt) ? { text: 'I would rather not.' } : answer(request);
    const batch = await batches().start({ selection, mode: 'suggest' });
    const ended = await untilEnded(current(), batch.id);
    expect(ended).toMatchObject({
      status: 'done',
      total: 4,
      done: 2,
      failed: 1,
      skipped: 1,
      tags: 0,
      suggestions: 4,
      suggestedEntries: 2,
      emptyEntries: 0,
    });
    expect(ended.costUsd).toBeGreaterThan(0);
    expect((await batches().entries(batch.id, { status: 'failed' })).items).toMatchObject([
      { entryId: ids[1], errorCode: 'model_bad_response', tags: [], suggestions: [] },
    ]);
    expect((await batches().entries(batch.id, { status: 'skipped' })).items).toMatchObject([
      { entryId: short },
    ]);
    const [first] = (await batches().entries(batch.id, { status: 'done' })).items;
    expect(first?.suggestions.map(({ name }) => name)).toEqual(['Solar Power', 'Lunde']);

    reply = answer;
    await batches().resume(batch.id);
    const again = await untilEnded(current(), batch.id);
    expect(again).toMatchObject({ status: 'done', done: 3, failed: 0, suggestions: 6 });
    expect(again.costUsd).toBeGreaterThan(ended.costUsd ?? 0);

    // A second batch finds nothing new. What a person accepted or dismissed counts as found.
    await batches().accept(batch.id);
    expect(await batches().get(batch.id)).toMatchObject({ differentTags: 4, taggedEntries: 3 });
    await client.tags.ofEntry.add(ids[0] as EntryId, ['Solar Power', 'Lunde']);
    for (const { id } of (await client.tags.ofEntry.get(ids[1] as EntryId)).tags)
      await client.tags.ofEntry.remove(ids[1] as EntryId, id);
    const nothing = await batches().start({ selection: { entryIds: [...ids, short] }, mode: 'accept' });
    expect(await untilEnded(current(), nothing.id)).toMatchObject({ tags: 0, done: 3, emptyEntries: 3 });
    const shown = { status: 'done', empty: 'false' } as const;
    expect((await batches().entries(nothing.id, shown)).items).toEqual([]);
    expect((await batches().entries(batch.id, shown)).items).toHaveLength(3);
    expect(await batches().get(batch.id)).toMatchObject({ emptyEntries: 0 });

    await batches().undo(batch.id);
    expect((await client.tags.ofEntry.get(ids[0] as EntryId)).tags).toHaveLength(2);
    expect((await client.tags.ofEntry.get(ids[1] as EntryId)).suggestions).toEqual([]);
  });

  test('works on few entries at a time, on none that another batch works on, and drops late results', async () => {
    const { client } = current();
    await connect();
    const { ids } = await addMany(current(), 10);
    const answer = reply;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    reply = async (request) => {
      await held;
      return answer(request);
    };
    const first = await batches().start({ selection: { entryIds: ids }, mode: 'accept' });
    const second = await batches().start({ selection: { entryIds: ids }, mode: 'accept' });
    const running = async (id: TaggingBatch['id']) =>
      (await batches().entries(id, { status: 'running' })).items.map(({ entryId }) => entryId);
    await expect.poll(() => running(first.id)).toHaveLength(4);
    await expect.poll(() => running(second.id)).toHaveLength(4);
    const both = [...(await running(first.id)), ...(await running(second.id))];
    expect(new Set(both).size).toBe(8);

    await batches().undo(second.id);
    release();
    expect(await untilEnded(current(), first.id)).toMatchObject({ status: 'done', done: 10, failed: 0 });
    expect(await batches().get(second.id)).toMatchObject({ status: 'undone', tags: 0 });
    expect((await client.tags.list()).find(({ name }) => name === 'Lunde')?.entries).toBe(10);
  });

  test('goes on when entries are deleted meanwhile, and refuses an empty selection', async () => {
    const { reader } = current();
    await connect();
    const { ids } = await addMany(current(), 6);
    const answer = reply;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    reply = async (request) => {
      await held;
      return answer(request);
    };
    const batch = await batches().start({ selection: { view: 'saved', query: 'Lunde' }, mode: 'accept' });
    expect(batch.total).toBe(6);
    await expect
      .poll(async () => (await batches().entries(batch.id, { status: 'running' })).items)
      .toHaveLength(4);
    const [runningEntry] = (await batches().entries(batch.id, { status: 'running' })).items;
    const [waitingEntry] = (await batches().entries(batch.id, { status: 'waiting' })).items;
    for (const each of [runningEntry, waitingEntry]) if (each) await reader.entries.remove(each.entryId);
    release();
    expect(await untilEnded(current(), batch.id)).toMatchObject({ total: 6, done: 4, failed: 0, skipped: 2 });
    expect(ids).toHaveLength(6);

    await expect(batches().start({ selection: { query: 'tag:nothing' } })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(batches().start({ selection: {} })).rejects.toMatchObject({ code: 'invalid_input' });
    const missing = batchIdSchema.parse('00000000-0000-4000-8000-000000000000');
    for (const call of [batches().get, batches().abort, batches().resume, batches().undo])
      await expect(call(missing)).rejects.toMatchObject({ code: 'not_found' });
  });
});

/** Counts the tags of lines such as “Title: one, two”. */
function countTags(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (/: (.+)$/.exec(line)?.[1]?.split(', ').length ?? 0), 0);
}
