/**
 * Compares the offline extract with npm alternatives, in one run with the same scorer and budgets. Needs the
 * benchmark data in the folder PRECIS_BENCH (default: shared/bench next to the clone). Prints a table and draws
 * bench/results/charts/quality-extract.svg.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { drawBars } from './draw-bars.ts';
import { installExtractors } from './peers/install-extractors.ts';
import { writeChart } from './write-results.ts';

const root = join(import.meta.dirname, '..');
const data = process.env.PRECIS_BENCH ?? join(root, '..', 'shared', 'bench');
const contestants = {
  Precis: 'bench/extract.ts',
  'ts-textrank': 'bench/peers/ts-textrank.ts',
  'lexrank.js': 'bench/peers/lexrank.ts',
  'wink-nlp': 'bench/peers/wink-nlp.ts',
  'node-summarizer': 'bench/peers/node-summarizer.ts',
};

interface Score {
  set: string;
  rouge1: number;
  lead: number;
  documentsPerSecond: number;
}

if (!installExtractors()) process.exit(1);
const results = new Map<string, Score[]>();
for (const [name, script] of Object.entries(contestants)) results.set(name, score(name, script));

const sets = (results.get('Precis') ?? []).map((entry) => entry.set);
const names = ['LEAD', ...Object.keys(contestants)];
console.log(`\nROUGE-1\n${['set'.padEnd(14), ...names.map((name) => name.padStart(16))].join('')}`);
const rows = sets.map((set) => ({
  label: set,
  values: names.map((name) => (name === 'LEAD' ? leadOf(set) : valueOf(name, set))),
}));
for (const { label, values } of rows) {
  console.log([label.padEnd(14), ...values.map((value) => format(value).padStart(16))].join(''));
}
console.log(`\ndocuments per second, cnn_val (including process start)`);
for (const name of Object.keys(contestants)) {
  const speed = results.get(name)?.find((entry) => entry.set === 'cnn_val')?.documentsPerSecond;
  console.log(`${name.padEnd(18)} ${format(speed ?? null)}`);
}
writeChart(
  'quality-extract',
  drawBars({ title: 'Offline extract, ROUGE-1 at equal length', unit: 'ROUGE-1', series: names, rows }),
);

function score(name: string, script: string): Score[] {
  console.error(`scoring ${name} …`);
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [join(data, 'score-summaries.mjs'), '--', process.execPath, join(root, script)],
    { encoding: 'utf8', maxBuffer: 1 << 28, timeout: 900_000 },
  );
  if (status !== 0) console.error(`${name} failed: ${stderr.slice(-400)}`);
  return stdout
    .split('\n')
    .slice(1)
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [left = '', middle = '', right = ''] = line.split('|');
      const [set = '', , , rouge1] = left.trim().split(/\s+/);
      return {
        set,
        rouge1: Number(rouge1),
        lead: Number(middle.trim().split(/\s+/)[0]),
        documentsPerSecond: Number(right.trim().split(/\s+/)[2]),
      };
    });
}

function leadOf(set: string): number | null {
  return results.get('Precis')?.find((entry) => entry.set === set)?.lead ?? null;
}

function valueOf(name: string, set: string): number | null {
  return results.get(name)?.find((entry) => entry.set === set)?.rouge1 ?? null;
}

function format(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : value.toFixed(1);
}
