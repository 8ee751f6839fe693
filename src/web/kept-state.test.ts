import { describe, expect, test } from 'vitest';
import { parseSize } from './kept-state.ts';

describe('a kept size', () => {
  const limits = { initial: 280, min: 220, max: 520 };

  test('is the initial one if nothing usable is stored', () => {
    expect([null, 'wide', 'NaN'].map((stored) => parseSize(stored, limits))).toEqual([280, 280, 280]);
  });

  test('stays within its limits', () => {
    expect(['100', '300.4', '9999'].map((stored) => parseSize(stored, limits))).toEqual([220, 300, 520]);
  });
});
