import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelProfileId } from '#schema/ids.ts';
import { type AgentInput, agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { type ModelProfileInput, modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { ask } from './raw-http.ts';
import { useServer } from './use-server.ts';

const profileKey = 'key-of-the-profile-5f0c';
const agentKey = 'key-of-the-agent-91bd';
const variableKey = 'key-of-the-environment-77aa';
const secrets = [profileKey, agentKey, variableKey];

let here: ScriptedModel;
let elsewhere: ScriptedModel;
beforeAll(async () => {
  [here, elsewhere] = await Promise.all([startScriptedModel(), startScriptedModel()]);
});
const server = useServer(() => ({
  OPENAI_API_KEY: variableKey,
  OPENAI_BASE_URL: here.baseUrl('openai'),
  ANTHROPIC_API_KEY: variableKey,
  PRECIS_SECRET_KEY: 'a passphrase for the tests of keys',
}));
beforeEach(() => {
  here.requests.splice(0);
  elsewhere.requests.splice(0);
});
afterAll(() => Promise.all([here?.close(), elsewhere?.close()]));

const text =
  'The bridge over the Aa was closed on Monday. Engineers found a crack in its third pier. '.repeat(8);
const agentId = agentIdSchema.parse('borrowed');

function profileAt(model: ScriptedModel, key?: ModelProfileInput['key']): ModelProfileInput {
  return { ...scriptedProfile('kept', model.baseUrl('openai')), ...(key && { key }) };
}

function agentOf(fields: object): AgentInput {
  return agentInputSchema.parse({ name: 'Borrowed', ...fields });
}

async function run(modelProfileId: ModelProfileId): Promise<Run> {
  const { runs, summarize } = server().client;
  const { id } = await summarize({ text, modelProfileId });
  for await (const event of runs.events(id)) if (event.type === 'run-end') break;
  return (await runs.get(id)).run;
}

/** Finds the secrets that a server received anywhere in a request. */
function seenBy({ requests }: ScriptedModel): string[] {
  const everything = requests.map(({ headers, path, body }: ScriptedRequest) =>
    JSON.stringify([headers, path, body]),
  );
  return secrets.filter((secret) => everything.some((request) => request.includes(secret)));
}

describe('the key of a profile', () => {
  test('stays where it was given when the address moves, until it is given again', async () => {
    const { models } = server().client;
    const { id } = await models.put(profileAt(here, { kind: 'value', value: profileKey }));
    expect((await run(id)).status).toBe('succeeded');
    expect(seenBy(here)).toEqual([profileKey]);

    const moved = await models.put(profileAt(elsewhere));
    expect(moved.key).toEqual({ kind: 'stored', givenFor: here.url });
    expect(await run(id)).toMatchObject({ status: 'failed', errorCode: 'key_origin_changed' });
    expect((await models.test(id)).ok).toBe(false);
    expect(elsewhere.requests).toEqual([]);

    await models.put(profileAt(elsewhere, { kind: 'value', value: agentKey }));
    expect((await run(id)).status).toBe('succeeded');
    expect(seenBy(elsewhere)).toEqual([agentKey]);
  });

  test('stays there in a race of saving and calling', async () => {
    const { models } = server().client;
    const { id } = await models.put(profileAt(here, { kind: 'value', value: profileKey }));
    const turns = Array.from({ length: 60 }, (_, turn) => turn);
    await Promise.all(
      turns.map(async (turn) => {
        if (turn % 3 === 0) await models.put(profileAt(here, { kind: 'value', value: profileKey }));
        else if (turn % 3 === 1) await models.put(profileAt(elsewhere));
        else await models.test(id);
      }),
    );
    await models.put(profileAt(elsewhere));
    await models.test(id);
    expect(seenBy(elsewhere)).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a redirect of %i', async (status) => {
    const { models } = server().client;
    const { id } = await models.put(profileAt(here, { kind: 'value', value: profileKey }));
    const location = `${elsewhere.baseUrl('openai')}/chat/completions?key=${profileKey}`;
    here.script({ fault: { kind: 'redirect', status, location } });
    const failed = await run(id);
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'model_redirected' });
    expect(failed.errorMessage).not.toContain(profileKey);
    expect(elsewhere.requests).toEqual([]);
  });

  test('cannot be sent along by an address that only looks like the old one', async () => {
    const { host } = new URL(here.url);
    for (const baseUrl of [
      `http://${host}@${new URL(elsewhere.url).host}/v1`,
      `${elsewhere.url}/v1?${host}`,
      `${elsewhere.url}/v1#${host}`,
    ]) {
      const body = JSON.stringify({ ...profileAt(here), baseUrl });
      const { status } = await ask(server().url, {
        method: 'PUT',
        path: '/api/models/kept',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect({ baseUrl, status }).toMatchObject({ status: 400 });
    }
  });

  test('is not the key of the fallback that answers for it', async () => {
    const { models, settings } = server().client;
    const primary = await models.put(profileAt(here, { kind: 'value', value: profileKey }));
    const second = modelProfileInputSchema.parse({ ...profileAt(elsewhere), id: 'second' });
    const fallback = await models.put(second);
    here.script({ fault: { kind: 'status', status: 401 } });
    await settings.patch({
      summaryAgent: { primaryModelProfileId: primary.id, fallbackModelProfileId: fallback.id },
    });
    const { id } = await server().client.summarize({ text });
    for await (const event of server().client.runs.events(id)) if (event.type === 'run-end') break;
    expect(elsewhere.requests).toHaveLength(1);
    expect(seenBy(elsewhere)).toEqual([]);
    await settings.patch({ summaryAgent: { fallbackModelProfileId: null } });
  });
});

describe('the file of an agent that somebody else wrote', () => {
  test('gets no key of a profile by naming the profile and its own URL', async () => {
    const { agents, models } = server().client;
    await models.put(profileAt(here, { kind: 'value', value: profileKey }));
    const input = agentOf({ llm: { model: 'kept', apiBase: elsewhere.baseUrl('openai') } });
    const agent = await agents.put(agentId, input);
    expect(agent.warnings).toMatchObject([{ givenFor: here.url, wouldGoTo: elsewhere.url }, {}]);
    expect((await agents.test(agentId, 'llm')).ok).toBe(false);
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    ['OPENAI_API_KEY', () => here.url],
    ['ANTHROPIC_API_KEY', () => 'https://api.anthropic.com'],
  ])('gets no %s by naming the variable and an address of its own', async (name, givenFor) => {
    const { agents } = server().client;
    const input = agentOf({
      llm: { model: 'm', apiBase: elsewhere.baseUrl('openai'), apiKey: `env:${name}` },
    });
    const agent = await agents.put(agentId, input);
    expect(agent.warnings).toMatchObject([{ givenFor: givenFor(), wouldGoTo: elsewhere.url }, {}]);
    expect((await agents.test(agentId, 'llm')).ok).toBe(false);
    expect(elsewhere.requests).toEqual([]);

    await agents.put(agentId, { ...input, confirmKeyOrigins: [elsewhere.url] });
    expect((await agents.test(agentId, 'llm')).ok).toBe(true);
  });

  test('may name the variable for the address that it is for', async () => {
    const { agents } = server().client;
    const llm = { model: 'm', apiBase: here.baseUrl('openai'), apiKey: 'env:OPENAI_API_KEY' };
    expect((await agents.put(agentId, agentOf({ llm }))).warnings).toEqual([]);
    expect((await agents.test(agentId, 'llm')).ok).toBe(true);
    expect(seenBy(here)).toEqual([variableKey]);
  });

  test('gets no key of the agent that it replaces', async () => {
    const { agents } = server().client;
    const llm = { model: 'm', apiBase: here.baseUrl('openai'), apiKey: agentKey };
    await agents.put(agentId, agentOf({ llm }));
    const moved = agentOf({ llm: { model: 'm', apiBase: elsewhere.baseUrl('openai') }, summarizer: {} });
    expect((await agents.put(agentId, moved)).warnings).not.toEqual([]);
    for (const part of ['llm', 'summarizer'] as const) {
      expect((await agents.test(agentId, part)).ok).toBe(false);
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test.each(['PRECIS_TOKEN', 'PRECIS_SECRET_KEY', 'precis_secret_key', 'DATABASE_URL', 'PGPASSWORD'])(
    'cannot name %s, nor can a profile',
    async (name) => {
      const { agents, models } = server().client;
      const llm = { model: 'm', apiBase: elsewhere.baseUrl('openai'), apiKey: `env:${name}` };
      await expect(agents.put(agentId, agentOf({ llm }))).rejects.toMatchObject({ code: 'invalid_input' });
      const profile = profileAt(elsewhere, { kind: 'env', name });
      await expect(models.put(profile)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );
});
