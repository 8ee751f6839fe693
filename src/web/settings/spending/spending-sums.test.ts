import { describe, expect, test } from 'vitest';
import type { SpendingRow } from '#schema/wire.ts';
import { barsByDay, barsByMonth, sumBy } from './spending-sums.ts';

function row(fields: Partial<SpendingRow>): SpendingRow {
  return {
    day: '2026-03-01',
    taskType: 'summary',
    provider: 'openai',
    model: 'gpt-5.2',
    runs: 1,
    inputTokens: 100,
    cachedInputTokens: 0,
    outputTokens: 10,
    costUsd: 0,
    unpricedRuns: 0,
    ...fields,
  };
}

const firstOfMarch = new Date(2026, 2, 1, 23, 30);

describe('spending', () => {
  test('has a bar for every day, today last, across the end of a month', () => {
    const rows = [row({ costUsd: 2 }), row({ day: '2026-02-28', costUsd: 1 }), row({ costUsd: 0.5 })];
    expect(barsByDay(rows, 3, firstOfMarch)).toEqual([
      { key: '2026-02-27', costUsd: 0 },
      { key: '2026-02-28', costUsd: 1 },
      { key: '2026-03-01', costUsd: 2.5 },
    ]);
  });

  test('has a bar for every month, across the end of a year', () => {
    const rows = [row({ costUsd: 2 }), row({ day: '2025-12-31', costUsd: 1 })];
    expect(barsByMonth(rows, 4, firstOfMarch).map(({ key, costUsd }) => [key, costUsd])).toEqual([
      ['2025-12', 1],
      ['2026-01', 0],
      ['2026-02', 0],
      ['2026-03', 2],
    ]);
  });

  test('is summed with the highest first', () => {
    const rows = [
      row({ model: 'cheap', costUsd: 1 }),
      row({ model: 'dear', costUsd: 3, runs: 2 }),
      row({ model: 'cheap', costUsd: 1, outputTokens: 5 }),
    ];
    expect(sumBy(rows, ({ model }) => model ?? '')).toMatchObject([
      { key: 'dear', runs: 2, costUsd: 3 },
      { key: 'cheap', runs: 2, costUsd: 2, inputTokens: 200, outputTokens: 15 },
    ]);
  });

  test('does not count runs of the free offline model as unpriced', () => {
    const rows = [
      row({ provider: 'builtin', unpricedRuns: 3 }),
      row({ provider: 'ollama', unpricedRuns: 2 }),
    ];
    expect(sumBy(rows, () => 'all')).toMatchObject([{ unpricedRuns: 2 }]);
  });
});
