import { FakeListChatModel } from '@langchain/core/utils/testing';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { summarizeTurn } from './summarize-turn.ts';
import type { TextModel } from './text-model.ts';

const reply = `Done! I saved the Harbour List for $& and {{sourceText}}. ${'It has many entries by now. '.repeat(16)}`;
const turn = { user_message: 'Save it.', final_response: reply };

describe('summarizeTurn with a model of the host', () => {
  test('puts rules and texts into one prompt for a plain function, as they are', async () => {
    const prompts: string[] = [];
    const answers = ['Saved the Garden List.', 'Saved the Harbour List.'];
    const state = await summarizeTurn(turn, {
      model: (prompt) => {
        prompts.push(prompt);
        return answers.shift() ?? '';
      },
    });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Saved the Harbour List.');
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toContain('A proposal is not a completed action.');
    expect(prompts[0]).toContain(`<sourceText>\n${reply}`);
    expect(prompts[0]).not.toContain('refused');
    expect(prompts[1]).toContain('it names what the text does not: Garden');
  });

  test('keeps neither the announcement nor the fence of an answer', async () => {
    const model = () => 'Sure! Here is the summary:\n\n```text\nSaved the Harbour List.\n```';
    const state = await summarizeTurn(turn, { model });
    expect(state.conversation.recent_turns[0]?.assistant_summary).toBe('Saved the Harbour List.');
  });

  test.each<[string, TextModel]>([
    ['a chat model of LangChain', new FakeListChatModel({ responses: ['Saved the Harbour List.'] })],
    [
      'a model of the AI SDK',
      new MockLanguageModelV4({
        doGenerate: {
          content: [{ type: 'text', text: 'Saved the Harbour List.' }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        },
      }),
    ],
  ])('works with %s', async (_, model) => {
    const issues: unknown[] = [];
    const state = await summarizeTurn(turn, { model, onIssue: (issue) => issues.push(issue) });
    expect(issues).toEqual([]);
    expect(state.conversation.recent_turns[0]).toMatchObject({
      assistant_summary: 'Saved the Harbour List.',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['number', 42],
    ['object', { content: 'Saved the Harbour List.' }],
  ])('refuses %s instead of a text, and keeps the turn and the narrative', async (kind, answer) => {
    const issues: unknown[] = [];
    const model = (() => answer) as unknown as TextModel;
    const recent_turns = [1, 2, 3].map((n) => ({ user: `question ${n}`, assistant: `answer ${n}` }));
    const conversation = { recent_turns, history_summary: 'As it was.' };
    const state = await summarizeTurn(
      { ...turn, conversation },
      { model, onIssue: (issue) => issues.push(issue) },
    );
    expect(state.conversation.recent_turns).toHaveLength(4);
    expect(state.conversation.recent_turns[3]).not.toHaveProperty('assistant_summary');
    expect(state.conversation.history_summary).toBe('As it was.');
    const message = `The model returned ${kind} instead of text.`;
    expect(issues).toMatchObject([
      { task: 'turn-summary', code: 'model_bad_response', message },
      { task: 'history-narrative', code: 'model_bad_response', message },
    ]);
  });

  test.each<[string, (prompt: string) => string]>([
    ['its own prompt', (prompt) => prompt],
    ['the rules of its prompt', (prompt) => prompt.split('\n').slice(3, 9).join(' ')],
    ['"Error: 429"', () => 'Error: 429'],
  ])('refuses %s as an answer', async (_, model) => {
    const issues: unknown[] = [];
    const state = await summarizeTurn(turn, { model, onIssue: (issue) => issues.push(issue) });
    expect(state.conversation.recent_turns[0]).not.toHaveProperty('assistant_summary');
    expect(issues).toMatchObject([{ task: 'turn-summary', code: 'summary_refused' }]);
  });

  test('gives up a model that does not answer in time, and aborts its call', async () => {
    const issues: unknown[] = [];
    const signals: AbortSignal[] = [];
    const state = await summarizeTurn(turn, {
      model: (_, { signal }) => {
        signals.push(signal);
        return new Promise<string>(() => undefined);
      },
      timeoutMs: 5,
      onIssue: (issue) => issues.push(issue),
    });
    expect(state.conversation.recent_turns).toHaveLength(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(issues).toMatchObject([
      { code: 'model_first_token_timeout', message: 'The model did not answer within 5 ms.' },
    ]);
  });

  test('gives up with the host’s signal, and never fires a timer that is too long', async () => {
    const host = new AbortController();
    const issues: unknown[] = [];
    const state = await summarizeTurn(turn, {
      model: () => {
        host.abort(new Error('the user left'));
        return new Promise<string>(() => undefined);
      },
      signal: host.signal,
      timeoutMs: Number.POSITIVE_INFINITY,
      onIssue: (issue) => issues.push(issue),
    });
    expect(state.current_turn).toBe(1);
    expect(issues).toMatchObject([{ message: 'the user left' }]);
  });

  test('counts tokens with the host’s counter', async () => {
    const prompts: string[] = [];
    const model = (prompt: string) => {
      prompts.push(prompt);
      return 'Saved the Harbour List.';
    };
    await summarizeTurn(turn, { model, tokenBudget: 1000, countTokens: (text) => text.length });
    expect(prompts.length).toBeGreaterThan(2);
  });

  test('tells the issue and keeps the turn when the model fails', async () => {
    const issues: unknown[] = [];
    const model = () => Promise.reject(new Error('429'));
    const state = await summarizeTurn(turn, { model, onIssue: (issue) => issues.push(issue) });
    expect(state.conversation.recent_turns).toHaveLength(1);
    expect(issues).toMatchObject([{ task: 'turn-summary', message: '429', turn: 1 }]);
  });
});
