import { drawBars } from '../draw-bars.ts';
import { writeChart, writeTables } from '../write-results.ts';
import type { Ingest } from './measure-ingest.ts';
import type { Question } from './measure-search.ts';

export interface Result {
  store: string;
  records: number;
  importPerSecond: number;
  ingest: Ingest;
  questions: Question[];
}

export function renderTables(results: readonly Result[]): string {
  return [ingestTable(results), searchTable(results)].join('\n\n');
}

/** Updates bench/results/worker.md and its chart. */
export function writeReport(results: readonly Result[]): void {
  writeTables({
    page: 'worker.md',
    mark: '<!-- measured by npm run bench:worker -->',
    text: renderTables(results),
  });
  writeChart('worker', drawChart(results));
}

function ingestTable(results: readonly Result[]): string {
  const show = ({ p50, p95, p99 }: { p50: number; p95: number; p99: number }) =>
    [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');
  return table(
    [
      'store',
      'records',
      'events per second, 16 concurrent sessions',
      'prompt, ms',
      'observation, ms',
      'summary, ms',
      'imports per second',
    ],
    results.map(({ store, records, ingest, importPerSecond }) => [
      store,
      whole(records),
      whole(ingest.perSecond),
      ...['prompt', 'observation', 'summary'].map((route) => {
        const taken = ingest.routes[route];
        return taken === undefined ? '' : show(taken);
      }),
      whole(importPerSecond),
    ]),
  );
}

/** Renders the times of each query, and their growth with ten times as many records. */
function searchTable(results: readonly Result[]): string {
  const stores = [...new Set(results.map(({ store }) => store))];
  const columns = stores.flatMap((store) => {
    const sizes = results.filter((result) => result.store === store);
    return sizes.map((result, index) => ({ result, before: sizes[index - 1] }));
  });
  const names = results[0]?.questions.map(({ name }) => name) ?? [];
  const find = (result: Result | undefined, name: string) =>
    result?.questions.find((question) => question.name === name);
  return table(
    ['p50 / p95, ms', ...columns.map(({ result }) => `${result.store}, ${whole(result.records)}`)],
    names.map((name) => [
      name,
      ...columns.map(({ result, before }) => {
        const now = find(result, name);
        const earlier = find(before, name);
        if (now === undefined) return '';
        const growth = earlier === undefined ? '' : ` (×${(now.p50 / earlier.p50).toFixed(1)})`;
        return `${now.p50.toFixed(1)} / ${now.p95.toFixed(1)}${growth}`;
      }),
    ]),
  );
}

function drawChart(results: readonly Result[]): string {
  const names = results[0]?.questions.map(({ name }) => name) ?? [];
  return drawBars({
    title: 'Worker queries over HTTP, median milliseconds',
    unit: 'ms',
    series: results.map(({ store, records }) => `${store} ${shorten(records)}`),
    rows: names.map((name) => ({
      label: name.length > 20 ? `${name.slice(0, 19)}…` : name,
      values: results.map(
        ({ questions }) => questions.find((question) => question.name === name)?.p50 ?? null,
      ),
    })),
  });
}

function table(head: string[], rows: string[][]): string {
  return [
    `| ${head.join(' | ')} |`,
    `|---|${head
      .slice(1)
      .map(() => '--:')
      .join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function shorten(records: number): string {
  return records >= 1_000_000 ? `${records / 1_000_000} M` : `${records / 1000} k`;
}
