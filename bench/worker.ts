/**
 * Measures ingest and search of the opencode-mem worker over HTTP on loopback, with a growing number of records, on
 * SQLite and PostgreSQL: `node bench/worker.ts [sqlite|postgres] [10k] [100k] [1m]`. The default is both stores, with
 * 10 k and 100 k records. A run with both stores updates bench/results/worker.md and its chart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, findFreePort, startPostgres } from '#tests/setup/start-postgres.ts';
import { startProcess } from './start-process.ts';
import { fillStore, type Place } from './worker/fill-store.ts';
import { measureIngest } from './worker/measure-ingest.ts';
import { measureSearch } from './worker/measure-search.ts';
import { type Result, renderTables, writeReport } from './worker/report.ts';

const root = join(import.meta.dirname, '..');
const sizes: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };
const given = process.argv.slice(2);
const named = Object.keys(sizes).filter((name) => given.includes(name));
const wantedSizes = (named.length === 0 ? ['10k', '100k'] : named).map((name) => sizes[name] ?? 0);
const wants = (store: string) => given.includes(store) || !given.some((name) => !(name in sizes));

const results: Result[] = [];
if (wants('sqlite')) results.push(...(await measureStore('SQLite', null)));
if (wants('postgres')) {
  const postgres = await startPostgres({ isDurable: true });
  try {
    results.push(...(await measureStore('PostgreSQL', await createDatabase(postgres.url))));
  } finally {
    await postgres.stop();
  }
}
console.log(renderTables(results));
if (wants('sqlite') && wants('postgres')) writeReport(results);

async function measureStore(store: string, databaseUrl: string | null): Promise<Result[]> {
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const place = { home, databaseUrl };
  const measured: Result[] = [];
  try {
    for (const [index, records] of wantedSizes.entries()) {
      console.error(`${store}: ${records} records …`);
      const from = wantedSizes[index - 1] ?? 0;
      const importPerSecond = await fillStore(place, { from, to: records });
      measured.push({ store, records, importPerSecond, ...(await measureServer(place)) });
    }
    return measured;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureServer({ home, databaseUrl }: Place): Promise<Pick<Result, 'ingest' | 'questions'>> {
  const port = await findFreePort();
  const server = await startProcess([join(root, 'src/cli/precis.ts'), 'serve'], {
    PRECIS_HOME: home,
    PRECIS_PORT: String(port),
    PRECIS_LOG_LEVEL: 'error',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    const questions = await measureSearch(baseUrl);
    return { questions, ingest: await measureIngest(baseUrl) };
  } finally {
    await server.stop();
  }
}
