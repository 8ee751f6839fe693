import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { drawBars } from '../draw-bars.ts';
import { type Line, medianOf, reaches, renderTable } from './line.ts';

interface Part {
  title: string;
  command: string;
  lines: Line[];
}

const docs = join(import.meta.dirname, '..', '..', 'docs');
const begin = '<!-- measured by npm run bench -->';
const end = '<!-- end -->';

interface Circumstances {
  /** Parts that were not measured. */
  missing: readonly string[];
  /** The share of the processors that the host gave to others. */
  stolen: number | null;
}

/** Replaces what is between the marks in docs/performance.md, and its chart. */
export function writePage(parts: readonly Part[], circumstances: Circumstances): void {
  const file = join(docs, 'performance.md');
  const page = readFileSync(file, 'utf8');
  const [head = '', rest = ''] = page.split(begin);
  const tail = rest.split(end)[1];
  if (tail === undefined) throw new Error(`${file} has no place for the tables: ${begin} … ${end}`);
  writeFileSync(file, `${head}${begin}\n\n${render(parts, circumstances)}\n\n${end}${tail}`);
  writeFileSync(join(docs, 'charts', 'performance.svg'), drawChart(parts));
}

function render(parts: readonly Part[], { missing, stolen }: Circumstances): string {
  const lines = parts.flatMap((part) => part.lines);
  const count = lines.filter((line) => reaches(line) === true).length;
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
  const tables = parts.map(
    ({ title, command, lines }) => `## ${title}\n\n\`${command}\`\n\n${renderTable(lines)}`,
  );
  const left = missing.length === 0 ? '' : ` Not measured in this run: ${missing.join(', ')}.`;
  const host =
    stolen === null
      ? ''
      : ` While it ran, the host gave ${(stolen * 100).toFixed(1)} % of the processors to other machines.`;
  return [
    '![Times better than the peer measured in the same run](charts/performance.svg)',
    `${count} of ${lines.length} lines reach their goal. Machine: ${machine}.${host}${left}`,
    ...tables,
  ].join('\n\n');
}

/** How much better than its peer each line is; rates and costs in one direction. */
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
