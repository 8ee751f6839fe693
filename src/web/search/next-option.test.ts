import { expect, test } from 'vitest';
import { nextOption } from './next-option.ts';

test('arrow keys go from option to option and around the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect([nextOption(ids, 'a', 1), nextOption(ids, 'c', 1), nextOption(ids, 'a', -1)]).toEqual([
    'b',
    'a',
    'c',
  ]);
});

test('an option that is gone is forgotten, and of nothing there is none', () => {
  expect([
    nextOption(['a', 'b'], 'gone', 1),
    nextOption(['a', 'b'], null, -1),
    nextOption([], 'a', 1),
  ]).toEqual(['a', 'b', null]);
});
