import { FakeListChatModel } from '@langchain/core/utils/testing';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import type { TextModel } from '#adapters/models/text-model.ts';
import { summarizeTurn } from './summarize-turn.ts';

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

  test('tells the issue and keeps the turn when the model fails', async () => {
    const issues: unknown[] = [];
    const model = () => Promise.reject(new Error('429'));
    const state = await summarizeTurn(turn, { model, onIssue: (issue) => issues.push(issue) });
    expect(state.conversation.recent_turns).toHaveLength(1);
    expect(issues).toMatchObject([{ task: 'turn-summary', message: '429', turn: 1 }]);
  });
});
