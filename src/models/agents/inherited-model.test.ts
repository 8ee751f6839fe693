import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import { createModelProfiles } from '#models/create-model-profiles.ts';
import { createModels } from '#models/create-models.ts';
import { testRequest } from '#models/providers/test-connection.ts';
import { builtinModelProfileId, type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { createModelChoice, createModelStore } from '#tests/fixtures/model-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createAgents } from './create-agents.ts';
import { agentModelId } from './find-agent.ts';

const id = agentIdSchema.parse('mine');
const key = 'sk-secret-0123456789';

let here: ScriptedModel;
let elsewhere: ScriptedModel;
let env: Record<string, string>;
let primary: ModelProfileId;
beforeEach(async () => {
  [here, elsewhere] = await Promise.all([startScriptedModel(), startScriptedModel()]);
  env = {};
  primary = builtinModelProfileId;
});
afterEach(() => Promise.all([here.close(), elsewhere.close()]));

function open() {
  const sources = {
    store: createModelStore(),
    env,
    secretKey: randomBytes(32),
    getPrimary: async () => primary,
    textWork: localTextWork,
  };
  const models = createModels(sources);
  const agents = createAgents({ ...sources, models, now: () => 1 });
  const profiles = createModelProfiles({ ...sources, choice: createModelChoice(), now: () => 1 });
  return {
    put: (fields: object) => agents.put(id, agentInputSchema.parse({ name: 'Mine', ...fields })),
    profiles,
    remove: () => agents.remove(id),
    addBig: (fields: object = {}) =>
      profiles.put(
        modelProfileInputSchema.parse({
          id: 'big',
          name: 'Big',
          provider: 'openai-compatible',
          model: 'big-1',
          baseUrl: here.baseUrl('openai'),
          key: { kind: 'value', value: key },
          prices: { inputPerMillionUsd: 10, cachedInputPerMillionUsd: 1, outputPerMillionUsd: 30 },
          ...fields,
        }),
      ),
    find: () => models.open(agentModelId(id, 'summarizer')),
    async fold() {
      const model = await models.open(agentModelId(id, 'summarizer'));
      await Array.fromAsync(model.stream(testRequest, new AbortController().signal));
    },
  };
}

test.each(['small-1', 'vendor/small-1', 'openai/small-1', 'anthropic/small-1'])(
  'a summarizer that names only the model %s has provider, address and key of the agent’s profile',
  async (model) => {
    const { put, addBig, fold, find } = open();
    await addBig();
    const agent = await put({ llm: { model: 'big' }, summarizer: { model } });
    expect(agent.warnings).toEqual([]);
    expect(agent.effective.summarizer).toMatchObject({
      model: { value: model, from: 'summarizer' },
      apiBase: { value: here.baseUrl('openai'), from: 'profile' },
      apiKey: { value: { kind: 'stored' }, from: 'profile' },
    });
    await fold();
    expect(here.requests).toMatchObject([{ model, headers: { authorization: `Bearer ${key}` } }]);
    // The limits of the profile apply, but its prices are those of another model.
    expect((await find()).profile).toMatchObject({ id: 'big', prices: null });
  },
);

test('an agent on the primary model of the settings passes that model’s profile on', async () => {
  const { put, addBig, fold } = open();
  primary = (await addBig()).id;
  await put({ llm: { model: 'default' }, summarizer: { model: 'small-1' } });
  await fold();
  expect(here.requests).toMatchObject([{ model: 'small-1', headers: { authorization: `Bearer ${key}` } }]);
});

test('an agent on a model of the environment passes the key of the environment on', async () => {
  Object.assign(env, { OPENAI_API_KEY: key, OPENAI_BASE_URL: here.baseUrl('openai') });
  const { put, fold } = open();
  await put({ llm: { model: 'openai/big' }, summarizer: { model: 'small-1' } });
  await fold();
  expect(here.requests).toMatchObject([{ model: 'small-1', headers: { authorization: `Bearer ${key}` } }]);
});

test('a profile or a model of the environment with a key comes before a bare name', async () => {
  Object.assign(env, { OPENAI_API_KEY: 'sk-environment', OPENAI_BASE_URL: elsewhere.baseUrl('openai') });
  const { put, addBig, fold } = open();
  await addBig();
  await put({ llm: { model: 'big' }, summarizer: { model: 'openai/small-1' } });
  await fold();
  expect(here.requests).toEqual([]);
  expect(elsewhere.requests).toMatchObject([
    { model: 'small-1', headers: { authorization: 'Bearer sk-environment' } },
  ]);
});

test.each(['big', 'default'])(
  'a summarizer on the profile %s uses it whole, beside an agent with its own address and key',
  async (model) => {
    const { put, addBig, fold } = open();
    await addBig();
    primary = modelProfileIdSchema.parse('big');
    const llm = { model: 'local', apiBase: elsewhere.baseUrl('openai'), apiKey: 'sk-local' };
    const agent = await put({ llm, summarizer: { model } });
    expect(agent.warnings).toEqual([]);
    expect(agent.effective.summarizer).toMatchObject({
      model: { value: 'big-1', from: 'summarizer' },
      apiBase: { value: here.baseUrl('openai'), from: 'profile' },
      apiKey: { value: { kind: 'stored' }, from: 'profile' },
    });
    await fold();
    expect(elsewhere.requests).toEqual([]);
    expect(here.requests).toMatchObject([{ model: 'big-1', headers: { authorization: `Bearer ${key}` } }]);
  },
);

test.each([
  ['the summarizer', { model: 'local' }, { model: 'small' }],
  ['the summarizer of an agent on a profile', { model: 'big' }, { model: 'small' }],
])('a new profile does not take the place of a model that %s names at its server', async (_who, llm, own) => {
  const { put, addBig, fold, profiles, remove } = open();
  await addBig();
  const server = llm.model === 'big' ? {} : { apiBase: here.baseUrl('openai'), apiKey: 'sk-local' };
  await put({ llm: { ...llm, ...server }, summarizer: own });
  const small = {
    id: 'small',
    baseUrl: elsewhere.baseUrl('openai'),
    key: { kind: 'value', value: 'sk-new' },
  };
  await expect(addBig(small)).rejects.toMatchObject({
    code: 'conflict',
    message: `The summarizer of the agent “Mine” uses “small” as the name of a model at ${here.url}. A profile with this ID would send its texts to ${elsewhere.url}. Choose another ID, or change the agent first.`,
  });
  await fold();
  expect(here.requests).toMatchObject([{ model: 'small' }]);
  expect(elsewhere.requests).toEqual([]);

  // At the same server, the profile redirects nothing. Without the agent, the name means nothing.
  await addBig({ id: 'small' });
  await profiles.remove(modelProfileIdSchema.parse('small'), modelProfileIdSchema.parse('big'));
  await remove();
  await addBig(small);
});

test('a variable that is not set is named when the agent is saved, once', async () => {
  const { put, addBig } = open();
  await addBig({ key: { kind: 'env', name: 'BIG_KEY' } });
  const { warnings } = await put({ llm: { model: 'big' }, summarizer: { model: 'small-1' } });
  expect(warnings).toMatchObject([{ kind: 'key', part: 'llm', origin: here.url, variable: 'BIG_KEY' }]);
  env.BIG_KEY = 'sk-set';
  expect((await put({ llm: { model: 'big' } })).warnings).toEqual([]);
});

test.each(['nonsense', 'https://api.example.com/v1', 'file:///etc', 'api.example.com', 'null'])(
  'an address that is no origin cannot be confirmed (%s)',
  (origin) => {
    const fields = { name: 'Mine', llm: { model: 'builtin' }, confirmKeyOrigins: [origin] };
    const { error } = agentInputSchema.safeParse(fields);
    expect(error?.issues).toMatchObject([
      { path: ['confirmKeyOrigins', 0], message: expect.stringContaining('Enter an origin') },
    ]);
  },
);

test('the key of a profile goes to no other address, whoever names it', async () => {
  const { put, addBig, fold } = open();
  await addBig();
  const own = { model: 'small-1', apiBase: elsewhere.baseUrl('openai') };
  const { warnings } = await put({ llm: { model: 'big' }, summarizer: own });
  expect(warnings).toMatchObject([
    { kind: 'key', part: 'summarizer', origin: elsewhere.url, variable: null },
  ]);
  expect(warnings[0]?.message).toContain(`the key for ${here.url} is not sent there`);
  await fold();
  expect(elsewhere.requests[0]?.headers.authorization ?? '').not.toContain(key);

  const moved = {
    llm: { model: 'big', apiBase: elsewhere.baseUrl('openai') },
    summarizer: { model: 'small-1' },
  };
  expect((await put(moved)).warnings.map(({ part }) => part)).toEqual(['llm', 'summarizer']);
  await expect(fold()).rejects.toMatchObject({ code: 'key_origin_changed' });
  expect(elsewhere.requests).toHaveLength(1);
  expect(here.requests).toEqual([]);
});

test('another path at the profile’s own origin keeps the profile’s key', async () => {
  const { put, addBig, fold } = open();
  await addBig({ baseUrl: `${here.url}/elsewhere` });
  await put({ llm: { model: 'big' }, summarizer: { model: 'small-1', apiBase: here.baseUrl('openai') } });
  await fold();
  expect(here.requests).toMatchObject([{ model: 'small-1', headers: { authorization: `Bearer ${key}` } }]);
});

test('beside the built-in model a bare name has nothing to inherit and is refused', async () => {
  const { put } = open();
  await expect(put({ llm: { model: 'builtin' }, summarizer: { model: 'small-1' } })).rejects.toThrow(
    /^summarizer\.model: Model profile "small-1" not found/,
  );
});
