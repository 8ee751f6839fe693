import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { availableModelsRequestSchema } from '#schema/models/profile-fields.ts';
import { createModelChoice, createModelStore } from '#tests/fixtures/model-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createModelProfiles, type ModelProfiles } from './create-model-profiles.ts';

const key = 'sk-secret-0123456789';
const mine = modelProfileIdSchema.parse('mine');

let server: ScriptedModel;
let env: Record<string, string>;
let profiles: ModelProfiles;

beforeEach(async () => {
  server = await startScriptedModel();
  server.offers({ data: [{ id: 'one' }, { id: 'two' }] });
  env = {};
  profiles = createModelProfiles({
    store: createModelStore(),
    secretKey: randomBytes(32),
    env,
    getPrimary: async () => modelProfileIdSchema.parse('builtin'),
    choice: createModelChoice(),
    textWork: localTextWork,
    now: () => 1000,
  });
});
afterEach(() => server.close());

const ask = (request: object) => profiles.listAvailable(availableModelsRequestSchema.parse(request));
const put = (fields: object) =>
  profiles.put(
    modelProfileInputSchema.parse({
      id: mine,
      name: 'Mine',
      provider: 'openai',
      model: 'one',
      baseUrl: `${server.url}/v1`,
      ...fields,
    }),
  );
const namesOf = async (request: object) => (await ask(request)).items.map(({ model }) => model);

describe('the models that a provider offers', () => {
  test.each([
    { provider: 'openai', path: '/v1', asked: '/v1/models', header: 'authorization', sent: `Bearer ${key}` },
    {
      provider: 'anthropic',
      path: '/v1',
      asked: '/v1/models?limit=1000',
      header: 'x-api-key',
      sent: key,
    },
    {
      provider: 'google',
      path: '/v1beta',
      asked: '/v1beta/models?pageSize=1000',
      header: 'x-goog-api-key',
      sent: key,
    },
    { provider: 'ollama', path: '', asked: '/api/tags', header: 'authorization', sent: `Bearer ${key}` },
  ])(
    'are asked for as $provider wants it, with the key that was typed',
    async ({ provider, path, asked, header, sent }) => {
      const request = { provider, baseUrl: server.url + path, key: { kind: 'value', value: key } };
      expect(await namesOf(request)).toEqual(['one', 'two']);
      expect(server.requests).toMatchObject([{ method: 'GET', path: asked, headers: { [header]: sent } }]);
    },
  );

  test('need no key where the server needs none', async () => {
    await ask({ provider: 'openai-compatible', baseUrl: server.url });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('are asked for with the stored key of a profile, at its own address only', async () => {
    await put({ key: { kind: 'value', value: key } });
    await ask({ provider: 'openai', baseUrl: `${server.url}/v1`, profileId: mine });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const elsewhere = { provider: 'openai', baseUrl: 'http://127.0.0.2:9/v1', profileId: mine };
    await expect(ask(elsewhere)).rejects.toMatchObject({ code: 'key_origin_changed' });
  });

  test('are asked for with a key from the environment, but never with a secret of Precis', async () => {
    env.MY_KEY = key;
    env.PRECIS_TOKEN = 'own secret';
    const place = { provider: 'openai', baseUrl: `${server.url}/v1` };
    await ask({ ...place, key: { kind: 'env', name: 'MY_KEY' } });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const own = { ...place, key: { kind: 'env', name: 'PRECIS_TOKEN' } };
    await expect(ask(own)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(server.requests).toHaveLength(1);
  });

  test('of Ollama are where the environment says it is', async () => {
    env.OLLAMA_HOST = new URL(server.url).host;
    expect(await ask({ provider: 'ollama' })).toMatchObject({
      baseUrl: `${server.url}/`,
      items: [{ model: 'one' }, { model: 'two' }],
    });
  });

  test('that a server does not list, or lists as something else, are said to be missing', async () => {
    server.offers({ error: 'no' });
    const place = { provider: 'openai', baseUrl: `${server.url}/v1` };
    await expect(ask(place)).rejects.toMatchObject({
      code: 'model_bad_response',
      message: expect.stringContaining('did not answer with a list'),
    });
    await server.close();
    await expect(ask(place)).rejects.toMatchObject({ code: 'model_unreachable' });
  });
});
