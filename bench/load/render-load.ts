import { ingestKinds } from '#tests/fixtures/load/protocol.ts';
import type { LoadReport } from '#tests/fixtures/load/run-load.ts';
import type { Line } from '../performance/line.ts';
import { percentilesOf } from '../worker/percentiles.ts';
import { type Sample, slopeMbPerHour } from './watch-process.ts';

interface Measured {
  store: 'SQLite' | 'PostgreSQL';
  report: LoadReport;
  /** The samples since the first ingest. */
  samples: readonly Sample[];
  /** The times of the disk alone, measured after the load. */
  syncsMs: readonly number[];
}

const goals = { p99Ms: { SQLite: 25, PostgreSQL: 60 }, memoryMb: 300 };

export function renderLoad({ store, report, samples, syncsMs }: Measured): string {
  const { ingest, streams, stored } = report;
  const longest = ingest.latenciesMs.reduce((most, ms) => Math.max(most, ms), 0);
  const { first, last, highest } = memoryOf(samples);
  const acknowledged = ingestKinds.map((kind) => ingest.acknowledged[kind]);
  const rows = [
    ['store', store],
    ['streams open, at least', whole(streams.fewestOpen)],
    ['events that streams got', whole(streams.events)],
    ['runs that streamed', whole(streams.runs)],
    ['dropped, doubled or disordered', whole(streams.faultCount)],
    ['ingests sent, refused', `${whole(ingest.latenciesMs.length)}, ${whole(ingest.failures.length)}`],
    [
      'prompts, observations, summaries acknowledged',
      `${acknowledged.map(whole).join(', ')} (stored: ${[stored.prompts, stored.observations, stored.summaries].map(whole).join(', ')})`,
    ],
    ['ingest p50 / p95 / p99 / max, ms', `${percentilesText(ingest.latenciesMs)} / ${longest.toFixed(1)}`],
    ['4 kB kept by the disk alone, p50 / p95 / p99, ms', percentilesText(syncsMs)],
    [
      'memory of the server, mean of the first third / of the last / highest, MB',
      [first, last, highest].map(whole).join(' / '),
    ],
    ['memory, slope over the last 80 %, MB an hour', slopeMbPerHour(samples).toFixed(1)],
    ['processor of the server, share of one core', `${Math.round(cpuOf(samples).share * 100)} %`],
    ['processor of the server an ingest, streams included, ms', cpuPerIngest(report, samples).toFixed(2)],
  ];
  return ['| load | measured |', '|---|--:|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

export function linesOf({ store, report, samples, syncsMs }: Measured): Line[] {
  const { first, last, highest } = memoryOf(samples);
  const line = (measure: string, unit: string, value: number, atMost: number): Line => ({
    measure: `${measure}, ${store}`,
    unit,
    values: [value],
    goal: { atMost },
  });
  return [
    {
      ...line('ingest p99', 'ms', percentilesOf(report.ingest.latenciesMs).p99, goals.p99Ms[store]),
      peer: { name: 'the disk alone', values: [percentilesOf(syncsMs).p99], isPart: true },
    },
    line('highest memory', 'MB', highest, goals.memoryMb),
    line('memory of the last third beside the first', '×', last / first, 1.1),
    line('events and ingests lost', '', lostIn(report), 0),
  ];
}

/** Whether nothing that was sent or acknowledged is missing. */
export function isWhole(report: LoadReport): boolean {
  return lostIn(report) === 0;
}

function lostIn({ ingest, streams, stored }: LoadReport): number {
  const { prompt, observation, summary } = ingest.acknowledged;
  const missing = [prompt - stored.prompts, observation - stored.observations, summary - stored.summaries];
  return missing.reduce((sum, count) => sum + Math.abs(count), streams.faultCount + ingest.failures.length);
}

function memoryOf(samples: readonly Sample[]): { first: number; last: number; highest: number } {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const mean = (some: readonly Sample[]) =>
    some.reduce((sum, { memoryMb }) => sum + memoryMb, 0) / some.length;
  return {
    first: mean(samples.slice(0, third)),
    last: mean(samples.slice(-third)),
    highest: samples.reduce((most, { memoryMb }) => Math.max(most, memoryMb), 0),
  };
}

function cpuOf(samples: readonly Sample[]): { ms: number; share: number } {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return { ms: 0, share: 0 };
  const ms = last.cpuMs - first.cpuMs;
  return { ms, share: ms / (last.atMs - first.atMs) };
}

function cpuPerIngest({ ingest }: LoadReport, samples: readonly Sample[]): number {
  return cpuOf(samples).ms / ingest.latenciesMs.length;
}

function percentilesText(values: readonly number[]): string {
  const { p50, p95, p99 } = percentilesOf(values);
  return [p50, p95, p99].map((value) => value.toFixed(1)).join(' / ');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
