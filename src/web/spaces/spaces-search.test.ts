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

test('the URL says that a question is about to be written, and nothing like it', () => {
  expect(parseSpacesSearch({ compose: true, message: 3 })).toEqual({ compose: true, message: 3 });
  expect(parseSpacesSearch({ compose: 'true' })).toEqual({});
});
