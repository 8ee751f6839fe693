import { expect, test } from 'vitest';
import { readRetryAfter } from '#sources/entry/feeds/fetch-feed.ts';

const now = Date.UTC(2026, 0, 1);

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:10:00 GMT', 600_000],
  ['0', 1000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 1000],
  ['99999999', 86_400_000],
  ['soon', null],
  ['', null],
  [null, null],
])('a host that says %j rests for %j ms', (value, expected) => {
  expect(readRetryAfter(value, now)).toBe(expected);
});
