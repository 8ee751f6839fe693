import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { boundTokens, loadTokenizer } from './tokens.ts';

const prose = 'The council voted against the new bridge on Monday, and nobody was surprised. '.repeat(100);

test('a long text is counted in pieces without changing its count', async () => {
  const { count } = await loadTokenizer();
  expect(count(prose)).toBe(countTokens(prose));
});

test.each([
  ['letters', 'abcdefghij'.repeat(1000)],
  ['characters of two units', '🍵茶'.repeat(1000)],
  ['blanks', ' '.repeat(5000)],
])('a run of %s is counted nearly as in one piece, and never over its bound', async (_, text) => {
  const { count } = await loadTokenizer();
  expect(count(text) / countTokens(text)).toBeCloseTo(1, 1);
  expect(count(text)).toBeLessThanOrEqual(boundTokens(text) + Math.ceil(text.length / 1024) * 4);
});

test('control tokens are plain characters', async () => {
  const { count } = await loadTokenizer();
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
});
