import { describe, expect, test } from 'vitest';
import { effectiveSummarizer, newAgent } from './agent-draft.ts';

describe('the effective value of a summarizer’s field, while the form is unsaved', () => {
  test('is the agent’s, the profile’s or the default if nothing is set', () => {
    const draft = { ...newAgent, llm: { ...newAgent.llm, model: 'gpt', apiBase: ' https://a.example ' } };
    expect(effectiveSummarizer(draft, null, true)).toEqual({
      model: { value: 'gpt', from: 'llm' },
      temperature: { value: '0', from: 'default' },
      tokenBudget: { value: '8000', from: 'default' },
      timeoutMs: { value: '8000', from: 'default' },
      apiBase: { value: 'https://a.example', from: 'llm' },
      apiKey: { value: null, from: 'profile' },
    });
    expect(effectiveSummarizer(newAgent, null, true).apiBase).toEqual({ value: null, from: 'profile' });
  });

  test('is what is typed, for each field separately', () => {
    const own = { kind: 'env', value: '', variable: 'KEY' } as const;
    const summarizer = { ...newAgent.summarizer, temperature: '0.3', apiKey: own };
    const effective = effectiveSummarizer({ ...newAgent, summarizer }, null, true);
    expect(effective.temperature).toEqual({ value: '0.3', from: 'summarizer' });
    expect(effective.apiKey).toEqual({
      value: { kind: 'env', name: 'KEY', present: true },
      from: 'summarizer',
    });
    expect(effective.model.from).toBe('llm');
  });
});
