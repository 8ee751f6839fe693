import { expect, test } from 'vitest';
import { parseSpacesSearch } from './spaces-search.ts';

test('the URL names a message by its position, and nothing else', () => {
  expect(parseSpacesSearch({ message: 7, other: 'x' })).toEqual({ message: 7 });
  expect(['0', -1, 1.5, 'seven', null].map((message) => parseSpacesSearch({ message }))).toEqual([
    {},
    {},
    {},
    {},
    {},
  ]);
});
