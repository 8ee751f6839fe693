import { expect, test } from 'vitest';
import { hashLargeText, hashText } from './system-ports.ts';

test.each([
  ['a short text', 'a'],
  ['a long text', 'council '.repeat(200_000)],
  ['characters of two halves, at any place', `a${'😀'.repeat(400_000)}`],
  ['half a character', `${'漢'.repeat(249_999)}\ud83d${'漢'.repeat(600_000)}\ude00`],
])('%s has the same hash, in pieces or not', async (_, text) => {
  expect(await hashLargeText(text)).toBe(hashText(text));
});

test('other work gets its turn while a long text is hashed', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await hashLargeText('漢'.repeat(3_000_000));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(10);
});
