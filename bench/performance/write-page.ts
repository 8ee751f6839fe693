import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { drawBars } from '../draw-bars.ts';
import { resultsFolder, writeChart, writeTables } from '../write-results.ts';
import { type Line, medianOf, reaches, renderTable } from './line.ts';

/** The measurements of one part of the bench, and where they were made. */
export interface Part {
  name: string;
  title: string;
  /** The date, such as 2026-01-31. */
  day: string;
  machine: string;
  /** The share of the processors that the host gave to others, or null if it is unknown. */
  stolen: number | null;
  lines: Line[];
}

/** The figures that are on the page, for later runs that measure only some parts. */
const linesFile = join(resultsFolder, 'performance.json');

export function describeRun(): Pick<Part, 'day' | 'machine'> {
  return {
    day: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`,
  };
}

/** Replaces a part of bench/results/performance.md, and the chart. `names` are those of all parts, in their order. */
export function writePage(part: Part, names: readonly string[]): void {
  const known = (JSON.parse(readFileSync(linesFile, 'utf8')) as Part[]).filter(
    ({ name }) => name !== part.name,
  );
  const parts = names.flatMap((name) => [...known, part].filter((one) => one.name === name));
  writeFileSync(linesFile, `${JSON.stringify(parts, null, 2)}\n`);
  const missing = names.filter((name) => !parts.some((one) => one.name === name));
  writeTables({
    page: 'performance.md',
    mark: '<!-- measured by npm run bench -->',
    text: render(parts, missing),
  });
  writeChart('performance', drawChart(parts));
}

function render(parts: readonly Part[], missing: readonly string[]): string {
  const lines = parts.flatMap((part) => part.lines);
  const count = lines.filter((line) => reaches(line) === true).length;
  const tables = parts.map((part) => `## ${part.title}\n\n${describe(part)}\n\n${renderTable(part.lines)}`);
  const left = missing.length === 0 ? '' : ` Not measured yet: ${missing.join(', ')}.`;
  return [
    '![Times better than the peer measured in the same run](charts/performance.svg)',
    `${count} of ${lines.length} lines reach their goal.${left}`,
    ...tables,
  ].join('\n\n');
}

function describe({ name, day, machine, stolen }: Part): string {
  const host =
    stolen === null ? '' : `; the host gave ${(stolen * 100).toFixed(1)} % of them to other machines`;
  return `\`npm run bench -- ${name}\`, ${day}, ${machine}${host}`;
}

/** Draws how much better than its peer each line is. Rates and costs point in the same direction. */
function drawChart(parts: readonly Part[]): string {
  const rows = parts
    .flatMap((part) => part.lines)
    .flatMap(({ measure, values, peer, goal }) => {
      if (peer === undefined || peer.values.length === 0 || peer.isRecorded || peer.isPart) return [];
      const ratio = medianOf(values) / medianOf(peer.values);
      return [{ label: measure, values: [1, 'atMost' in goal ? 1 / ratio : ratio] }];
    });
  return drawBars({
    title: 'Times better than the peer measured in the same run',
    unit: '×',
    series: ['peer', 'Precis'],
    rows,
  });
}
