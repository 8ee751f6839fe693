import { expect, test } from 'vitest';
import { nextOption } from './search-field.tsx';

test('arrow keys move between options and wrap at the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect([nextOption(ids, 'a', 1), nextOption(ids, 'c', 1), nextOption(ids, 'a', -1)]).toEqual([
    'b',
    'a',
    'c',
  ]);
});

test('a missing option is forgotten, and an empty list has none', () => {
  expect([
    nextOption(['a', 'b'], 'gone', 1),
    nextOption(['a', 'b'], null, -1),
    nextOption([], 'a', 1),
  ]).toEqual(['a', 'b', null]);
});
