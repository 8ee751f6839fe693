import { expect, test } from 'vitest';
import { parseJson, parseJsonObject } from './parse-json.ts';

test('a text that is not JSON has no value, and null has one', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson('null')).toBeNull();
  for (const text of ['', '{', 'undefined', '{"a":1}{']) expect(parseJson(text)).toBeUndefined();
});

test('only objects and lists are objects', () => {
  expect(parseJsonObject('{"a":1}')).toEqual({ a: 1 });
  expect(parseJsonObject('[1]')).toEqual([1]);
  for (const text of ['null', '1', '"a"', '{']) expect(parseJsonObject(text)).toBeNull();
});
