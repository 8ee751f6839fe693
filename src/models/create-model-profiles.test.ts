import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import { type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import {
  type ModelProfileInput,
  modelProfileInputSchema,
  modelProfileSchema,
  storedProfileSchema,
} from '#schema/models/model-profile.ts';
import { createModelChoice, createModelStore, type ModelStore } from '#tests/fixtures/model-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createModelProfiles, type ModelProfiles } from './create-model-profiles.ts';
import { createModels } from './create-models.ts';

const key = 'sk-secret-0123456789';
const idOf = (id: string): ModelProfileInput['id'] => modelProfileIdSchema.parse(id);
const builtinId = idOf('builtin');
const mine = idOf('mine');

let server: ScriptedModel;
let rows: ModelStore['profiles'];
let store: ModelStore;
let env: Record<string, string>;
let time: number;
let profiles: ModelProfiles;
const secretKey = randomBytes(32);
const getPrimary = async (): Promise<ModelProfileId> => builtinId;

beforeEach(async () => {
  server = await startScriptedModel();
  store = createModelStore();
  rows = store.profiles;
  env = {};
  time = 1000;
  profiles = createModelProfiles({
    store,
    secretKey,
    env,
    getPrimary,
    choice: createModelChoice(),
    textWork: localTextWork,
    now: () => time,
  });
});
afterEach(() => server.close());

describe('the built-in profile', () => {
  test('is always there, first, and labelled as an offline extract', async () => {
    await profiles.put(input());
    const list = await profiles.list();
    expect(list.map((profile) => profile.id)).toEqual(['builtin', 'mine']);
    expect(list[0]).toMatchObject({ name: 'Offline extract', provider: 'builtin', key: { kind: 'none' } });
    for (const profile of list) expect(modelProfileSchema.parse(profile)).toEqual(profile);
  });

  test('can be neither edited nor removed', async () => {
    await expect(profiles.put(input({ id: 'builtin' }))).rejects.toMatchObject({ code: 'conflict' });
    await expect(profiles.remove(builtinId)).rejects.toMatchObject({ code: 'conflict' });
    expect(rows.size).toBe(0);
  });

  test('passes its own test', async () => {
    expect(await profiles.test(builtinId)).toMatchObject({ ok: true, model: 'offline-extract' });
  });
});

describe('a stored profile', () => {
  test('is kept with its key sealed, and the key never comes out', async () => {
    const put = await profiles.put(input({ key: { kind: 'value', value: ` ${key}\n` } }));
    expect(put.key).toEqual({ kind: 'stored' });
    const shown = [put, await profiles.get(mine), ...(await profiles.list())];
    expect(JSON.stringify(shown)).not.toContain(key);
    expect(JSON.stringify(shown)).not.toContain('ciphertext');
    expect(JSON.stringify([...rows.values()])).not.toContain(key);
    expect(storedProfileSchema.parse(rows.get('mine'))).toEqual(rows.get('mine'));

    await stream();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('keeps its key and its time of making when it is changed without one', async () => {
    await profiles.put(input({ key: { kind: 'value', value: key } }));
    time = 2000;
    const changed = await profiles.put(input({ name: 'Renamed', baseUrl: `${server.url}/other/v1` }));
    expect(changed).toMatchObject({
      name: 'Renamed',
      key: { kind: 'stored' },
      createdAt: 1000,
      updatedAt: 2000,
    });
    await stream();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('loses its key when told to', async () => {
    await profiles.put(input({ key: { kind: 'value', value: key } }));
    expect((await profiles.put(input({ key: { kind: 'none' } }))).key).toEqual({ kind: 'none' });
  });

  test.each(['value', 'env'] as const)(
    'whose address changes does not send its %s key there until it is given again',
    async (kind) => {
      env.MY_KEY = key;
      const keyInput = kind === 'value' ? { kind, value: key } : { kind, name: 'MY_KEY' };
      await profiles.put(input({ baseUrl: 'https://api.example.com/v1', key: keyInput }));
      await profiles.put(input());
      await expect(stream()).rejects.toMatchObject({ code: 'key_origin_changed' });
      expect((await profiles.get(mine)).key).toMatchObject({ givenFor: 'https://api.example.com' });
      expect(await profiles.test(mine)).toMatchObject({
        ok: false,
        message: expect.stringContaining('Enter the key again'),
      });
      expect(server.requests).toHaveLength(0);

      const given = await profiles.put(input({ key: keyInput }));
      expect(given.key).not.toHaveProperty('givenFor');
      await stream();
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    },
  );

  test('does not open with another secret key', async () => {
    await profiles.put(input({ key: { kind: 'value', value: key } }));
    const models = createModels({
      store,
      secretKey: randomBytes(32),
      env,
      getPrimary,
      textWork: localTextWork,
    });
    await expect(models.open(mine)).rejects.toMatchObject({ code: 'key_unreadable' });
  });

  test('takes its key from the environment at the time of the call', async () => {
    const put = await profiles.put(input({ key: { kind: 'env', name: 'MY_KEY' } }));
    expect(put.key).toEqual({ kind: 'env', name: 'MY_KEY', present: false });
    await expect(stream()).rejects.toMatchObject({
      code: 'key_missing',
      message: expect.stringContaining('MY_KEY'),
    });
    env.MY_KEY = key;
    expect((await profiles.get(mine)).key).toEqual({ kind: 'env', name: 'MY_KEY', present: true });
    await stream();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test.each(['PRECIS_SECRET_KEY', 'PRECIS_TOKEN', 'DATABASE_URL', 'PGPASSWORD'])(
    'may not take %s for its key',
    async (name) => {
      await expect(profiles.put(input({ key: { kind: 'env', name } }))).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  test.each(['two words', 'line\nbreak', 'schlüssel'])('refuses the impossible key %j', async (value) => {
    const refused = profiles.put(input({ key: { kind: 'value', value } }));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(value) });
  });

  test.each(['https://user:pass@host/v1', 'https://host/v1?key=abc', 'https://host/v1#x'])(
    'refuses the address %s, which could hold a secret',
    async (baseUrl) => {
      await expect(profiles.put(input({ baseUrl }))).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  test('of an OpenAI-compatible server needs an address', async () => {
    const refused = profiles.put(input({ provider: 'openai-compatible', baseUrl: null }));
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('baseUrl'),
    });
  });

  test('may not take the place of an agent’s model', async () => {
    const refused = profiles.put(input({ id: 'agent:assistant/llm' }));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', message: /^id: / });
  });

  test('can be removed, once', async () => {
    await profiles.put(input());
    await profiles.remove(mine);
    await expect(profiles.remove(mine)).rejects.toMatchObject({ code: 'not_found' });
    await expect(profiles.get(mine)).rejects.toMatchObject({ code: 'not_found' });
    await expect(profiles.test(mine)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a profile of the environment', () => {
  test('can be used without being stored', async () => {
    Object.assign(env, { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: key });
    const id = idOf('openai/gpt-x');
    expect(await profiles.get(id)).toMatchObject({
      provider: 'openai',
      model: 'gpt-x',
      key: { kind: 'env', name: 'OPENAI_API_KEY', present: true },
    });
    expect(await profiles.test(id)).toMatchObject({ ok: true, model: 'gpt-x' });
    expect(server.requests[0]).toMatchObject({
      model: 'gpt-x',
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await profiles.list()).map((profile) => profile.id)).toEqual(['builtin']);
  });

  test('gives way to a stored one with the same id', async () => {
    Object.assign(env, { OPENAI_API_KEY: key });
    await profiles.put(input({ id: 'openai/gpt-x', name: 'Stored' }));
    expect(await profiles.get(idOf('openai/gpt-x'))).toMatchObject({ name: 'Stored', key: { kind: 'none' } });
  });
});

describe('the test of a connection', () => {
  test('asks the model for a word and says who answered', async () => {
    await profiles.put(input());
    server.script(() => {
      time += 42;
      return { text: 'OK', model: 'm-1-really' };
    });
    expect(await profiles.test(mine)).toEqual({
      ok: true,
      model: 'm-1-really',
      durationMs: 42,
      message: 'm-1-really answered.',
    });
    expect(server.requests[0]?.prompt).toBe('Reply with the word OK.');
  });

  test('says in words what is wrong and what to do', async () => {
    await profiles.put(input({ key: { kind: 'value', value: key } }));
    server.script({ fault: { kind: 'status', status: 401, message: `wrong key ${key}` } });
    const result = await profiles.test(mine);
    expect(result).toMatchObject({ ok: false, model: null });
    expect(result.message).toMatch(/returned 401 \(API key rejected\)\. Check the API key/);
    expect(result.message).not.toContain(key);
  });

  test('gives up after the time a first token may take', async () => {
    await profiles.put(input({ timeouts: { firstTokenMs: 100 } }));
    server.script({ fault: { kind: 'stall', afterChunks: 0 } });
    const result = await profiles.test(mine);
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringContaining('did not start to respond in time'),
    });
    await expect.poll(() => server.requests[0]?.closedByClient).toBe(true);
  });
});

function input(fields: object = {}): ModelProfileInput {
  const base = { id: 'mine', name: 'Mine', provider: 'openai', model: 'm-1', baseUrl: `${server.url}/v1` };
  return modelProfileInputSchema.parse({ ...base, ...fields });
}

async function stream(): Promise<void> {
  const model = await createModels({ store, secretKey, env, getPrimary, textWork: localTextWork }).open(mine);
  const request = {
    system: 's',
    history: [],
    prompt: 'p',
    maxOutputTokens: 100,
    output: null,
    offline: null,
  };
  await Array.fromAsync(model.stream(request, new AbortController().signal));
}
