import { expect, test } from 'vitest';
import { backOff, withJitter } from './back-off.ts';

test('each wait is twice the one before, up to the limit, however many failures there were', () => {
  const waits = [0, 1, 2, 3, 4, 2000].map((failures) => backOff(failures, { firstMs: 100, maxMs: 1000 }));
  expect(waits).toEqual([100, 200, 400, 800, 1000, 1000]);
});

test('waits can grow more slowly', () => {
  expect(backOff(2, { firstMs: 20, maxMs: 500, growth: 1.5 })).toBe(45);
});

test('jitter keeps a wait between half and one and a half times its length', () => {
  const waits = Array.from({ length: 100 }, () => withJitter(1000));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...waits)).toBeLessThan(1500);
  expect(new Set(waits).size).toBeGreaterThan(1);
});
