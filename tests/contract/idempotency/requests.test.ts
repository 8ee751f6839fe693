import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type KeyedApps, openKeyedApps, type Sent, text } from './open-keyed-apps.ts';

describeEachPlace('a POST with an Idempotency-Key', (current) => {
  let bench: KeyedApps;

  beforeEach(async () => {
    bench = await openKeyedApps(current().place);
  });
  afterEach(() => bench.close());

  const summaries = { path: '/api/summaries', body: { text } };

  async function addEntry(): Promise<string> {
    const { id } = await bench.client.reader.entries.add({ kind: 'text', text, title: 'The bridge' });
    return `/api/entries/${id}/summaries`;
  }

  async function talk(): Promise<string> {
    const { client } = bench;
    const { id: spaceId } = await client.spaces.create({ name: 'Harbour' });
    const thread = await client.threads.create({ spaceId });
    // A thread that has a title starts no run to find one.
    await client.threads.patch(thread.id, { title: 'Bridge' });
    return `/api/threads/${thread.id}`;
  }

  function replyOf(answers: Sent[]): RunId {
    const { replyRun } = JSON.parse(answers[0]?.body ?? '{}') as { replyRun: { id: RunId } };
    return replyRun.id;
  }

  function expectSame(answers: Sent[], status: number): void {
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  }

  test('sent five times at once to two programs starts one run and asks the model once', async () => {
    const answers = await bench.postMany(5, { ...summaries, key: 'one' });
    expectSame(answers, 202);
    const id = answers[0]?.json.id as RunId;
    expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([`/api/runs/${id}`]));
    await bench.finish(id);
    expectSame([...answers, await bench.post({ ...summaries, key: 'one' })], 202);
    expect(bench.model.requests).toHaveLength(1);
    expect((await bench.client.runs.list()).items).toHaveLength(1);
  });

  test('does so for an entry, also where it is summarized automatically', async () => {
    const path = await addEntry();
    for (const trigger of ['auto', 'manual']) {
      const answers = await bench.postMany(5, { path, body: { trigger }, key: trigger });
      expectSame(answers, 202);
      await bench.finish(answers[0]?.json.id as RunId);
    }
    expect(bench.model.requests).toHaveLength(2);
  });

  test('does so for a message, its answer made again, a retried run and a test of a model', async () => {
    const path = await talk();
    const sent = await bench.postMany(5, { path: `${path}/messages`, body: { text: 'Hello?' }, key: 'send' });
    expectSame(sent, 202);
    const replied = replyOf(sent);
    await bench.finish(replied);
    const again = await bench.postMany(5, { path: `${path}/retry`, key: 'again' });
    expectSame(again, 202);
    const retried = replyOf(again);
    expect(retried).not.toBe(replied);
    await bench.finish(retried);
    expect(bench.model.requests).toHaveLength(2);

    bench.model.script({ fault: { kind: 'status', status: 401 } });
    const failed = await bench.post(summaries);
    await bench.finish(failed.json.id);
    const asked = bench.model.requests.length;
    const retries = await bench.postMany(5, { path: `/api/runs/${failed.json.id}/retry`, key: 'retry' });
    expectSame(retries, 202);
    await bench.finish(retries[0]?.json.id as RunId);
    expect(bench.model.requests).toHaveLength(asked + 1);

    const tests = await bench.postMany(5, { path: '/api/models/scripted/test', key: 'test' });
    expectSame(tests, 200);
    expect(bench.model.requests).toHaveLength(asked + 2);
  });

  test('and another body, path or query is refused, while other white space and order are the same', async () => {
    const path = await addEntry();
    const body = { targetLanguage: 'en', detailLevel: 'short' };
    const first = await bench.post({ path, body, key: 'mine' });
    expect(first.status).toBe(202);
    const turned = `{ "detailLevel": "short",\n "targetLanguage": "en" }`;
    expectSame([first, await bench.post({ path, body: turned, key: 'mine' })], 202);
    for (const other of [
      { path, body: { ...body, detailLevel: 'medium' } },
      { path, body: {} },
      { path: `${path}?x=1`, body },
      summaries,
      { path: '/api/models/scripted/test' },
    ]) {
      const { status, json } = await bench.post({ ...other, key: 'mine' });
      expect(status).toBe(409);
      expect(json).toMatchObject({ code: 'idempotency_key_reused' });
    }
    await bench.finish(first.json.id);
    expect(bench.model.requests).toHaveLength(1);
  });

  test('tells long texts apart', async () => {
    const long = 'The bridge is closed and people walk. '.repeat(2000);
    const first = await bench.post({ path: '/api/summaries', body: { text: long }, key: 'long' });
    expect(first.status).toBe(202);
    const other = await bench.post({ path: '/api/summaries', body: { text: `${long}!` }, key: 'long' });
    expect(other.status).toBe(409);
    expectSame([first, await bench.post({ path: '/api/summaries', body: { text: long }, key: 'long' })], 202);
    await bench.client.runs.cancel(first.json.id);
  });

  test('that is no key is refused', async () => {
    for (const key of ['', ' ', 'with space', 'ключ', 'é', 'a'.repeat(256), 'tab\tkey']) {
      // Values that no header can carry fail before they are sent.
      const refused = await bench.post({ ...summaries, key }).catch(() => ({ status: 400 }));
      expect(refused.status, `the key ${JSON.stringify(key)}`).toBe(400);
    }
    expect((await bench.client.runs.list()).items).toEqual([]);
  });

  test('that is refused starts nothing, and its key stays free', async () => {
    for (const body of [{ text: '' }, { text: 'Too short.' }, {}, '{']) {
      expect((await bench.post({ path: '/api/summaries', body, key: 'free' })).status).toBeOneOf([400, 422]);
    }
    const accepted = await bench.post({ ...summaries, key: 'free' });
    expect(accepted).toMatchObject({ status: 202, replayed: false });
    await bench.finish(accepted.json.id);
  });

  test('whose first request died before it had started its run starts one run for all who ask then', async () => {
    const { store } = bench.apps[0].core;
    const reached = Promise.withResolvers<void>();
    store.runs.createRun = () => {
      reached.resolve();
      return new Promise(() => {});
    };
    void bench.post({ ...summaries, key: 'left' });
    await reached.promise;
    await bench.die();
    const answers = await Promise.all(
      [1, 1, 1, 1, 1].map((of) => bench.post({ ...summaries, key: 'left', of })),
    );
    expectSame(answers, 202);
    await bench.finish(answers[0]?.json.id as RunId);
    expect(bench.model.requests).toHaveLength(1);
  });

  test('whose first request died after it had started its run finds it, even when it has ended', async () => {
    const { store } = bench.apps[0].core;
    const reached = Promise.withResolvers<void>();
    store.runs.answerKey = () => {
      reached.resolve();
      return new Promise(() => {});
    };
    void bench.post({ ...summaries, key: 'left' });
    await reached.promise;
    const [run] = (await bench.client.runs.list()).items;
    await bench.finish(run?.id as RunId);
    await bench.die();
    const answers = await Promise.all(
      [1, 1, 1, 1, 1].map((of) => bench.post({ ...summaries, key: 'left', of })),
    );
    expectSame(answers, 202);
    expect(answers[0]?.json).toMatchObject({ id: run?.id, status: 'succeeded' });
    expect(bench.model.requests).toHaveLength(1);
  });
});

describeEachPlace('a POST without a key', (current) => {
  let bench: KeyedApps;

  beforeEach(async () => {
    bench = await openKeyedApps(current().place);
    bench.model.always({ text: 'The harbour bridge is closed for two years.', firstTokenDelayMs: 500 });
  });
  afterEach(() => bench.close());

  test('that asks what a run in progress asks gets that run, from two programs at once', async () => {
    const { id } = await bench.client.reader.entries.add({ kind: 'text', text, title: 'The bridge' });
    for (const post of [
      { path: '/api/summaries', body: { text } },
      { path: `/api/entries/${id}/summaries`, body: {} },
    ]) {
      bench.model.requests.length = 0;
      const answers = await bench.postMany(5, post);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      const [answer] = answers;
      if (answer === undefined) throw new Error('nothing was answered');
      await bench.finish(answer.json.id);
      expect(bench.model.requests).toHaveLength(1);
      // The run has ended, so a new request starts a new run.
      const next = await bench.post(post);
      expect(next.json.id).not.toBe(answer.json.id);
      await bench.finish(next.json.id);
    }
  });

  test('that asks for another slot, text, prompt or model starts its own run', async () => {
    const { id } = await bench.client.reader.entries.add({ kind: 'text', text, title: 'The bridge' });
    const path = `/api/entries/${id}/summaries`;
    const bodies = [
      { detailLevel: 'short' },
      { detailLevel: 'medium' },
      { detailLevel: 'short', targetLanguage: 'de' },
      { detailLevel: 'short', systemPromptOverride: 'Write like a sailor.' },
    ];
    const answers = await Promise.all(bodies.map((body) => bench.post({ path, body })));
    const profile = scriptedProfile('scripted', bench.model.baseUrl('openai'));
    await bench.client.models.put({ ...profile, model: 'another-model' });
    answers.push(await bench.post({ path, body: bodies[0] }));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(5);
    for (const { json } of answers) await bench.finish(json.id);
  });

  test('does not get a run that was asked to stop', async () => {
    bench.model.always({ text: 'The harbour bridge is closed for two years.', firstTokenDelayMs: 5000 });
    const first = await bench.post({ path: '/api/summaries', body: { text } });
    await expect.poll(() => bench.model.requests.length).toBe(1);
    await bench.client.runs.cancel(first.json.id);
    bench.model.always({ text: 'The harbour bridge is closed for two years.' });
    const second = await bench.post({ path: '/api/summaries', body: { text } });
    expect(second.json.id).not.toBe(first.json.id);
    await bench.finish(second.json.id);
    expect((await bench.client.runs.get(second.json.id)).run.status).toBe('succeeded');
  });

  test('continues the run of a program that died', async () => {
    const [dying, other] = bench.apps;
    bench.model.script({ firstTokenDelayMs: 15_000 });
    const first = await bench.post({ path: '/api/summaries', body: { text } });
    await expect.poll(() => bench.model.requests.length).toBe(1);
    await other.core.store.runs.removeWorker(dying.core.workerId);
    const second = await bench.post({ path: '/api/summaries', body: { text }, of: 1 });
    expect(second.json.id).toBe(first.json.id);
    await bench.finish(first.json.id);
    expect((await bench.client.runs.get(first.json.id)).run).toMatchObject({
      status: 'succeeded',
      attempt: 2,
    });
  });
});
