import { ingestKinds } from '#tests/fixtures/load/protocol.ts';
import type { LoadReport } from '#tests/fixtures/load/run-load.ts';
import { type Sample, slopeMbPerHour } from './watch-process.ts';

interface Measured {
  store: string;
  report: LoadReport;
  samples: readonly Sample[];
}

const promisedP99Ms = 50;

export function renderLoad({ store, report, samples }: Measured): string {
  const { ingest, streams, stored } = report;
  const sorted = ingest.latenciesMs.toSorted((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share).toFixed(1));
  const first = samples[0];
  const last = samples.at(-1);
  const memories = samples.map(({ memoryMb }) => memoryMb);
  const cpuShare =
    first === undefined || last === undefined ? 0 : (last.cpuMs - first.cpuMs) / (last.atMs - first.atMs);
  const acknowledged = ingestKinds.map((kind) => ingest.acknowledged[kind]);
  const rows = [
    ['store', store],
    ['streams open, at least', whole(streams.fewestOpen)],
    ['events that streams got', whole(streams.events)],
    ['runs that streamed', whole(streams.runs)],
    ['dropped, doubled or disordered', whole(streams.faultCount)],
    ['ingests sent, refused', `${whole(sorted.length)}, ${whole(ingest.failures.length)}`],
    [
      'prompts, observations, summaries acknowledged',
      `${acknowledged.map(whole).join(', ')} (stored: ${[stored.prompts, stored.observations, stored.summaries].map(whole).join(', ')})`,
    ],
    ['ingest p50 / p95 / p99 / max, ms', `${p50} / ${p95} / ${p99} / ${(sorted.at(-1) ?? 0).toFixed(1)}`],
    [
      'memory of the server at first / highest / at last, MB',
      [memories[0] ?? 0, Math.max(...memories), memories.at(-1) ?? 0].map(whole).join(' / '),
    ],
    ['memory, slope over the last 80 %, MB an hour', slopeMbPerHour(samples).toFixed(1)],
    ['processor of the server, share of one core', `${Math.round(cpuShare * 100)} %`],
  ];
  return ['| load | measured |', '|---|--:|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

export function isPromiseKept({ ingest, streams, stored }: LoadReport): boolean {
  const sorted = ingest.latenciesMs.toSorted((one, other) => one - other);
  const { prompt, observation, summary } = ingest.acknowledged;
  const isAllStored =
    stored.prompts === prompt && stored.observations === observation && stored.summaries === summary;
  return (
    percentile(sorted, 0.99) < promisedP99Ms &&
    streams.faultCount === 0 &&
    ingest.failures.length === 0 &&
    isAllStored
  );
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
