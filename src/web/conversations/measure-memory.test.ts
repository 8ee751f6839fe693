import { expect, test } from 'vitest';
import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { measureMemory, measureTurn } from './measure-memory.ts';

const stateOf = (conversation: object) => ({ conversation }) as HistorianOutput;

const question = 'Where does the night train stop on its way to the coast?';
const answer = 'It stops twice, in the valley and at the border.';

test('the memory of a conversation is its story and its newest turns, long replies as one sentence', () => {
  const turn = { user: question, assistant: answer, entities_mentioned: [] };
  const long = { ...turn, assistant: answer.repeat(50), assistant_summary: answer };
  expect(measureMemory(stateOf({ history_summary: '', recent_turns: [] }))).toBe(0);
  const one = estimateTokens(question) + estimateTokens(answer);
  expect(measureMemory(stateOf({ history_summary: answer, recent_turns: [turn, long] }))).toBe(
    estimateTokens(answer) + 2 * one,
  );
});

test('a very long turn is measured by its beginning', () => {
  const assistant = 'word '.repeat(100_000);
  const measured = measureTurn({ user: '', assistant });
  expect(measured / estimateTokens(assistant)).toBeCloseTo(1, 1);
});
