import { expect, test } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

const fuse = (...lists: string[][]) => fuseRanks(lists, (item) => item);

test('what both lists have comes before what one has, whatever its place', () => {
  expect(fuse(['a', 'b', 'c'], ['x', 'c', 'y']).map(({ item }) => item)).toEqual(['c', 'a', 'x', 'b', 'y']);
});

test('one list keeps its order, and scores fall', () => {
  const fused = fuse(['a', 'b', 'c'], []);
  expect(fused.map(({ item }) => item)).toEqual(['a', 'b', 'c']);
  expect(fused.map(({ score }) => score)).toEqual([1 / 61, 1 / 62, 1 / 63]);
});
