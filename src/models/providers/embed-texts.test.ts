import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { Model } from '#engine/ports.ts';
import { createModels } from '#models/create-models.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { createModelStore } from '#tests/fixtures/model-store.ts';
import { vectorOf } from '#tests/fixtures/scripted-model/embeddings.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';

const key = 'sk-secret-0123456789';
let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel();
});
afterEach(() => server.close());

const { signal } = new AbortController();

function open(provider: Provider, path = '/v1'): Promise<Model> {
  const store = createModelStore();
  const id = `${provider}/m-1` as never;
  const env = { OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, OPENAI_BASE_URL: server.url + path };
  const all = { ...env, OPENAI_COMPATIBLE_BASE_URL: server.url + path, OLLAMA_BASE_URL: server.url };
  return createModels({
    store,
    env: all,
    textWork: localTextWork,
    secretKey: new Uint8Array(32),
    getPrimary: async () => builtinModelProfileId,
  }).open(id);
}

async function embed(model: Model, texts: string[]) {
  if (model.embed === undefined) throw new TypeError('it makes no vectors');
  return model.embed(texts, signal);
}

describe.each(['openai', 'openai-compatible', 'ollama'] as const)('vectors of %s', (provider) => {
  test('come in the order of the texts, with length 1, and their tokens are counted', async () => {
    const { vectors, inputTokens } = await embed(await open(provider), ['a car', 'the database']);
    const [first] = vectors;
    expect(vectors.map(({ length }) => length)).toEqual([24, 24]);
    expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 5);
    const wanted = vectorOf('a car');
    expect((first?.[0] ?? 0) / (first?.[5] ?? 1)).toBeCloseTo((wanted[0] ?? 0) / (wanted[5] ?? 1), 3);
    expect(inputTokens).toBe(5);
    const path = provider === 'ollama' ? '/api/embed' : '/v1/embeddings';
    expect(server.requests).toMatchObject([
      { path, body: { model: 'm-1', input: ['a car', 'the database'] } },
    ]);
  });

  test.each([
    '-5',
    '1.5',
    'NaN',
    'Infinity',
    '"12"',
    '9007199254740993',
    '1e300',
    '{}',
    'null',
    '[1]',
    'true',
  ])('are used where the server counts %s tokens, and those are unknown', async (rawCount) => {
    server.embeds(() => ({ rawCount }));
    const { vectors, inputTokens } = await embed(await open(provider), ['a car']);
    expect([vectors.length, inputTokens]).toEqual([1, null]);
  });

  test.each([
    ['too few vectors', [[1, 0]], 'sent 1 vectors for 2 texts'],
    ['too many vectors', [[1], [1], [1]], 'sent 3 vectors for 2 texts'],
    ['vectors of different lengths', [[1, 0], [1]], 'vectors of different lengths'],
    [
      'a vector of nothing',
      [
        [0, 0],
        [1, 0],
      ],
      'without a direction',
    ],
    ['empty vectors', [[], []], 'a vector of 0 numbers'],
    ['no numbers', [['x'], [null]], 'invalid response'],
    ['no list', 'none', 'invalid response'],
  ])('refuse %s', async (_, vectors, message) => {
    server.embeds(() => ({ vectors }));
    await expect(embed(await open(provider), ['one', 'two'])).rejects.toMatchObject({
      code: 'model_bad_response',
      message: expect.stringContaining(message),
    });
  });

  test('name a provider that asks to wait, and one that does not have the model', async () => {
    server.embeds(() => ({ status: 429, retryAfter: 7, message: `slow down, ${key}` }));
    const model = await open(provider);
    await expect(embed(model, ['one'])).rejects.toMatchObject({
      code: 'model_rate_limited',
      retryAfterMs: 7000,
    });
    server.embeds(() => ({ status: 404, message: 'model not found' }));
    await expect(embed(model, ['one'])).rejects.toMatchObject({ code: 'model_not_found' });
  });
});

test('a server that counts no tokens says so, and a key is sent only as a header and never told', async () => {
  server.embeds(() => ({ counts: false }));
  const model = await open('openai');
  expect((await embed(model, ['one'])).inputTokens).toBeNull();
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  server.embeds(() => ({ status: 400, message: `bad key ${key}` }));
  const refused = await embed(model, ['one']).catch((error: unknown) => error);
  expect(String(refused)).toContain('bad key [key]');
});

test('an aborted call ends at once', async () => {
  server.embeds(() => ({ delayMs: 5000 }));
  const leaving = new AbortController();
  const call = (await open('openai')).embed?.(['one'], leaving.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  leaving.abort();
  await expect(call).rejects.toMatchObject({ code: 'run_cancelled' });
});

test('Anthropic and the offline model offer none', async () => {
  expect((await open('anthropic')).embed).toBeUndefined();
  expect((await open('builtin').catch(() => null))?.embed).toBeUndefined();
});
