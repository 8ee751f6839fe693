import { expect, onTestFinished, test } from 'vitest';
import type { Entry } from '#schema/entry.ts';
import { rss } from '#tests/fixtures/feed-server.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { article, describeEachReader, type ReaderTest } from './each-reader.ts';

async function subscribe({ reader, feeds }: ReaderTest, html = article): Promise<Entry> {
  feeds.on('/feed', { body: rss('Feed', [{ id: '1', title: 'The bridge', html }]) });
  await reader.feeds.subscribe({ url: feeds.url('/feed') });
  const [head] = (await reader.entries.list({ view: 'all' })).items;
  if (!head) throw new Error('an entry was expected');
  return reader.entries.get(head.id);
}

describeEachReader('summaries of an entry', (current) => {
  test('are kept one a slot, newest first, and mark their entry', async () => {
    const { reader, finish } = current();
    const { id, contentHash } = await subscribe(current());
    for (const detailLevel of ['short', 'medium', 'short'] as const) {
      const run = await reader.summaries.start(id, { detailLevel });
      expect(run).toMatchObject({
        source: { kind: 'entry', id: String(id), title: 'The bridge' },
        trigger: 'manual',
      });
      expect(await finish(run)).toMatchObject({ status: 'succeeded' });
    }
    const { items, active } = await reader.summaries.list(id);
    expect(active).toBeNull();
    expect(items.map(({ summary, stale }) => [summary.detailLevel, summary.contentHash, stale])).toEqual([
      ['short', contentHash, []],
      ['medium', contentHash, []],
    ]);
    const summaryStart = items[0]?.summary.text.slice(0, 400);
    expect((await reader.entries.list({ view: 'all' })).items).toMatchObject([
      { id, hasSummary: true, summaryStart },
    ]);
  });

  test('are cleared by slot, or all together', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current());
    for (const detailLevel of ['short', 'medium', 'detailed'] as const) {
      await finish(await reader.summaries.start(id, { detailLevel }));
    }
    const short = { targetLanguage: 'en', detailLevel: 'short' } as const;
    expect(await reader.summaries.clear(id, short)).toMatchObject({ deleted: 1 });
    expect(await reader.summaries.clear(id, short)).toEqual({ deleted: 0, undoId: null });
    expect((await reader.summaries.list(id)).items).toHaveLength(2);
    const half = new Request(`http://localhost/api/entries/${id}/summaries?detailLevel=medium`, {
      method: 'DELETE',
    });
    expect((await current().app.fetch(half)).status).toBe(400);
    expect(await reader.summaries.clear(id)).toMatchObject({ deleted: 2 });
    expect(await reader.entries.get(id)).toMatchObject({ hasSummary: false, summaryStart: null });
    expect((await client.runs.list()).items).toHaveLength(3);
  });

  test('come back whole when a clear is undone, once, except where another was made meanwhile', async () => {
    const { reader, finish } = current();
    const { id } = await subscribe(current());
    for (const detailLevel of ['short', 'medium'] as const) {
      await finish(await reader.summaries.start(id, { detailLevel }));
    }
    const before = await reader.summaries.list(id);
    expect(before.items[0]?.summary.grounding).not.toBeNull();
    const { undoId } = await reader.summaries.clear(id);
    expect((await reader.summaries.list(id)).items).toEqual([]);
    const renewed = await finish(await reader.summaries.start(id, { detailLevel: 'short' }));
    expect(await reader.summaries.restore(id, undoId ?? '')).toBe(2);
    const after = await reader.summaries.list(id);
    expect(after.items.find(({ summary }) => summary.detailLevel === 'medium')).toEqual(
      before.items.find(({ summary }) => summary.detailLevel === 'medium'),
    );
    expect(after.items.find(({ summary }) => summary.detailLevel === 'short')?.run.id).toBe(renewed.id);
    await expect(reader.summaries.restore(id, undoId ?? '')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that are being made again end with the clear of their slot, and leave nothing', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current());
    await finish(await reader.summaries.start(id, { detailLevel: 'short' }));
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    const profile = await client.models.put(scriptedProfile('slow', model.baseUrl('openai')));
    await client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
    model.always({ fault: { kind: 'endless' }, delayMs: 5 });
    const rerun = await reader.summaries.start(id, { detailLevel: 'short' });
    const other = await reader.summaries.start(id, { detailLevel: 'detailed' });
    await expect.poll(() => model.requests.length).toBe(2);
    await reader.summaries.clear(id, { targetLanguage: 'en', detailLevel: 'short' });
    expect(await finish(rerun)).toMatchObject({ status: 'cancelled' });
    expect((await reader.summaries.list(id)).items).toEqual([]);
    expect((await client.runs.get(other.id)).run.status).toBe('running');
    await reader.summaries.clear(id);
    expect(await finish(other)).toMatchObject({ status: 'cancelled' });
  });

  test('go with a deleted entry, while its runs stay', async () => {
    const { client, reader, finish, app } = current();
    const { id } = await subscribe(current());
    await finish(await reader.summaries.start(id));
    await reader.entries.remove(id);
    expect((await client.runs.list()).items).toHaveLength(1);
    expect(await app.core.store.reader.listSummaries({ kind: 'entry', id: String(id) })).toEqual([]);
  });

  test('are made of an article only, unless one insists', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current(), '<p>Two short sentences. No more.</p>');
    await expect(reader.summaries.start(id)).rejects.toMatchObject({ code: 'source_too_short' });
    expect((await client.runs.list()).items).toEqual([]);
    expect(await finish(await reader.summaries.start(id, { anyway: true }))).toMatchObject({
      status: 'succeeded',
    });
  });

  test('of nothing are not made, however much one insists', async () => {
    const { reader } = current();
    const { id } = await subscribe(current(), '');
    await expect(reader.summaries.start(id, { anyway: true })).rejects.toMatchObject({
      code: 'source_empty',
    });
  });

  test('are not made by themselves where there is one, or where one is on its way', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current());
    const first = await reader.summaries.start(id, { trigger: 'auto', detailLevel: 'short' });
    expect(first.trigger).toBe('auto');
    await finish(first);
    await expect(
      reader.summaries.start(id, { trigger: 'auto', detailLevel: 'detailed' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await finish(await reader.summaries.start(id, { detailLevel: 'detailed' }))).toMatchObject({
      status: 'succeeded',
    });
    expect((await client.runs.list()).items).toHaveLength(2);
  });

  test('in an unknown language are refused', async () => {
    const { app } = current();
    const { id } = await subscribe(current());
    const request = new Request(`http://localhost/api/entries/${id}/summaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ targetLanguage: 'klingonish' }),
    });
    expect((await app.fetch(request)).status).toBe(400);
  });

  test('tell when the article has changed since', async () => {
    const { reader, feeds, finish, refresh } = current();
    const { id } = await subscribe(current());
    await finish(await reader.summaries.start(id));
    feeds.on('/feed', {
      body: rss('Feed', [{ id: '1', title: 'The bridge', html: `${article}<p>One more.</p>` }]),
    });
    await refresh();
    expect((await reader.summaries.list(id)).items).toMatchObject([{ stale: ['article'] }]);
  });

  test('tell when another model would make them, and not when only the provider spells its name differently', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current());
    await finish(await reader.summaries.start(id));
    const model = await startScriptedModel();
    try {
      model.always({ text: 'The bridge is closed for two years.', model: 'name-of-the-provider' });
      const profile = scriptedProfile('primary', model.baseUrl('openai'));
      await client.models.put(profile);
      await client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
      expect((await reader.summaries.list(id)).items).toMatchObject([{ stale: ['model'] }]);
      expect(await finish(await reader.summaries.start(id))).toMatchObject({ status: 'succeeded' });
      expect((await reader.summaries.list(id)).items).toMatchObject([{ stale: [] }]);
      await client.models.put({ ...profile, model: 'quite-another' });
      expect((await reader.summaries.list(id)).items).toMatchObject([{ stale: ['model'] }]);
    } finally {
      await model.close();
    }
  });

  test('show the run in progress, so that a reload finds it; removing the entry ends it', async () => {
    const { client, reader, finish } = current();
    const { id } = await subscribe(current());
    const model = await startScriptedModel();
    model.script({ text: 'It begins …', fault: { kind: 'stall', afterChunks: 1 } });
    try {
      const profile = scriptedProfile('primary', model.baseUrl('openai'));
      await client.models.put(profile);
      await client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
      const run = await reader.summaries.start(id);
      expect((await reader.summaries.list(id)).active).toMatchObject({ id: run.id });
      await expect(reader.summaries.start(id, { trigger: 'auto' })).rejects.toMatchObject({
        code: 'conflict',
      });
      await reader.entries.remove(id);
      expect(await finish(run)).toMatchObject({ status: 'cancelled' });
    } finally {
      await model.close();
    }
  });

  test('can be seen as the prompt they are made with', async () => {
    const { reader } = current();
    const { id } = await subscribe(current());
    const preview = await reader.summaries.prompt(id, { targetLanguage: 'zh-Hans', detailLevel: 'short' });
    expect(preview.template).toMatchObject({ id: 'summary.default', version: 'v1', origin: 'builtin' });
    expect(preview.prompt).toContain('Paragraph 12');
    expect(preview.prompt + preview.system).toContain('Chinese (Simplified');
    expect(preview.prompt).toContain('The bridge');
  });
});
