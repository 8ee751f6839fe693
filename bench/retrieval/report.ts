import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Half } from './dialogs.ts';
import type { Measured } from './measure.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'retrieval.md');
/** Where each command puts its tables. */
const begins = {
  words: '<!-- measured by npm run bench:retrieval -->',
  meaning: '<!-- measured by npm run bench:retrieval -- --meaning -->',
};
const end = '<!-- end -->';
const titles: Record<Half, string> = { tune: 'tuning half', report: 'report half' };

/** The mean of each figure over the questions, of all and by ability, as a table. */
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

/** Replaces the tables between the two marks in docs/retrieval.md. */
export function writeTables(tables: readonly string[], by: keyof typeof begins): void {
  const text = readFileSync(page, 'utf8');
  const begin = begins[by];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`${page} has no place for the tables: ${begin} … ${end}`);
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${tables.join('\n\n')}\n\n${text.slice(to)}`);
}

/** The abilities of the half that nothing was chosen by; of the other half only the whole, for comparison. */
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
