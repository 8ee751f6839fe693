import { expect, test } from 'vitest';
import { fuseRanks, scoreAfter } from '#sources/session/search-sessions.ts';

const fuse = (byWords: string[], byMeaning: string[]) => fuseRanks({ byWords, byMeaning }, (item) => item);
const order = (byWords: string[], byMeaning: string[]) => fuse(byWords, byMeaning).map(({ item }) => item);

test('what both lists have rises above what only words found', () => {
  expect(order(['a', 'b', 'c'], ['b', 'c'])).toEqual(['b', 'c', 'a']);
});

test('the first hit by words stays first if meaning knows nothing better', () => {
  expect(order(['a', 'b', 'c'], ['x', 'y', 'z'])).toEqual(['a', 'b', 'c', 'x', 'y', 'z']);
});

test('what only meaning finds comes before weak hits by words', () => {
  const words = Array.from({ length: 20 }, (_, at) => `word ${at}`);
  const place = order(words, ['x']).indexOf('x');
  expect(place).toBeGreaterThan(2);
  expect(place).toBeLessThan(10);
});

test('without hits by words, the order is that of meaning', () => {
  expect(order([], ['x', 'y'])).toEqual(['x', 'y']);
});

test('hits by words that come after the fused ones score below them', () => {
  const words = Array.from({ length: 100 }, (_, at) => `word ${at}`);
  const near = Array.from({ length: 50 }, (_, at) => `near ${at}`);
  const fused = fuse(words, near);
  expect(fused.map(({ score }) => score)).toEqual(fused.map(({ score }) => score).toSorted((a, b) => b - a));
  expect(scoreAfter(100)).toBeLessThan(fused.at(-1)?.score ?? 0);
});
