import { describe, expect, test } from 'vitest';
import { layBars } from './lay-bars.ts';

const today = new Date(2026, 2, 2, 23, 59);
const activity = [
  { day: '2026-02-28', prompts: 1, observations: 0, summaries: 0 },
  { day: '2026-03-01', prompts: 20, observations: 170, summaries: 10 },
  { day: '2026-03-02', prompts: 4, observations: 90, summaries: 6 },
];

describe('the activity chart', () => {
  test('has a bar for each day that ends with today, including days without records', () => {
    const bars = layBars(activity, { days: 4, today, kind: null });
    expect(bars.map(({ day, count }) => [day, count])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 1],
      ['2026-03-01', 200],
      ['2026-03-02', 100],
    ]);
    expect(new Date(bars[0]?.at ?? 0).toString().slice(0, 21)).toBe('Fri Feb 27 2026 00:00');
  });

  test('measures each bar against the highest one, and keeps a single record visible', () => {
    const bars = layBars(activity, { days: 4, today, kind: null });
    expect(bars.map(({ height }) => height)).toEqual([0, 6, 100, 50]);
  });

  test('counts one kind if asked to', () => {
    const bars = layBars(activity, { days: 3, today, kind: 'prompt' });
    expect(bars.map(({ count, height }) => [count, height])).toEqual([
      [1, 6],
      [20, 100],
      [4, 20],
    ]);
  });

  test('is flat where nothing happened', () => {
    expect(layBars([], { days: 2, today, kind: null }).map(({ height }) => height)).toEqual([0, 0]);
  });
});
