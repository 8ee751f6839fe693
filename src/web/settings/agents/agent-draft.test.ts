import { describe, expect, test } from 'vitest';
import { type Agent, agentSchema } from '#schema/models/agent.ts';
import { en } from '#web/strings/en/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { type AgentDraft, checkAgent, draftOf, inputOf, newAgent, suggestAgentId } from './agent-draft.ts';

const words = en(createFormats('en'));

const key = { kind: 'stored' } as const;
const effective = {
  model: { value: 'gpt', from: 'llm' },
  temperature: { value: 0, from: 'default' },
  apiBase: { value: null, from: 'profile' },
  apiKey: { value: key, from: 'llm' },
};
const saved: Agent = agentSchema.parse({
  id: 'helper',
  name: 'Helper',
  description: 'Helps.',
  memory: { policy: 'batched', hotPathTokenBudget: 4000 },
  llm: { model: 'gpt', temperature: 0.7, apiBase: 'https://a.example/v1', apiKey: key },
  summarizer: { tokenBudget: 500, timeoutMs: 3000, apiKey: { kind: 'none' } },
  autonomy: { enabled: true, anything: 1 },
  effective: {
    llm: effective,
    summarizer: {
      ...effective,
      tokenBudget: { value: 500, from: 'summarizer' },
      timeoutMs: { value: 3000, from: 'summarizer' },
    },
  },
  warnings: [],
  createdAt: 1,
  updatedAt: 1,
});

function check(draft: AgentDraft, agent: Agent | null = null, taken: string[] = []) {
  return checkAgent({ draft, saved: agent, taken, words });
}

function inputFor(draft: AgentDraft, agent: Agent | null = null) {
  const checked = check(draft, agent);
  if (!checked.ok) throw new Error(JSON.stringify([...checked.errors]));
  return checked.input.input;
}

describe('the form of an agent', () => {
  test('needs only a name, and then has no summarizer', () => {
    const checked = check({ ...newAgent, name: 'Précis writer' });
    expect(checked.ok && checked.input.id).toBe('precis-writer');
    expect(inputFor({ ...newAgent, name: 'A' }).summarizer).toBeUndefined();
    expect(inputFor({ ...newAgent, name: 'A' }).llm).toEqual({ model: 'default' });
  });

  test('returns what a saved agent contains, and leaves its keys alone', () => {
    const { name, description, memory, autonomy } = saved;
    const input = inputFor(draftOf(saved), saved);
    expect(input).toEqual({
      name,
      description,
      memory,
      autonomy,
      llm: { model: 'gpt', temperature: 0.7, apiBase: 'https://a.example/v1' },
      summarizer: { tokenBudget: 500, timeoutMs: 3000 },
    });
    expect(input).toEqual(inputOf(saved));
  });

  test('keeps a summarizer with only its own key', () => {
    const withKey = { ...saved, summarizer: { apiKey: key } };
    expect(inputFor(draftOf(withKey), withKey).summarizer).toEqual({});
    const draft = draftOf(withKey);
    const removed = { ...draft.summarizer, apiKey: { kind: 'none', value: '', variable: '' } as const };
    expect(inputFor({ ...draft, summarizer: removed }, withKey).summarizer).toBeUndefined();
  });

  test('names a variable with env:, and rejects an empty key', () => {
    const draft = draftOf(saved);
    const env = { ...draft.llm, apiKey: { kind: 'env', value: '', variable: 'MY_KEY' } as const };
    expect(inputFor({ ...draft, llm: env }, saved).llm.apiKey).toBe('env:MY_KEY');
    const empty = { ...draft.llm, apiKey: { kind: 'value', value: ' ', variable: '' } as const };
    expect(check({ ...draft, llm: empty }, saved)).toMatchObject({ ok: false });
  });

  test('reports an error at its field', () => {
    const wrong: AgentDraft = {
      ...newAgent,
      name: 'A',
      autonomy: '{"enabled": "yes"}',
      llm: { ...newAgent.llm, temperature: '3' },
    };
    const checked = check(wrong);
    expect(checked.ok ? [] : [...checked.errors.keys()].sort()).toEqual([
      'autonomy.enabled',
      'llm.temperature',
    ]);
    expect(check({ ...newAgent, name: 'A', autonomy: '{' })).toEqual({
      ok: false,
      errors: new Map([['autonomy', words.settings.agents.notJson]]),
    });
    expect(check({ ...newAgent, name: 'A', id: 'helper' }, null, ['helper'])).toMatchObject({ ok: false });
  });

  test('finds an id for any name', () => {
    expect(suggestAgentId('研究', [])).toBe('agent');
    expect(suggestAgentId('My Agent!', ['my-agent'])).toBe('my-agent-2');
  });
});
