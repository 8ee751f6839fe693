/**
 * Measures what a run costs: `npm run build && node bench/runs.ts [sqlite|postgres] [--runs 1000] [--at-once 16]
 * [--rounds 3]`. Several runs at once summarize short texts over HTTP, with a model that answers after 50 ms, and
 * each is followed to its end. Prints for each store the rate, the server's processor time and statements for each
 * run, and the longest wait of requests for /api/health in the meantime. Server, model and client are separate
 * processes.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { serverFlags } from '#app/clients/launcher.ts';
import { createClient } from '#client/create-client.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { createDatabase, findFreePort, startPostgres } from '#tests/setup/start-postgres.ts';
import { readCpuMs, readMemoryMb } from './load/watch-process.ts';
import { type Line, reportLines } from './performance/line.ts';
import { followRuns } from './runs/follow-runs.ts';
import { type BenchProcess, startProcess } from './start-process.ts';
import { percentilesOf } from './worker/percentiles.ts';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    'at-once': { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});
const runs = Number(values.runs);
const atOnce = Number(values['at-once']);
const rounds = Number(values.rounds);
const modelMs = 50;
const countedRuns = 100;
const root = join(import.meta.dirname, '..');
/** The program as people have it. The statements are counted with the source, into which a counter can be loaded. */
const built = join(root, 'dist', 'packages', 'precis', 'bin', 'precis.cjs');
const source = join(root, 'src', 'cli', 'precis.ts');
const stores = positionals.length === 0 ? ['sqlite', 'postgres'] : positionals;

interface Round {
  perSecond: number;
  cpuMs: number;
  pingMaxMs: number;
  p50Ms: number;
  p99Ms: number;
  memoryMb: number;
}

const model = await startProcess([
  join(root, 'tests/fixtures/scripted-model/main.ts'),
  '--first-token-ms',
  String(modelMs),
]);
try {
  console.log(
    `${runs} runs, ${atOnce} at once, a model of ${modelMs} ms, ${rounds} rounds: median (lowest–highest)`,
  );
  const lines: Line[] = [];
  for (const store of stores) lines.push(...(await measureStore(store)));
  reportLines(lines);
} finally {
  await model.stop();
}

async function measureStore(store: string): Promise<Line[]> {
  const postgres = store === 'postgres' ? await startPostgres({ isDurable: true }) : null;
  try {
    const databaseUrl = postgres && (await createDatabase(postgres.url));
    const measured: Round[] = [];
    await withServer({ databaseUrl, program: [...serverFlags, built], env: {} }, async (server) => {
      // These runs load and compile the code that is needed on first use.
      await followRuns({ ...server, runs: 200, atOnce });
      for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(server));
    });
    const statements = await countStatements(databaseUrl);
    const name = store === 'postgres' ? 'PostgreSQL' : 'SQLite';
    console.log(name);
    console.log(`  runs a second         ${spread(measured, 'perSecond')}`);
    console.log(`  processor ms a run    ${spread(measured, 'cpuMs')}`);
    console.log(`  statements a run      ${statements.toFixed(1)}`);
    console.log(`  ping max, ms          ${spread(measured, 'pingMaxMs')}`);
    console.log(`  a run p50, ms         ${spread(measured, 'p50Ms')}`);
    console.log(`  a run p99, ms         ${spread(measured, 'p99Ms')}`);
    console.log(`  memory, MB            ${spread(measured, 'memoryMb')}`);
    const valuesOf = (figure: keyof Round) => measured.map((round) => round[figure]);
    return [
      { measure: `runs, ${name}`, unit: '/s', values: valuesOf('perSecond'), goal: { atLeast: 150 } },
      {
        measure: `processor time of a run, ${name}`,
        unit: 'ms',
        values: valuesOf('cpuMs'),
        goal: { atMost: 5 },
      },
      { measure: `longest ping, ${name}`, unit: 'ms', values: valuesOf('pingMaxMs'), goal: { atMost: 100 } },
    ];
  } finally {
    await postgres?.stop();
  }
}

interface BenchServer {
  process: BenchProcess;
  url: string;
}

interface ServerOptions {
  databaseUrl: string | null;
  program: string[];
  env: Record<string, string>;
}

async function withServer(
  { databaseUrl, program, env }: ServerOptions,
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const port = await findFreePort();
  const server = await startProcess([...program, 'serve'], {
    PRECIS_HOME: home,
    PRECIS_PORT: String(port),
    PRECIS_LOG_LEVEL: 'error',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...env,
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const profile = scriptedProfile('bench', `${model.firstLine.trim()}/v1`);
    await createClient({ fetch, baseUrl: url }).models.put({ ...profile, concurrency: atOnce });
    await work({ process: server, url });
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureRound(server: BenchServer): Promise<Round> {
  const pid = server.process.child.pid ?? 0;
  const pings = new Worker(join(import.meta.dirname, 'event-loop/poll-health.ts'), {
    workerData: { url: server.url },
  });
  await once(pings, 'message');
  const cpuBefore = readCpuMs(pid);
  const startedAt = performance.now();
  const times = await followRuns({ ...server, runs, atOnce });
  const ms = performance.now() - startedAt;
  const cpuMs = (readCpuMs(pid) - cpuBefore) / runs;
  pings.postMessage('stop', []);
  const [waits] = (await once(pings, 'message')) as [number[]];
  const { p50, p99 } = percentilesOf(times);
  return {
    perSecond: (runs * 1000) / ms,
    cpuMs,
    pingMaxMs: Math.max(...waits),
    p50Ms: p50,
    p99Ms: p99,
    memoryMb: readMemoryMb(pid),
  };
}

/** Counts the statements in a server of its own, because counting takes time. */
async function countStatements(databaseUrl: string | null): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const file = join(folder, 'statements');
  const program = ['--import', join(import.meta.dirname, 'runs/count-statements.ts'), source];
  const count = async (given: number) => {
    await withServer({ databaseUrl, program, env: { PRECIS_BENCH_STATEMENTS: file } }, (server) =>
      followRuns({ ...server, runs: given, atOnce }).then(() => {}),
    );
    return Number(readFileSync(file, 'utf8'));
  };
  try {
    // Both counts have what a start and its first runs need, so the difference has only the runs.
    const few = await count(atOnce);
    return ((await count(atOnce + countedRuns)) - few) / countedRuns;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spread(measured: readonly Round[], name: keyof Round): string {
  const sorted = measured.map((round) => round[name]).toSorted((one, other) => one - other);
  const show = (value = 0) => (value < 100 ? value.toFixed(1) : String(Math.round(value)));
  return `${show(sorted[sorted.length >> 1])} (${show(sorted[0])}–${show(sorted.at(-1))})`;
}
