import { expect, test } from 'vitest';
import { shareBudget } from './context-drawer.tsx';

const item = (ref: string, tokens: number) => ({ ref, tokens, createdAt: 1, text: ref });
const share = (tokens: number, items: ReturnType<typeof item>[], budgetTokens = 200) =>
  shareBudget({ text: 'x', tokens, budgetTokens, items }).map((part) => [
    part.part,
    part.tokens,
    part.records,
    part.share,
  ]);

test('a budget is shared by memories, summaries, prompts and the text around them', () => {
  expect(share(120, [item('M4', 20), item('S1', 40), item('S2', 20), item('P3', 10)])).toEqual([
    ['memories', 20, 1, 10],
    ['summaries', 60, 2, 30],
    ['prompts', 10, 1, 5],
    ['frame', 30, 0, 15],
  ]);
});

test('the parts are never more than the whole, and empty parts are left out', () => {
  expect(share(50, [item('S1', 45), item('P1', 9)])).toEqual([
    ['summaries', 45, 1, 22.5],
    ['prompts', 5, 1, 2.5],
  ]);
  expect(share(0, [])).toEqual([]);
});
