import { expect, test } from 'vitest';
import { groupDays } from './days.ts';

const noon = new Date(2026, 0, 31, 12).getTime();
const hourMs = 60 * 60 * 1000;

test('items are grouped by day, in their order', () => {
  const days = groupDays([noon, noon - hourMs, noon - 24 * hourMs], (at) => at);
  expect(days.map(({ day, at, items }) => [day, at, items.length])).toEqual([
    ['Sat Jan 31 2026', noon, 2],
    ['Fri Jan 30 2026', noon - 24 * hourMs, 1],
  ]);
  expect(groupDays([], Number)).toEqual([]);
});
