import type { Half } from './dialogs.ts';
import type { Measured } from './measure.ts';

const titles: Record<Half, string> = { tune: 'tuning half', report: 'report half' };

/** Renders a table with the mean of each figure, over all questions and by ability. */
export function renderMeasured(title: string, measured: readonly Measured[], beside = 'by BM25'): string {
  const names = Object.keys(measured[0]?.precis ?? {});
  const rows = groupRows(measured).map(({ label, of }) => [
    label,
    String(of.length),
    ...names.map((name) => `${meanOf(of, 'precis', name)} (${meanOf(of, 'beside', name)})`),
  ]);
  return [
    `${title}, % by Precis (${beside})`,
    '',
    `| | questions | ${names.join(' | ')} |`,
    `|---|--:|${names.map(() => '--:|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** Groups by ability the half on which nothing was chosen. The other half is one row, for comparison. */
function groupRows(measured: readonly Measured[]): { label: string; of: readonly Measured[] }[] {
  const halves = Map.groupBy(measured, ({ half }) => half);
  const detailed = halves.has('report') ? 'report' : ([...halves.keys()][0] ?? null);
  return [...halves]
    .sort(([one], [other]) => Number(other === detailed) - Number(one === detailed))
    .flatMap(([half, of]) => {
      const name = half === null ? 'all' : `**${titles[half]}**`;
      return [{ label: name, of }, ...(half === detailed ? byAbility(of) : [])];
    });
}

function byAbility(measured: readonly Measured[]): { label: string; of: readonly Measured[] }[] {
  return [...Map.groupBy(measured, ({ ability }) => ability)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([ability, of]) => ({ label: ability.replaceAll('_', ' '), of }));
}

function meanOf(measured: readonly Measured[], by: 'precis' | 'beside', name: string): string {
  const total = measured.reduce((sum, one) => sum + (one[by][name] ?? 0), 0);
  return ((100 * total) / Math.max(1, measured.length)).toFixed(1);
}
