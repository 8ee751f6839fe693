/**
 * Measures how long Claude Code waits for its HTTP hook after a tool call: `npm run bench:hooks [sqlite|postgres] [--
 * --write]`. The server is the built program with a fresh home. One session keeps its connection, like Claude Code,
 * and sends outputs of 2 kB and 200 kB, alone and beside eight other sessions at work. Processor time is that of the
 * server for each hook. With both stores, `--write` updates the table in bench/results/hooks.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { type HookTarget, openSession } from './hooks/send-hooks.ts';
import { readCpuMs } from './load/watch-process.ts';
import { type Percentiles, percentilesOf, timeOf } from './worker/percentiles.ts';
import { writeTables } from './write-results.ts';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, hooks: { type: 'string', default: '1000' } },
  allowPositionals: true,
});
const hooks = Number(values.hooks);
const callsPerPrompt = 20;
const warmUp = 200;
const others = 8;
const isWanted = (store: string) => positionals.length === 0 || positionals.includes(store);

interface Row extends Percentiles {
  store: string;
  name: string;
  /** The processor time of a hook, or null if other sessions are at work too. */
  cpuMs: number | null;
}

/** The load of the machine before the bench. On a busy machine, hooks wait for the processor. */
const [loadBefore = 0] = loadavg();
const rows: Row[] = [];
if (isWanted('sqlite')) rows.push(...(await measureStore('SQLite', null)));
if (isWanted('postgres')) {
  const postgres = await startPostgres({ isDurable: true });
  try {
    rows.push(...(await measureStore('PostgreSQL', await createDatabase(postgres.url))));
  } finally {
    await postgres.stop();
  }
}
const table = renderTable(rows);
console.log(table);
if (values.write) writeResults(table);

async function measureStore(store: string, databaseUrl: string | null): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'precis-hooks-'));
  const transcripts = join(home, 'claude', 'projects', '-home-me-harbour');
  mkdirSync(transcripts, { recursive: true });
  const env = { CLAUDE_CONFIG_DIR: join(home, 'claude') };
  const server = await startServer({ home: join(home, 'precis'), databaseUrl, env });
  const target = { url: server.url, transcripts, cwd: '/home/me/harbour' };
  const pid = server.child.pid ?? 0;
  try {
    const measured: Row[] = [];
    await measureCalls(target, 2000, warmUp);
    for (const kilobytes of [2, 200]) {
      const before = readCpuMs(pid);
      const waits = await measureCalls(target, kilobytes * 1000, hooks);
      const cpuMs = (readCpuMs(pid) - before) / hooks;
      measured.push({ store, name: `output of ${kilobytes} kB`, ...percentilesOf(waits), cpuMs });
    }
    const worker = new Worker(new URL('./hooks/other-agents.ts', import.meta.url), {
      workerData: { target, agents: others },
    });
    const waits = await measureCalls(target, 2000, hooks);
    await worker.terminate();
    const name = `output of 2 kB, beside ${others} other sessions`;
    measured.push({ store, name, ...percentilesOf(waits), cpuMs: null });
    return measured;
  } finally {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureCalls(target: HookTarget, outputChars: number, count: number): Promise<number[]> {
  const session = openSession(target);
  const waits: number[] = [];
  for (let call = 0; call < count; call += 1) {
    if (call % callsPerPrompt === 0) await session.prompt(`Find out why the requests are slow, part ${call}`);
    waits.push(await timeOf(() => session.call(outputChars)));
  }
  session.close();
  return waits;
}

function renderTable(measured: readonly Row[]): string {
  const ms = (value: number) => value.toFixed(1);
  return [
    '| store | tool call | p50, ms | p95, ms | p99, ms | processor time, ms |',
    '|---|---|--:|--:|--:|--:|',
    ...measured.map(
      ({ store, name, p50, p95, p99, cpuMs }) =>
        `| ${store} | ${name} | ${ms(p50)} | ${ms(p95)} | ${ms(p99)} | ${cpuMs === null ? '–' : ms(cpuMs)} |`,
    ),
  ].join('\n');
}

function writeResults(table: string): void {
  const [{ model } = { model: 'unknown' }] = cpus();
  const where = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}; load average before it ${loadBefore.toFixed(1)}`;
  writeTables({
    page: 'hooks.md',
    mark: '<!-- measured by npm run bench:hooks -->',
    text: `${where}\n\n${table}`,
  });
}
