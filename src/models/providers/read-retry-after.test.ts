import { expect, test } from 'vitest';
import { readRetryAfterMs } from './classify-error.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each([
  ['whole seconds', { 'retry-after': '7' }, 7000],
  ['parts of a second', { 'retry-after': '0.25' }, 250],
  ['zero', { 'retry-after': '0' }, 0],
  ['an HTTP date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  ['a date gone by', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  ['milliseconds, which are more exact', { 'retry-after-ms': '1234', 'retry-after': '9' }, 1234],
  ['seconds where the milliseconds are broken', { 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
  ['nothing', {}, null],
  ['words', { 'retry-after': 'later' }, null],
  ['a negative number', { 'retry-after': '-5' }, null],
  ['an empty header', { 'retry-after': ' ', 'retry-after-ms': '' }, null],
])('reads %s', (_name, headers, expected) => {
  expect(readRetryAfterMs(headers as Record<string, string>, now)).toBe(expected);
});
