import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#client/create-client.ts';
import { readStream } from '#tests/fixtures/load/read-stream.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { startProcess } from '../start-process.ts';
import { type Inspector, inspectProcess } from './inspect-process.ts';

export interface StreamMemory {
  kind: string;
  streams: number;
  rssBytes: number;
  heapBytes: number;
  /** The share of one core that idle streams use. */
  cpuShare: number;
}

const counts = [0, 250, 500, 1000];
const atOnce = 50;
const runCount = 10;
const watchMs = 2500;
const hourMs = 3_600_000;

/**
 * Measures a real server process with a growing number of open streams: of runs that wait for their model, and of
 * changes.
 */
export async function measureStreams(): Promise<StreamMemory[]> {
  const measured: StreamMemory[] = [];
  const model = await startProcess([
    join(import.meta.dirname, '..', '..', 'tests/fixtures/scripted-model/main.ts'),
    '--reply-tokens',
    '2',
    '--delay-ms',
    String(hourMs),
  ]);
  try {
    for (const kind of ['run', 'changes'] as const) {
      measured.push(...(await measureKind(kind, `${model.firstLine.trim()}/v1`)));
    }
    return measured;
  } finally {
    await model.stop();
  }
}

async function measureKind(kind: 'run' | 'changes', modelUrl: string): Promise<StreamMemory[]> {
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const inspectPort = await findFreePort();
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` };
  const server = await startServer({ home, databaseUrl: null, env, hear: () => {} });
  const inspector = await inspectProcess(inspectPort);
  const streams: { close(): void }[] = [];
  const measured: StreamMemory[] = [];
  try {
    const paths = kind === 'run' ? await queueRuns(server.client, modelUrl) : ['/api/changes'];
    for (const count of counts) {
      while (streams.length < count) {
        const next = Array.from({ length: Math.min(atOnce, count - streams.length) }, (_, index) =>
          readStream(`${server.url}${paths[index % paths.length]}`, () => {}),
        );
        streams.push(...(await Promise.all(next)));
      }
      measured.push({ kind, streams: count, ...(await watchIdle(inspector)) });
    }
    return measured;
  } finally {
    for (const stream of streams) stream.close();
    inspector.close();
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}

/** Measures a few idle seconds. */
async function watchIdle(inspector: Inspector) {
  const before = await inspector.readCpuMs();
  await pause(watchMs);
  const cpuShare = ((await inspector.readCpuMs()) - before) / watchMs;
  return { ...(await inspector.readMemory()), cpuShare };
}

/** Queues runs. The model never answers the first run, and the others wait for the first. */
async function queueRuns(client: Client, modelUrl: string): Promise<string[]> {
  const timeouts = { firstTokenMs: hourMs, idleMs: hourMs, runMs: hourMs };
  const profile = await client.models.put({
    ...scriptedProfile('bench', modelUrl),
    concurrency: 1,
    timeouts,
  });
  const paths: string[] = [];
  for (let n = 0; n < runCount; n += 1) {
    const text = `The harbour bridge number ${n} will be closed for two years. `.repeat(20);
    const run = await client.summarize({ text, modelProfileId: profile.id });
    paths.push(`/api/runs/${run.id}/events`);
  }
  return paths;
}
