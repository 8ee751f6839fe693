import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtinModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema, agentSchema, defaultAgentId } from '#schema/models/agent.ts';
import { problemSchema } from '#schema/problem.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';

const key = 'sk-very-secret-0123';
const id = agentIdSchema.parse('writer');
let real: RealServer;
let model: ScriptedModel;

beforeEach(async () => {
  [real, model] = await Promise.all([openRealServer(), startScriptedModel()]);
});
afterEach(() => Promise.all([real.close(), model.close()]));

describe('agents', () => {
  test('are kept, listed after the default one, tested and removed', async () => {
    const input = inputOf({ summarizer: { model: 'small', temperature: 0.2 } });
    const agent = await real.client.agents.put(id, input);
    expect(agent).toMatchObject({ id, summarizer: { model: 'small' }, warnings: [] });
    expect(agent.effective.summarizer.tokenBudget).toEqual({ value: 8000, from: 'default' });
    expect((await real.client.agents.list()).map((each) => each.id)).toEqual([defaultAgentId, id]);
    expect(await real.client.agents.get(id)).toEqual(agent);

    expect(await real.client.agents.test(id, 'summarizer')).toMatchObject({ ok: true, model: 'small' });
    expect(model.requests).toMatchObject([{ model: 'small', headers: { authorization: `Bearer ${key}` } }]);
    const asProfile = modelProfileIdSchema.parse('agent:writer/llm');
    expect(await real.client.models.get(asProfile)).toMatchObject({ name: 'Writer', model: 'big' });

    await real.client.agents.remove(id);
    await expect(real.client.agents.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await real.client.agents.remove(defaultAgentId);
    expect((await real.client.agents.get(defaultAgentId)).name).toBe('Assistant');
  });

  test('never give their keys back, and say which are not in the file', async () => {
    await real.client.agents.put(id, inputOf({ summarizer: { apiKey: 'env:OTHER_KEY' } }));
    for (const path of ['/api/agents', '/api/agents/writer', '/api/agents/writer/export']) {
      const text = await (await real.server.fetch(new Request(`http://localhost${path}`))).text();
      expect(text).toContain('Writer');
      expect(text).not.toContain(key);
      expect(text).not.toContain('ciphertext');
    }
    const { config, keysLeftOut } = await real.client.agents.exportConfig(id);
    expect(keysLeftOut).toEqual(['llm']);
    expect(config.llm).not.toHaveProperty('apiKey');
    expect(config.summarizer).toEqual({ apiKey: 'env:OTHER_KEY' });
    const again = agentIdSchema.parse('again');
    expect(await real.client.agents.put(again, config)).toMatchObject({ name: 'Writer' });
  });

  test('are downloaded as a file of their name', async () => {
    await real.client.agents.put(id, inputOf());
    const response = await real.server.fetch(new Request('http://localhost/api/agents/writer/export'));
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="writer.json"');
  });

  test('warn before a key goes elsewhere, and send nothing until that is confirmed', async () => {
    const elsewhere = await startScriptedModel();
    try {
      const input = inputOf({ summarizer: { apiBase: elsewhere.baseUrl('openai') } });
      const { warnings } = await real.client.agents.put(id, input);
      expect(warnings).toMatchObject([{ part: 'summarizer', givenFor: model.url, wouldGoTo: elsewhere.url }]);
      expect(await real.client.agents.test(id, 'summarizer')).toMatchObject({ ok: false });
      expect(elsewhere.requests).toEqual([]);
      const { llm, ...rest } = input;
      const { apiKey: _apiKey, ...kept } = llm;
      const confirmed = { ...rest, llm: kept, confirmKeyOrigins: [elsewhere.url] };
      expect((await real.client.agents.put(id, confirmed)).warnings).toEqual([]);
      expect(await real.client.agents.test(id, 'summarizer')).toMatchObject({ ok: true });
      expect(elsewhere.requests).toHaveLength(1);
    } finally {
      await elsewhere.close();
    }
  });

  test('are announced when they change, and when a profile that they may use does', async () => {
    const seen: string[] = [];
    const unsubscribe = real.bus.subscribe((message) => {
      if (message.kind === 'changed') seen.push(message.what);
    });
    await real.client.agents.put(id, inputOf());
    await real.client.agents.remove(id);
    await expect.poll(() => seen).toEqual(['agents', 'agents', 'spaces']);
    await real.client.settings.patch({
      summaryAgent: { primaryModelProfileId: builtinModelProfileId },
    });
    await expect.poll(() => seen.slice(3)).toEqual(['settings', 'agents']);
    unsubscribe();
  });

  test.each([
    [{ llm: { model: 'm', apiBase: 'https://h/v1', topP: 1 } }, /^llm: .*topP/],
    [{ llm: { model: 'builtin' }, summariser: {} }, /summariser/],
    [{ llm: { model: 'builtin' }, summarizer: { tokenBudget: 99 } }, /^summarizer\.tokenBudget: /],
    [{ llm: { model: 'builtin', temperature: 3 } }, /^llm\.temperature: /],
    [{ llm: { model: 'nowhere' } }, /^llm\.model: /],
    [{ llm: { model: 'builtin' }, autonomy: { enabled: 'yes' } }, /^autonomy\.enabled: /],
    [{ llm: { model: 'builtin' }, memory: { policy: 'forget' } }, /^memory\.policy: /],
  ])('that are %j are refused, naming the field', async (fields, words) => {
    const response = await real.server.fetch(
      new Request('http://localhost/api/agents/writer', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Writer', ...fields }),
      }),
    );
    expect(response.status).toBe(400);
    expect(problemSchema.parse(await response.json()).detail).toMatch(words);
  });

  test('cannot have an id that is none', async () => {
    const response = await real.server.fetch(new Request('http://localhost/api/agents/Not%20One'));
    expect(response.status).toBe(400);
  });

  test('answer as their schema says', async () => {
    for (const agent of await real.client.agents.list()) expect(agentSchema.parse(agent)).toEqual(agent);
  });
});

function inputOf(fields: object = {}) {
  const llm = { model: 'big', apiBase: model.baseUrl('openai'), apiKey: key };
  return agentInputSchema.parse({ name: 'Writer', llm, ...fields });
}
