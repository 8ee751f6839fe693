import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import { createModels } from '#models/create-models.ts';
import { testRequest } from '#models/providers/test-connection.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { createModelStore } from '#tests/fixtures/model-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createAgents } from './create-agents.ts';
import { agentModelId } from './find-agent.ts';

interface SummarizerConfig {
  model?: string;
  temperature?: number;
  tokenBudget?: number;
  apiKey?: string;
  apiBase?: string;
}

const id = agentIdSchema.parse('permuted');
const fieldNames = ['model', 'temperature', 'tokenBudget', 'apiKey', 'apiBase'] as const;
const permutations = Array.from({ length: 2 ** fieldNames.length }, (_, bits) =>
  fieldNames.filter((_name, index) => (bits >> index) & 1),
);

let main: ScriptedModel;
let other: ScriptedModel;
beforeEach(async () => {
  [main, other] = await Promise.all([startScriptedModel(), startScriptedModel()]);
});
afterEach(() => Promise.all([main.close(), other.close()]));

test('there are 32 ways to give or leave out the five fields', () => {
  expect(new Set(permutations.map((names) => names.join())).size).toBe(32);
});

test.each(permutations.map((names) => [names.join(', ') || 'nothing', names] as const))(
  'a summarizer that gives %s takes the rest from the agent or the defaults',
  async (_title, names) => {
    const llm = { model: 'big', temperature: 0.9, apiKey: 'sk-main', apiBase: main.baseUrl('openai') };
    const whole = {
      model: 'small',
      temperature: 0.25,
      tokenBudget: 4000,
      apiKey: 'sk-other',
      apiBase: other.baseUrl('openai'),
    };
    const summarizer: SummarizerConfig = Object.fromEntries(names.map((name) => [name, whole[name]]));
    // This is the rule exactly as it was decided.
    const expected = {
      model: summarizer?.model ?? llm.model,
      temperature: summarizer?.temperature ?? 0,
      tokenBudget: summarizer?.tokenBudget ?? 8000,
      apiKey: summarizer?.apiKey ?? llm.apiKey,
      apiBase: summarizer?.apiBase ?? llm.apiBase,
    };

    const { agents, models } = open();
    const input = agentInputSchema.parse({ name: 'Permuted', llm, summarizer });
    let agent = await agents.put(id, input);
    const { effective } = agent;
    expect(effective.summarizer.model.value).toBe(expected.model);
    expect(effective.summarizer.temperature.value).toBe(expected.temperature);
    expect(effective.summarizer.tokenBudget.value).toBe(expected.tokenBudget);
    expect(effective.summarizer.apiBase.value).toBe(expected.apiBase);
    const from = (name: keyof SummarizerConfig, otherwise: string): string =>
      names.includes(name) ? 'summarizer' : otherwise;
    expect(effective.summarizer.model.from).toBe(from('model', 'llm'));
    expect(effective.summarizer.temperature.from).toBe(from('temperature', 'default'));
    expect(effective.summarizer.tokenBudget.from).toBe(from('tokenBudget', 'default'));
    expect(effective.summarizer.apiKey.from).toBe(from('apiKey', 'llm'));
    expect(effective.summarizer.apiBase.from).toBe(from('apiBase', 'llm'));
    expect(effective.llm).toMatchObject({ model: { value: 'big' }, temperature: { value: 0.9 } });

    if (names.includes('apiBase') && !names.includes('apiKey')) {
      const wouldGoTo = new URL(other.url).origin;
      expect(agent.warnings).toMatchObject([{ part: 'summarizer', givenFor: main.url, wouldGoTo }]);
      await expect(send()).rejects.toMatchObject({ code: 'key_origin_changed' });
      expect([main.requests, other.requests]).toEqual([[], []]);
      agent = await agents.put(id, { ...input, confirmKeyOrigins: [wouldGoTo] });
    }
    expect(agent.warnings).toEqual([]);
    await send();
    const [called, silent] = names.includes('apiBase') ? [other, main] : [main, other];
    expect(silent.requests).toEqual([]);
    expect(called.requests).toMatchObject([
      {
        model: expected.model,
        headers: { authorization: `Bearer ${expected.apiKey}` },
        body: { temperature: expected.temperature },
      },
    ]);

    async function send(): Promise<void> {
      const model = await models.open(agentModelId(id, 'summarizer'));
      await Array.fromAsync(model.stream(testRequest, new AbortController().signal));
    }
  },
);

function open() {
  const sources = {
    store: createModelStore(),
    env: {},
    secretKey: randomBytes(32),
    getPrimary: async () => builtinModelProfileId,
    textWork: localTextWork,
  };
  const models = createModels(sources);
  return { models, agents: createAgents({ ...sources, models, now: () => 1 }) };
}
