import { writeFileSync } from 'node:fs';

/** One figure of the performance table, with a value per round and those of a peer where there is one. */
export interface Line {
  measure: string;
  /** The unit after the figure, as in `12 ms`. */
  unit: string;
  values: number[];
  peer?: Peer;
  goal: Goal;
}

interface Peer {
  name: string;
  values: number[];
  /** The peer was measured elsewhere, because it cannot be installed from npm. */
  isRecorded?: true;
  /** The peer does only a part of the work, and shows what that part costs at least. */
  isPart?: true;
}

/** The limit of a figure. With `ofPeer`, it is a multiple of the peer's median. */
export type Goal = ({ atMost: number } | { atLeast: number }) & { ofPeer?: true };

/** Whether the median reaches the goal. The result is null if the goal is a peer that was not measured. */
export function reaches({ values, peer, goal }: Line): boolean | null {
  const unit = goal.ofPeer ? (peer && peer.values.length > 0 ? medianOf(peer.values) : null) : 1;
  if (unit === null) return null;
  const median = medianOf(values);
  return 'atMost' in goal ? median <= goal.atMost * unit : median >= goal.atLeast * unit;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Prints the lines. In `npm run bench`, they also go into its report. */
export function reportLines(lines: readonly Line[]): void {
  console.log(renderTable(lines));
  const file = process.env.PRECIS_BENCH_LINES;
  if (file !== undefined) writeFileSync(file, JSON.stringify(lines));
}

export function renderTable(lines: readonly Line[]): string {
  const rows = lines.map((line) =>
    [
      line.measure,
      line.peer ? `${line.peer.name} ${show(line.peer.values, line.unit)}` : '–',
      show(line.values, line.unit),
      line.peer && line.peer.values.length > 0
        ? `${round(medianOf(line.values) / medianOf(line.peer.values))} ×`
        : '–',
      showGoal(line),
      { true: 'yes', false: '**no**', null: 'not compared' }[`${reaches(line)}`],
    ].join(' | '),
  );
  return [
    '| measure | peer | Precis | ratio | goal | reached |',
    '|---|--:|--:|--:|--:|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Shows the median and the range of the rounds. */
function show(values: readonly number[], unit: string): string {
  if (values.length === 0) return 'not installed';
  const median = `${round(medianOf(values))} ${unit}`;
  if (values.length === 1) return median;
  return `${median} (${round(Math.min(...values))}–${round(Math.max(...values))})`;
}

function showGoal({ goal, unit }: Line): string {
  const [sign, limit] = 'atMost' in goal ? ['≤', goal.atMost] : ['≥', goal.atLeast];
  return `${sign} ${round(limit)} ${goal.ofPeer ? '× peer' : unit}`;
}

function round(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.01) return value.toPrecision(2);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
