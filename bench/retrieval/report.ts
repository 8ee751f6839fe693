import type { Measured } from './measure.ts';

/** The mean of each figure over the questions, of all and by ability, as a table. */
export function renderMeasured(title: string, measured: readonly Measured[]): string {
  const names = Object.keys(measured[0]?.precis ?? {});
  const groups = [
    ['all', measured] as const,
    ...[...Map.groupBy(measured, ({ ability }) => ability)].sort(([one], [other]) => (one < other ? -1 : 1)),
  ];
  const rows = groups.map(([ability, of]) => [
    ability,
    String(of.length),
    ...names.map((name) => `${meanOf(of, 'precis', name)} (${meanOf(of, 'bm25', name)})`),
  ]);
  return [
    `${title}, % by Precis (by BM25)`,
    '',
    `| | questions | ${names.join(' | ')} |`,
    `|---|--:|${names.map(() => '--:|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function meanOf(measured: readonly Measured[], by: 'precis' | 'bm25', name: string): string {
  const total = measured.reduce((sum, one) => sum + (one[by][name] ?? 0), 0);
  return ((100 * total) / Math.max(1, measured.length)).toFixed(1);
}
