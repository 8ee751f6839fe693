import { describe, expect, test } from 'vitest';
import { placeTip } from './sentence-tip.tsx';

const tip = { width: 300, height: 120 };
const view = { width: 1000, height: 700 };

describe('a sentence’s popover', () => {
  test('is above it', () => {
    expect(placeTip({ anchor: { left: 100, top: 500, bottom: 524 }, tip, view })).toEqual({
      left: 100,
      top: 374,
    });
  });

  test('is below if there is no room above', () => {
    expect(placeTip({ anchor: { left: 100, top: 60, bottom: 84 }, tip, view })).toEqual({
      left: 100,
      top: 90,
    });
  });

  test('never leaves the window', () => {
    expect(placeTip({ anchor: { left: 950, top: 500, bottom: 524 }, tip, view }).left).toBe(692);
    const small = { width: 320, height: 130 };
    expect(placeTip({ anchor: { left: 90, top: 60, bottom: 84 }, tip, view: small })).toEqual({
      left: 12,
      top: 8,
    });
  });
});
