import { describe, expect, test } from 'vitest';
import { followFinger, isSideways, swipeAt } from './use-list-gestures.ts';

describe('a swipe', () => {
  test('marks to the right, stars to the left and summarizes farther left', () => {
    expect([20, 80, 300].map(swipeAt)).toEqual([
      { action: 'read', isShort: true },
      { action: 'read', isShort: false },
      { action: 'read', isShort: false },
    ]);
    expect([-20, -80, -189, -190].map(swipeAt)).toEqual([
      { action: 'star', isShort: true },
      { action: 'star', isShort: false },
      { action: 'star', isShort: false },
      { action: 'summarize', isShort: false },
    ]);
  });

  test('moves the row with the finger, and more slowly where there is nothing further', () => {
    expect([0, 60, 110, 150, -200, -240, -280].map(followFinger)).toEqual([
      0, 60, 110, 120, -200, -240, -250,
    ]);
  });

  test('goes clearly sideways', () => {
    expect([isSideways(20, 4), isSideways(-20, 4), isSideways(12, 10), isSideways(3, -40)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
