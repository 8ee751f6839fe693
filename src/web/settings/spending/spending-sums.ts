import type { SpendingRow } from '#schema/wire.ts';
import { dayKey } from '#web/controls/days.ts';

export interface Bar {
  /** The day or month, such as `2026-01-31` or `2026-01`. */
  key: string;
  costUsd: number;
}

export interface Sum {
  key: string;
  runs: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** The number of runs of models without prices. The offline model is free and never counts. */
  unpricedRuns: number;
}

/** Returns one bar for each of the last days up to today, including days without spending. */
export function barsByDay(rows: readonly SpendingRow[], days: number, today: Date): Bar[] {
  const keys = Array.from({ length: days }, (_, index) =>
    dayKey(new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1 - index))),
  );
  return toBars(rows, keys, (day) => day);
}

export function barsByMonth(rows: readonly SpendingRow[], months: number, today: Date): Bar[] {
  const keys = Array.from({ length: months }, (_, index) =>
    monthOf(dayKey(new Date(today.getFullYear(), today.getMonth() - (months - 1 - index), 1))),
  );
  return toBars(rows, keys, monthOf);
}

/** Returns totals grouped by `keyOf`, highest first. */
export function sumBy(rows: readonly SpendingRow[], keyOf: (row: SpendingRow) => string): Sum[] {
  const sums = [...Map.groupBy(rows, keyOf)].map(([key, group]) => sum(key, group));
  return sums.sort((a, b) => b.costUsd - a.costUsd || b.runs - a.runs);
}

export function sum(key: string, rows: readonly SpendingRow[]): Sum {
  const add = (pick: (row: SpendingRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    key,
    runs: add(({ runs }) => runs),
    inputTokens: add(({ inputTokens }) => inputTokens),
    outputTokens: add(({ outputTokens }) => outputTokens),
    costUsd: add(({ costUsd }) => costUsd),
    unpricedRuns: add(({ provider, unpricedRuns }) => (provider === 'builtin' ? 0 : unpricedRuns)),
  };
}

function toBars(
  rows: readonly SpendingRow[],
  keys: readonly string[],
  keyOf: (day: string) => string,
): Bar[] {
  const byKey = Map.groupBy(rows, ({ day }) => keyOf(day));
  return keys.map((key) => ({ key, costUsd: sum(key, byKey.get(key) ?? []).costUsd }));
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}
