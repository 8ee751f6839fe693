import { describe, expect, test } from 'vitest';
import type { GroundingFlag } from '#schema/grounding.ts';
import { en } from '#web/strings/en.ts';
import { createFormats } from '#web/strings/formats.ts';
import { zhHans } from '#web/strings/zh-hans.ts';
import { doubtsOf } from './doubts.ts';

type Told = [kind: GroundingFlag['kind'], reason: GroundingFlag['reason']];

const doubts = (...told: Told[]) =>
  doubtsOf({
    sentences: told.map(([kind, reason]) => ({
      start: 0,
      end: 9,
      state: 'unsupported',
      support: [],
      flags: [{ kind, reason, start: 0, end: 4 }],
    })),
  });

describe('what is in doubt', () => {
  test('is named by what the details have in common', () => {
    expect(doubts(['number', 'missing'])).toEqual({ count: 1, kind: 'number', reason: 'missing' });
    expect(doubts(['number', 'missing'], ['name', 'missing'])).toEqual({
      count: 2,
      kind: null,
      reason: 'missing',
    });
    expect(doubts(['name', 'missing'], ['name', 'elsewhere'])).toEqual({
      count: 2,
      kind: 'name',
      reason: null,
    });
    expect(doubts()).toEqual({ count: 0, kind: null, reason: null });
  });

  test('is told in words', () => {
    const { grounding } = en(createFormats('en-GB'));
    expect(grounding.doubts(doubts(['number', 'missing']))).toBe('1 number not found');
    expect(grounding.doubts(doubts(['name', 'missing'], ['name', 'missing']))).toBe('2 names not found');
    expect(grounding.doubts(doubts(['name', 'elsewhere']))).toBe('1 detail out of place');
    expect(grounding.doubts(doubts(['negation', 'reversed']))).toBe('1 statement reversed');
    expect(grounding.doubts(doubts(['number', 'missing'], ['date', 'elsewhere']))).toBe('2 details in doubt');
    const chinese = zhHans(createFormats('zh-Hans')).grounding;
    expect(chinese.doubts(doubts(['number', 'missing']))).toBe('1 个数字未找到');
  });
});
