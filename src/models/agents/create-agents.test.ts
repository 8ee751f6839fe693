import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import type { Models } from '#engine/ports.ts';
import { createModelProfiles, type ModelProfiles } from '#models/create-model-profiles.ts';
import { createModels } from '#models/create-models.ts';
import { testRequest } from '#models/providers/test-connection.ts';
import { builtinModelProfileId, type ModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import {
  type Agent,
  type AgentPart,
  agentConfigSchema,
  agentIdSchema,
  agentInputSchema,
  agentSchema,
  defaultAgentId,
} from '#schema/models/agent.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { createModelChoice, createModelStore, type ModelStore } from '#tests/fixtures/model-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type Agents, createAgents } from './create-agents.ts';
import { agentModelId } from './find-agent.ts';

const key = 'sk-secret-0123456789';
const id = agentIdSchema.parse('mine');

let here: ScriptedModel;
let elsewhere: ScriptedModel;
let store: ModelStore;
let env: Record<string, string>;
let primary: ModelProfileId;
let time: number;
let agents: Agents;
let models: Models;
let profiles: ModelProfiles;

beforeEach(async () => {
  [here, elsewhere] = await Promise.all([startScriptedModel(), startScriptedModel()]);
  store = createModelStore();
  env = {};
  primary = builtinModelProfileId;
  time = 1000;
  const sources = {
    store,
    env,
    secretKey: randomBytes(32),
    getPrimary: async () => primary,
    textWork: localTextWork,
  };
  models = createModels(sources);
  agents = createAgents({ ...sources, models, now: () => time });
  profiles = createModelProfiles({ ...sources, choice: createModelChoice(), now: () => time });
});
afterEach(() => Promise.all([here.close(), elsewhere.close()]));

describe('the default agent', () => {
  test('is there without being stored, talks through the primary model, and has no summarizer', async () => {
    const agent = await agents.get(defaultAgentId);
    expect(agent).toMatchObject({ id: 'assistant', llm: { model: 'default' }, summarizer: null });
    expect(agent.effective.llm.model).toEqual({ value: 'offline-extract', from: 'llm' });
    expect(agentSchema.parse(agent)).toEqual(agent);
    expect(store.agents.size).toBe(0);
  });

  test('follows the settings to another primary model', async () => {
    primary = await addProfile({ id: 'big', model: 'big-1' });
    const { effective } = await agents.get(defaultAgentId);
    expect(effective.llm.model.value).toBe('big-1');
    expect(effective.summarizer).toMatchObject({
      model: { value: 'big-1', from: 'llm' },
      temperature: { value: 0, from: 'default' },
      apiBase: { value: here.baseUrl('openai'), from: 'profile' },
    });
    await send('llm', defaultAgentId);
    expect(here.requests[0]).toMatchObject({ model: 'big-1' });
  });

  test('can be changed, comes first, and is as at first when it is removed', async () => {
    await put({ llm: { model: 'builtin' } });
    await agents.put(defaultAgentId, agentInputSchema.parse({ name: 'Mine now', llm: { model: 'default' } }));
    expect((await agents.list()).map(({ name }) => name)).toEqual(['Mine now', 'Mine']);
    await agents.remove(defaultAgentId);
    expect((await agents.list()).map(({ name }) => name)).toEqual(['Assistant', 'Mine']);
    await agents.remove(defaultAgentId);
  });

  test('is shown although the primary model is gone, and says so when it is called', async () => {
    primary = modelProfileIdSchema.parse('gone');
    expect((await agents.get(defaultAgentId)).effective.llm.model.value).toBe('default');
    await expect(send('llm', defaultAgentId)).rejects.toMatchObject({
      code: 'model_not_configured',
      message: expect.stringContaining('"gone"'),
    });
    expect(await agents.test(defaultAgentId, 'llm')).toMatchObject({ ok: false });
  });
});

describe('the model of an agent', () => {
  test('may be a profile: its limits hold, and it keeps its id, so that all agents share them', async () => {
    const big = await addProfile({ id: 'big', model: 'big-1', concurrency: 3, temperature: 0.4 });
    await put({ llm: { model: 'big', maxOutputTokens: 99 }, summarizer: { temperature: 0.1 } });
    const llm = await models.open(agentModelId(id, 'llm'));
    expect(llm.profile).toMatchObject({ id: big, concurrency: 3, temperature: 0.4, maxOutputTokens: 99 });
    const summarizer = await models.open(agentModelId(id, 'summarizer'));
    expect(summarizer.profile).toMatchObject({ id: big, temperature: 0.1, maxOutputTokens: 4096 });
  });

  test('may be the built-in one, which is sent nowhere whatever the agent says', async () => {
    await put({
      llm: { model: 'm', apiBase: here.baseUrl('openai'), apiKey: key },
      summarizer: { model: 'builtin' },
    });
    const agent = await agents.get(id);
    expect(agent.effective.summarizer).toMatchObject({
      apiBase: { value: null },
      apiKey: { value: { kind: 'none' } },
    });
    expect((await models.open(agentModelId(id, 'summarizer'))).profile.provider).toBe('builtin');
  });

  test('may come from the environment', async () => {
    Object.assign(env, { OPENAI_API_KEY: key, OPENAI_BASE_URL: here.baseUrl('openai') });
    await put({ llm: { model: 'openai/gpt-x' } });
    await send('llm');
    expect(here.requests).toMatchObject([{ model: 'gpt-x', headers: { authorization: `Bearer ${key}` } }]);
  });

  test('is a name at the address where one is given, also a name that looks like a profile', async () => {
    env.OPENAI_API_KEY = 'sk-from-the-environment';
    await put({ llm: { model: 'openai/gpt-x', apiBase: here.baseUrl('openai'), apiKey: key } });
    await send('llm');
    expect(here.requests).toMatchObject([
      { model: 'openai/gpt-x', headers: { authorization: `Bearer ${key}` } },
    ]);
  });

  test.each([
    ['llm.model', { llm: { model: 'nowhere' } }],
    ['summarizer.model', { llm: { model: 'builtin' }, summarizer: { model: 'nowhere' } }],
    ['llm.apiKey', { llm: { model: 'builtin', apiKey: key } }],
    ['llm.apiKey', { llm: { model: 'm', apiBase: 'https://host/v1', apiKey: 'two words' } }],
    ['llm.apiKey', { llm: { model: 'm', apiBase: 'https://host/v1', apiKey: 'env:' } }],
    ['llm.apiKey', { llm: { model: 'm', apiBase: 'https://host/v1', apiKey: 'env:PRECIS_TOKEN' } }],
    ['summarizer.apiBase', { llm: { model: 'builtin' }, summarizer: { apiBase: 'https://host/v1?key=1' } }],
    ['llm.apiBase', { llm: { model: 'm', apiBase: 'https://user:pass@host/v1' } }],
  ])('is refused, naming %s, when the agent is %j', async (field, fields) => {
    const refused = put(fields);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(refused).rejects.toThrow(new RegExp(`^${field.replace('.', '\\.')}: `));
    expect(store.agents.size).toBe(0);
  });

  test('has a name and a key state for those who list runs', async () => {
    await put({ llm: { model: 'm', apiBase: here.baseUrl('openai'), apiKey: key } });
    expect(await profiles.get(agentModelId(id, 'summarizer'))).toMatchObject({
      id: 'agent:mine/summarizer',
      name: 'Mine (summarizer)',
      model: 'm',
      key: { kind: 'stored' },
    });
    const nobody = agentModelId(agentIdSchema.parse('nobody'), 'llm');
    await expect(profiles.get(nobody)).rejects.toMatchObject({ code: 'not_found' });
    await expect(models.open(nobody)).rejects.toMatchObject({ code: 'agent_missing' });
  });

  test('is tested by a real round trip', async () => {
    await put({
      llm: { model: 'm', apiBase: here.baseUrl('openai') },
      summarizer: { model: 's', apiBase: elsewhere.baseUrl('openai') },
    });
    expect(await agents.test(id, 'summarizer')).toMatchObject({ ok: true, model: 's' });
    expect([here.requests.length, elsewhere.requests.length]).toEqual([0, 1]);
    here.script({ fault: { kind: 'status', status: 401 } });
    expect(await agents.test(id, 'llm')).toMatchObject({
      ok: false,
      message: expect.stringContaining('key'),
    });
  });
});

describe('the keys of an agent', () => {
  test('go in and never come out', async () => {
    const given = await put({
      llm: { model: 'm', apiBase: here.baseUrl('openai'), apiKey: key },
      summarizer: { apiKey: `${key}-2` },
    });
    const shown = [given, await agents.get(id), await agents.list(), await agents.exportConfig(id)];
    const kept = [...store.agents.values()];
    for (const text of [JSON.stringify(shown), JSON.stringify(kept)]) expect(text).not.toContain(key);
    expect(JSON.stringify(shown)).not.toContain('ciphertext');
    await send('llm');
    await send('summarizer');
    expect(here.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${key}`,
      `Bearer ${key}-2`,
    ]);
  });

  test('stay when they are left out, and go when they are null', async () => {
    const fields = { model: 'm', apiBase: here.baseUrl('openai') };
    await put({ llm: { ...fields, apiKey: key } });
    time = 2000;
    const kept = await put({ llm: fields });
    expect(kept).toMatchObject({ llm: { apiKey: { kind: 'stored' } }, createdAt: 1000, updatedAt: 2000 });
    await send('llm');
    expect(here.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect((await put({ llm: { ...fields, apiKey: null } })).llm.apiKey).toEqual({ kind: 'none' });
  });

  test('may be named by an environment variable, which is read when the model is called', async () => {
    const fields = { model: 'm', apiBase: here.baseUrl('openai'), apiKey: 'env:MY_KEY' };
    const agent = await put({ llm: fields });
    expect(agent.llm.apiKey).toEqual({ kind: 'env', name: 'MY_KEY', present: false });
    await expect(send('llm')).rejects.toMatchObject({ code: 'key_missing' });
    env.MY_KEY = key;
    await send('llm');
    expect(here.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('given for the summarizer belong to the address it inherits', async () => {
    const agent = await put({
      llm: { model: 'm', apiBase: here.baseUrl('openai') },
      summarizer: { apiKey: key },
    });
    expect(agent.warnings).toEqual([]);
    const moved = await put({ llm: { model: 'm', apiBase: elsewhere.baseUrl('openai') }, summarizer: {} });
    expect(moved.warnings).toMatchObject([
      { part: 'summarizer', givenFor: here.url, wouldGoTo: elsewhere.url },
    ]);
    expect(moved.summarizer?.apiKey).toEqual({ kind: 'stored', givenFor: here.url });
  });

  test('of a profile do not go to the address of an agent until that is confirmed', async () => {
    await addProfile({ id: 'big', key: { kind: 'value', value: key } });
    const fields = { llm: { model: 'big', apiBase: elsewhere.baseUrl('openai') } };
    const agent = await put(fields);
    expect(agent.warnings.map(({ part }) => part)).toEqual(['llm', 'summarizer']);
    expect(agent.effective.llm.apiKey).toEqual({
      value: { kind: 'stored', givenFor: here.url },
      from: 'profile',
    });
    await expect(send('llm')).rejects.toMatchObject({ code: 'key_origin_changed' });
    expect((await put({ ...fields, confirmKeyOrigins: [elsewhere.url] })).warnings).toEqual([]);
    await send('llm');
    expect(elsewhere.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);

    await addProfile({ id: 'big', key: { kind: 'value', value: `${key}-new` } });
    await expect(send('llm')).rejects.toMatchObject({ code: 'key_origin_changed' });
    expect(elsewhere.requests).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  const crossing = (apiBase = elsewhere.baseUrl('openai')) => ({
    llm: { model: 'm', apiBase: here.baseUrl('openai') },
    summarizer: { apiBase },
  });
  const withKey = () => ({ ...crossing(), llm: { ...crossing().llm, apiKey: key } });

  beforeEach(async () => {
    await put(withKey());
    await put({ ...crossing(), confirmKeyOrigins: [elsewhere.url] });
  });

  test('holds over later saves that change neither key nor address', async () => {
    expect((await put({ ...crossing(), name: 'Renamed' })).warnings).toEqual([]);
    await send('summarizer');
    expect(elsewhere.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('is void for a new key', async () => {
    const agent = await put({ ...withKey(), llm: { ...withKey().llm, apiKey: 'sk-another' } });
    expect(agent.warnings).toHaveLength(1);
    await expect(send('summarizer')).rejects.toMatchObject({ code: 'key_origin_changed' });
  });

  test('is void after another address, even when the first one comes back', async () => {
    expect((await put(crossing('https://third.example/v1'))).warnings).toMatchObject([
      { wouldGoTo: 'https://third.example' },
    ]);
    expect((await put(crossing())).warnings).toHaveLength(1);
    await expect(send('summarizer')).rejects.toMatchObject({ code: 'key_origin_changed' });
  });

  test('counts only for the origin that it names', async () => {
    await put(crossing('https://third.example/v1'));
    const agent = await put({ ...crossing(), confirmKeyOrigins: ['https://third.example', here.url] });
    expect(agent.warnings).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('an agent’s file', () => {
  test('holds everything but the stored keys, and makes the same agent again', async () => {
    const fields = {
      description: 'For tests',
      systemPrompt: 'Be brief.',
      llm: { model: 'm', temperature: 0.5, apiBase: 'https://a.example/v1', apiKey: 'env:MY_KEY' },
      memory: { policy: 'batched', hotPathTokenBudget: 9000 },
      summarizer: { model: 's', tokenBudget: 500, apiKey: key },
      autonomy: { enabled: true, evaluator: { model: 'e', anything: 1 }, extra: [1, 2] },
    };
    const first = await put(fields);
    const { config, keysLeftOut } = await agents.exportConfig(id);
    expect(keysLeftOut).toEqual(['summarizer']);
    expect(agentConfigSchema.parse(config)).toEqual(config);
    expect(config).toMatchObject({ ...fields, summarizer: { model: 's', tokenBudget: 500 } });
    expect(config.summarizer).not.toHaveProperty('apiKey');

    const again = await agents.put(agentIdSchema.parse('again'), config);
    const { id: _id, ...rest } = first;
    expect({ ...again, id: undefined }).toMatchObject({
      ...rest,
      summarizer: { ...first.summarizer, apiKey: { kind: 'none' } },
      effective: expect.anything(),
      id: undefined,
    });
  });

  test('of each agent that ships is valid, shows a summarizer, and needs no confirmation', async () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'config', 'agents');
    const names = await readdir(folder);
    expect(names.toSorted()).toEqual(['helpful-assistant.json', 'template.json']);
    for (const name of names) {
      const config = agentConfigSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      expect(config.summarizer?.model).toBeTruthy();
      const agent = await agents.put(agentIdSchema.parse(name.replace('.json', '')), config);
      expect(agent.warnings.filter(({ kind }) => kind === 'origin')).toEqual([]);
    }
  });
});

test('an agent that is not there is not found', async () => {
  const nobody = agentIdSchema.parse('nobody');
  for (const call of [
    agents.get(nobody),
    agents.remove(nobody),
    agents.exportConfig(nobody),
    agents.test(nobody, 'llm'),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'not_found' });
  }
});

function put(fields: object): Promise<Agent> {
  return agents.put(id, agentInputSchema.parse({ name: 'Mine', ...fields }));
}

async function addProfile(fields: object): Promise<ModelProfileId> {
  const base = {
    name: 'Profile',
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: here.baseUrl('openai'),
  };
  return (await profiles.put(modelProfileInputSchema.parse({ ...base, ...fields }))).id;
}

async function send(part: AgentPart, agentId = id): Promise<void> {
  const model = await models.open(agentModelId(agentId, part));
  await Array.fromAsync(model.stream(testRequest, new AbortController().signal));
}
