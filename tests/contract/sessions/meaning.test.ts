import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { SearchMeaning } from '#schema/sessions/meaning-wire.ts';
import type { SearchSessionsQuery } from '#schema/sessions/sessions-wire.ts';
import { readTexts, vectorOf } from '#tests/fixtures/scripted-model/embeddings.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const id = modelProfileIdSchema.parse('vectors');
const prices = { inputPerMillionUsd: 10, cachedInputPerMillionUsd: 10, outputPerMillionUsd: 10 };
const slowly = { timeout: 20_000, interval: 50 };

describeEachPlace('search by meaning', (current) => {
  let bench: SessionsBench;
  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
  });
  afterEach(() => bench.close());

  const say = (prompt: string, contentSessionId = 'oc_1') =>
    bench.post('/api/sessions/init', { contentSessionId, project: 'web', prompt });
  const search = (query: string, more: Partial<SearchSessionsQuery> = {}) =>
    bench.client.sessions.search({ query, ...more });
  /**
   * Repeats the search. On a busy machine the model may be too late at first, but then the vector of the query is
   * stored.
   */
  const searchUntil = (meaning: SearchMeaning, query: string, more: Partial<SearchSessionsQuery> = {}) =>
    vi.waitFor(async () => {
      const found = await search(query, more);
      expect(found.meaning).toBe(meaning);
      return found.items.map(({ title }) => title);
    }, slowly);
  const searchByMeaning = (query: string, more: Partial<SearchSessionsQuery> = {}) =>
    searchUntil('used', query, more);
  const titles = async (query: string, more: Partial<SearchSessionsQuery> = {}) =>
    (await search(query, more)).items.map(({ title }) => title);
  const sent = () => bench.model.requests.flatMap((request) => readTexts(request) ?? []);
  const state = () => bench.client.sessions.meaning();

  async function turnOn(changes: object = {}): Promise<void> {
    const profile = scriptedProfile('vectors', bench.model.baseUrl('openai'));
    await bench.client.models.put({ ...profile, prices, ...changes });
    await bench.client.settings.patch({ search: { embeddingModelProfileId: id } });
  }

  async function readAll(total: number): Promise<void> {
    await expect.poll(async () => (await state()).read, slowly).toBe(total);
  }

  /** Skips the test on a PostgreSQL without pgvector, which compares no vectors. */
  async function requireComparing(skip: (note: string) => void): Promise<void> {
    if (!(await state()).isAvailable) skip('this PostgreSQL has no pgvector');
  }

  test('is off until a model is chosen: no text leaves, and searches compare words', async () => {
    await say('The automobile does not start');
    expect(await search('car')).toMatchObject({ items: [], meaning: 'off' });
    expect(await state()).toMatchObject({ modelProfileId: null, read: 0 });
    expect(bench.model.requests).toEqual([]);
  });

  test('says so where the database cannot compare, and sends nothing', async ({ skip }) => {
    if ((await state()).isAvailable) skip('this database compares vectors');
    await say('The automobile does not start');
    await turnOn();
    expect(await searchUntil('unavailable', 'automobile')).toEqual(['The automobile does not start']);
    expect(await state()).toMatchObject({ isAvailable: false, read: 0, total: 1 });
    expect(bench.model.requests).toEqual([]);
  });

  test('finds what words do not, within the same bounds, and counts what it costs', async ({ skip }) => {
    await requireComparing(skip);
    await say('The automobile does not start');
    await say('Postgres is slow', 'oc_2');
    await say('The car needs oil', 'oc_3');
    await turnOn();
    await readAll(3);
    expect((await searchByMeaning('car')).slice(0, 2)).toEqual([
      'The car needs oil',
      'The automobile does not start',
    ]);
    expect(await titles('car', { by: 'words' })).toEqual(['The car needs oil']);
    expect(await searchByMeaning('car', { type: 'observations' })).toEqual([]);
    expect((await bench.settledRuns()).map(({ taskType, status }) => [taskType, status])).toEqual([
      ['embedding', 'succeeded'],
    ]);
    const { rows } = await bench.client.spending.get({});
    expect(rows).toMatchObject([{ taskType: 'embedding', model: 'vectors-model', outputTokens: 0 }]);
    expect(rows[0]?.costUsd).toBeCloseTo(((rows[0]?.inputTokens ?? 0) * 10) / 1e6, 9);
  });

  test('sends nothing private, whoever asks for it', async ({ skip }) => {
    await requireComparing(skip);
    await say('The login of <private>rhubarb</private> fails with sk-ant-api03-0123456789abcdefghijklmnop');
    await say('<private>rhubarb pie</private>', 'oc_2');
    await turnOn();
    await readAll(2);
    await search('login <private>rhubarb</private> sk-ant-api03-0123456789abcdefghijklmnop');
    await expect.poll(() => sent().length, slowly).toBe(2);
    expect(sent().join('\n')).toMatch(/The login of[^]*login/);
    expect(JSON.stringify(bench.model.requests)).not.toMatch(/rhubarb|0123456789abcdef/);
  });

  test('gives way to words when the model is slow or fails, and says so', async ({ skip }) => {
    await requireComparing(skip);
    await say('The automobile does not start');
    await turnOn();
    await readAll(1);
    bench.model.embeds(() => ({ delayMs: 1500 }));
    expect(await search('automobile')).toMatchObject({ meaning: 'slow', items: [{ kind: 'prompt' }] });
    // The late answer is stored, so the next search uses it.
    await searchByMeaning('automobile');
    bench.model.embeds(() => ({ status: 401 }));
    await searchUntil('failed', 'car automobile');
    bench.model.embeds((texts) => ({ vectors: [...texts, 'more'].map(vectorOf) }));
    expect(await searchUntil('failed', 'automobile start')).toEqual(['The automobile does not start']);
    const text = await bench.app.fetch(
      new Request('http://127.0.0.1:37777/api/search?query=start+automobile'),
    );
    expect(await text.text()).toContain('Found by words only');
  });

  test('waits and goes on where the model asks to, and a refused text stops no other', async ({ skip }) => {
    await requireComparing(skip);
    for (const text of ['The car', 'A text too long', 'The database']) await say(text);
    let isFirst = true;
    bench.model.embeds((texts) => {
      if (isFirst) {
        isFirst = false;
        return { status: 429, retryAfter: 0 };
      }
      return texts.some((text) => text.includes('too long')) ? { status: 400, message: 'too long' } : {};
    });
    await turnOn();
    await readAll(3);
    expect(await state()).toMatchObject({ read: 3, total: 3, failure: null });
    expect(await searchByMeaning('vehicle')).toEqual(['The car', 'The database']);
  });

  test('reports a model that cannot be used, and tests one before it is chosen', async ({ skip }) => {
    await requireComparing(skip);
    await say('The car');
    bench.model.embeds(() => ({ status: 400, message: 'no embeddings here' }));
    await turnOn();
    await expect.poll(async () => (await state()).failure, slowly).toContain('no embeddings here');
    expect((await bench.client.issues.list({})).items).toMatchObject([{ code: 'model_refused' }]);
    const anthropic = {
      ...scriptedProfile('other', bench.model.baseUrl('anthropic')),
      provider: 'anthropic',
    };
    await bench.client.models.put(anthropic as never);
    const choice = { embeddingModelProfileId: modelProfileIdSchema.parse('other') };
    await expect(bench.client.settings.patch({ search: choice })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await bench.client.models.test(id, 'embedding')).toMatchObject({ ok: false });
    bench.model.embeds(() => ({}));
    expect(await bench.client.models.test(id, 'embedding')).toMatchObject({
      ok: true,
      message: 'vectors-model answered with a vector of 24 numbers.',
    });
  });

  test('goes on where it was stopped, and reads everything again with another model', async ({ skip }) => {
    await requireComparing(skip);
    for (let n = 0; n < 20; n += 1) await say(`Car number ${n}`);
    bench.model.embeds((texts) => (texts.length === 16 ? {} : { delayMs: 60_000 }));
    await turnOn();
    // The first call of the run is answered, the second one hangs.
    await expect.poll(() => sent().length, slowly).toBe(20);
    await bench.app.stop(0);
    bench.model.embeds(() => ({}));
    bench = await openSessionsBench(current().place, { model: bench.model });
    await readAll(20);
    const before = sent().length;
    await bench.client.models.put({
      ...scriptedProfile('vectors', bench.model.baseUrl('openai')),
      model: 'another-model',
    });
    await expect.poll(() => sent().length, slowly).toBe(before + 20);
    await readAll(20);
    await bench.client.settings.patch({ search: { embeddingModelProfileId: null } });
    const { store } = bench.app.core;
    await expect.poll(() => store.meaning.forgetOthers(null, 1), slowly).toBe(0);
    expect((await search('vehicle')).meaning).toBe('off');
  });
});
