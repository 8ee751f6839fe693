import { describe, expect, test } from 'vitest';
import { layBars } from './activity-chart.tsx';

const today = new Date(2026, 2, 2, 23, 59);
const activity = [
  { day: '2026-02-28', prompts: 1, observations: 0, summaries: 0 },
  { day: '2026-03-01', prompts: 20, observations: 170, summaries: 10 },
  { day: '2026-03-02', prompts: 4, observations: 90, summaries: 6 },
];
const byDay = { bars: 4, daysPerBar: 1, today, kind: null };

describe('the activity chart', () => {
  test('has a bar for each day that ends with today, including days without records', () => {
    const bars = layBars(activity, byDay);
    expect(bars.map(({ from, to, count }) => [from, to, count])).toEqual([
      ['2026-02-27', '2026-02-27', 0],
      ['2026-02-28', '2026-02-28', 1],
      ['2026-03-01', '2026-03-01', 200],
      ['2026-03-02', '2026-03-02', 100],
    ]);
    expect(new Date(bars[0]?.fromAt ?? 0).toString().slice(0, 21)).toBe('Fri Feb 27 2026 00:00');
  });

  test('adds up weeks where there is no room for days', () => {
    const bars = layBars(activity, { ...byDay, bars: 2, daysPerBar: 7 });
    expect(bars.map(({ from, to, count }) => [from, to, count])).toEqual([
      ['2026-02-17', '2026-02-23', 0],
      ['2026-02-24', '2026-03-02', 301],
    ]);
    expect(bars[1]?.counts).toEqual({ prompts: 25, observations: 260, summaries: 16 });
  });

  test('measures each bar against the highest one, and keeps a single record visible', () => {
    expect(layBars(activity, byDay).map(({ height }) => height)).toEqual([0, 6, 100, 50]);
  });

  test('counts one kind if asked to', () => {
    const bars = layBars(activity, { ...byDay, bars: 3, kind: 'prompt' });
    expect(bars.map(({ count, height }) => [count, height])).toEqual([
      [1, 6],
      [20, 100],
      [4, 20],
    ]);
  });

  test('is flat where nothing happened', () => {
    expect(layBars([], byDay).map(({ height }) => height)).toEqual([0, 0, 0, 0]);
  });
});
