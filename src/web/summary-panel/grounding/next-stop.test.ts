import { describe, expect, test } from 'vitest';
import { nextStop } from './next-stop.ts';

const press = (key: string, from: number, isRightToLeft = false) =>
  nextStop({ key, from, stops: [0, 2, 3], isRightToLeft });

describe('a key on a sentence', () => {
  test('moves to the next and the previous one, skipping those not shown', () => {
    expect([
      press('ArrowDown', 0),
      press('ArrowRight', 2),
      press('ArrowUp', 3),
      press('ArrowLeft', 2),
    ]).toEqual([2, 3, 2, 0]);
  });

  test('moves to the first and the last, and no further', () => {
    expect([press('Home', 3), press('End', 0), press('ArrowUp', 0), press('ArrowDown', 3)]).toEqual([
      0, 3, 0, 3,
    ]);
  });

  test('follows the direction of the script', () => {
    expect([press('ArrowLeft', 0, true), press('ArrowRight', 2, true)]).toEqual([2, 0]);
  });

  test('that is unrelated moves nowhere', () => {
    expect(press('a', 0)).toBeNull();
  });
});
