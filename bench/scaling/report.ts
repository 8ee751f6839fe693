import { availableParallelism } from 'node:os';
import { drawBars } from '../draw-bars.ts';
import { writeChart, writeTables } from '../write-results.ts';
import { renderCalculation } from './calculate.ts';
import type { StreamMemory } from './measure-streams.ts';
import { type Growth, growthOf, type Results, shorten, table, whole } from './result.ts';

/** Below this ratio, a query does not grow with the rows. */
const notableRatio = 10;
/** Below this median, growth does not matter. */
const notableMs = 5;
const chartRows = 16;

export function renderQueries({ stores }: Pick<Results, 'stores'>): string {
  const growth = growthOf(stores);
  const names = [...new Set(growth.map(({ store }) => store))];
  return [
    `Measured with Node ${process.versions.node} on a machine with ${availableParallelism()} cores. Medians and 95th percentiles in milliseconds.`,
    '### What grows',
    renderGrowing(growth),
    '### Every query',
    ...names.map((store) => renderStore(growth.filter((one) => one.store === store))),
  ].join('\n\n');
}

export function renderReport(results: Results): string {
  const most = results.stores.at(-1)?.rows ?? 0;
  return [
    renderQueries(results),
    '### Memory of open streams',
    renderStreams(results.streams),
    `### Bytes per row, with ${shorten(most)} rows and ten-word texts`,
    renderBytes(results),
    '### 10,000 users',
    renderCalculation(results),
  ].join('\n\n');
}

/** Updates bench/results/scaling.md and its chart. */
export function writeReport(results: Results): void {
  writeTables({ page: 'scaling.md', mark: '<!-- measured -->', text: renderReport(results) });
  writeChart('scaling', drawChart(growthOf(results.stores)));
}

function renderGrowing(growth: readonly Growth[]): string {
  const growing = growth.filter(({ ratio, last }) => ratio >= notableRatio && last.p50 >= notableMs);
  if (growing.length === 0) return 'Nothing.';
  return table(
    ['query', 'store', 'growth', 'median with the most rows', 'full scan of'],
    growing
      .toSorted((one, other) => other.last.p50 - one.last.p50)
      .map(({ name, store, ratio, last }) => [
        name,
        store,
        `×${ratio.toFixed(0)}`,
        `${last.p50.toFixed(1)} ms`,
        last.scans.join(', '),
      ]),
  );
}

function renderStore(growth: readonly Growth[]): string {
  const [first] = growth;
  if (first === undefined) return '';
  const rows = growth.map(({ name, sizes, ratio, last }) => [
    name,
    ...sizes.map(({ p50, p95 }) => `${p50.toFixed(2)} / ${p95.toFixed(2)}`),
    `×${ratio.toFixed(1)}`,
    last.scans.length > 0 ? '**full**' : '',
    last.line || 'small tables only',
  ]);
  const sizes = first.sizes.map((size) => shorten(size.rows));
  return [
    `<details><summary>${first.store}: ${growth.length} queries with their plans</summary>`,
    table(['query', ...sizes, 'growth', 'scan', 'plan'], rows),
    '</details>',
  ].join('\n\n');
}

function renderStreams(streams: readonly StreamMemory[]): string {
  const none = (kind: string) => streams.find((one) => one.kind === kind && one.streams === 0);
  const perStream = (one: StreamMemory, bytes: (of: StreamMemory) => number) => {
    const base = none(one.kind);
    if (one.streams === 0 || base === undefined) return '';
    return `${((bytes(one) - bytes(base)) / one.streams / 1024).toFixed(0)} KiB`;
  };
  return table(
    [
      'stream of',
      'open',
      'memory of the process',
      'heap',
      'memory per stream',
      'heap per stream',
      'CPU, idle',
    ],
    streams.map((one) => [
      one.kind === 'run' ? 'a run' : 'changes',
      whole(one.streams),
      `${whole(one.rssBytes / 2 ** 20)} MiB`,
      `${whole(one.heapBytes / 2 ** 20)} MiB`,
      perStream(one, ({ rssBytes }) => rssBytes),
      perStream(one, ({ heapBytes }) => heapBytes),
      `${(one.cpuShare * 100).toFixed(1)} %`,
    ]),
  );
}

function renderBytes({ stores }: Results): string {
  const last = (['SQLite', 'PostgreSQL'] as const).flatMap((store) => {
    const result = stores.findLast((one) => one.store === store);
    return result === undefined ? [] : [result];
  });
  const kinds = Object.keys(last[0]?.bytesPerRow ?? {});
  return table(
    ['row', ...last.map(({ store }) => store)],
    kinds.map((kind) => [kind, ...last.map(({ bytesPerRow }) => whole(bytesPerRow[kind] ?? 0))]),
  );
}

/** Draws the queries that grow most, for both stores. */
function drawChart(growth: readonly Growth[]): string {
  const stores = [...new Set(growth.map(({ store }) => store))];
  const ratioOf = (name: string, store: string) =>
    growth.find((one) => one.name === name && one.store === store)?.ratio ?? null;
  const names = [
    ...new Set(growth.toSorted((one, other) => other.ratio - one.ratio).map(({ name }) => name)),
  ];
  const [fewest, most] = [growth[0]?.sizes[0]?.rows ?? 0, growth[0]?.sizes.at(-1)?.rows ?? 0];
  return drawBars({
    title: `Time with ${shorten(most)} rows relative to ${shorten(fewest)}: the ${chartRows} queries that grow most`,
    unit: 'times',
    series: stores,
    rows: names.slice(0, chartRows).map((name) => ({
      label: name.length > 20 ? `${name.slice(0, 19)}…` : name,
      values: stores.map((store) => ratioOf(name, store)),
    })),
  });
}
