/**
 * Measures the time from start to first responses, on a store with more than 100,000 rows, and idle memory: `npm run
 * build && node bench/start.ts [sqlite|postgres]`. The default is both stores. Exits with 1 if the median of the
 * processor time until the page is over 0.4 s, or memory is 90 MB or more. Processor time does not depend on what
 * else the machine does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serverFlags } from '#app/clients/launcher.ts';
import { createDatabase, findFreePort, startPostgres } from '#tests/setup/start-postgres.ts';
import { readCpuMs, readMemoryMb } from './load/watch-process.ts';
import { type Line, reportLines } from './performance/line.ts';
import { fillStore } from './scaling/fill-store.ts';
import type { Place } from './worker/fill-store.ts';
import { percentilesOf } from './worker/percentiles.ts';

/** The number of runs, and also of entries and session records. */
const rowsOfEach = 40_000;
const starts = Number(process.env.PRECIS_BENCH_ROUNDS ?? 10);
const idleMs = 10_000;
const answerWithinMs = 60_000;
const promisedMs = 400;
const promisedMb = 90;
const packageDir = join(import.meta.dirname, '..', 'dist', 'packages', 'precis');
/** The program as a person starts it, and without the launcher and its code cache. */
const programs = {
  'precis serve': join(packageDir, 'bin', 'precis.cjs'),
  'dist/precis.js': join(packageDir, 'dist', 'precis.js'),
};

interface Start {
  pageMs: number;
  /** The processor time of all threads until the page. */
  cpuMs: number;
  listMs: number;
  memoryMb: number;
}

if (!existsSync(programs['precis serve'])) throw new Error('The program is not built: npm run build');
const wanted = process.argv.slice(2);
const rows: string[] = [];
const lines: Line[] = [];
if (wanted.length === 0 || wanted.includes('sqlite')) await measureStore('SQLite', null);
if (wanted.length === 0 || wanted.includes('postgres')) {
  const postgres = await startPostgres({ isDurable: true });
  try {
    await measureStore('PostgreSQL', await createDatabase(postgres.url));
  } finally {
    await postgres.stop();
  }
}
console.log(
  '| store | program | start to page, ms | processor time until then, ms | start to list of runs, ms | idle memory, MB |',
);
console.log('|---|---|--:|--:|--:|--:|');
for (const row of rows) console.log(row);
reportLines(lines);

async function measureStore(store: string, databaseUrl: string | null): Promise<void> {
  const place = { home: mkdtempSync(join(tmpdir(), 'precis-start-')), databaseUrl };
  try {
    await fill(place);
    for (const [name, program] of Object.entries(programs)) {
      const measured: Start[] = [];
      // The first start fills caches and is not counted. Memory is measured once.
      for (let n = -1; n < starts; n += 1) {
        const start = await measureStart({ ...place, program, idles: n === starts - 1 });
        if (n >= 0) measured.push(start);
      }
      const pageMs = percentilesOf(measured.map((start) => start.pageMs)).p50;
      const cpuMs = percentilesOf(measured.map((start) => start.cpuMs)).p50;
      const listMs = percentilesOf(measured.map((start) => start.listMs)).p50;
      const memoryMb = measured.at(-1)?.memoryMb ?? Number.NaN;
      rows.push(
        `| ${[store, name, ...[pageMs, cpuMs, listMs, memoryMb].map((value) => value.toFixed(0))].join(' | ')} |`,
      );
      if (program === programs['precis serve'])
        lines.push(
          {
            measure: `start to list of runs, ${store}`,
            unit: 'ms',
            values: measured.map((start) => start.listMs),
            goal: { atMost: promisedMs },
          },
          { measure: `idle memory, ${store}`, unit: 'MB', values: [memoryMb], goal: { atMost: promisedMb } },
        );
      if (cpuMs > promisedMs || memoryMb >= promisedMb) process.exitCode = 1;
    }
  } finally {
    rmSync(place.home, { recursive: true, force: true });
  }
}

/** Fills the store so that nothing remains to be done at startup: all runs have ended, and no feed is fetched. */
async function fill(place: Place): Promise<void> {
  console.error('filling …');
  await fillStore(place, { rows: rowsOfEach, now: Date.now() });
  const settle = `
    update runs set status = 'succeeded', finished_at = updated_at where status in ('queued', 'running');
    update feeds set next_fetch_at = null;`;
  if (place.databaseUrl === null) {
    const connection = new DatabaseSync(join(place.home, 'precis.db'));
    connection.exec(settle);
    connection.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  await client.query(settle);
  await client.end();
}

async function measureStart({
  program,
  home,
  databaseUrl,
  idles,
}: Place & { program: string; idles: boolean }): Promise<Start> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...serverFlags, program, 'serve'], {
    env: {
      ...process.env,
      PRECIS_HOME: home,
      PRECIS_PORT: String(port),
      PRECIS_LOG_LEVEL: 'error',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await untilAnswered(`http://127.0.0.1:${port}/`);
    const pageMs = performance.now() - startedAt;
    const cpuMs = readCpuMs(child.pid ?? 0);
    await untilAnswered(`http://127.0.0.1:${port}/api/runs`);
    const listMs = performance.now() - startedAt;
    if (idles) {
      await untilAnswered(`http://127.0.0.1:${port}/api/entries`);
      await pause(idleMs);
    }
    return { pageMs, cpuMs, listMs, memoryMb: idles ? readMemoryMb(child.pid ?? 0) : Number.NaN };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function untilAnswered(url: string): Promise<void> {
  const deadline = performance.now() + answerWithinMs;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return void (await answer.arrayBuffer());
    if (performance.now() > deadline) throw new Error(`no answer from ${url} within ${answerWithinMs} ms`);
    await pause(5);
  }
}
