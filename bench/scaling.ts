/**
 * Measures the cost of more rows and of an open stream: `node bench/scaling.ts [sqlite|postgres] [10k] [100k] [1m]
 * [--write]`. It measures every frequent query of the store with its plan. The default is both stores, with 10 k and
 * 100 k rows. Prints the tables of bench/results/scaling.md, and `--write` updates them and the chart. `--only
 * sessions` (or another group) fills and queries only that group.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { reportLines } from './performance/line.ts';
import { fillStore, groups } from './scaling/fill-store.ts';
import { measureBytes } from './scaling/measure-bytes.ts';
import { measureClaim } from './scaling/measure-claim.ts';
import { measureQueries } from './scaling/measure-queries.ts';
import { measureStreams } from './scaling/measure-streams.ts';
import { openWatched } from './scaling/open-watched.ts';
import { renderQueries, renderReport, writeReport } from './scaling/report.ts';
import { growthOf, type StoreResult, shorten } from './scaling/result.ts';
import type { Place } from './worker/fill-store.ts';

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
});
const sizes: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };
const named = Object.keys(sizes).filter((name) => positionals.includes(name));
const wantedSizes = (named.length === 0 ? ['10k', '100k'] : named).map((name) => sizes[name] ?? 0);
const wants = (store: string) => positionals.includes(store) || !positionals.some((name) => !(name in sizes));

const only = groups.find((group) => group === values.only);

const stores: StoreResult[] = [];
if (wants('sqlite')) for (const rows of wantedSizes) stores.push(await measureSqlite(rows));
if (wants('postgres')) for (const rows of wantedSizes) stores.push(await measurePostgres(rows));
if (only === undefined) say('streams');
const results = { stores, streams: only === undefined ? await measureStreams() : [] };
if (values.write && only === undefined) writeReport(results);
console.log(only === undefined ? renderReport(results) : renderQueries(results));
if (only === 'sessions') reportSearch();

/** Reports the slowest search and the search that grows most, in each store. */
function reportSearch(): void {
  const growths = growthOf(stores);
  const names = [...new Set(growths.map(({ store }) => store))];
  reportLines(
    names.flatMap((store) => {
      const own = growths.filter((growth) => growth.store === store);
      const searches = own.filter(({ name }) => name.startsWith('search '));
      const slowest = Math.max(...searches.map(({ sizes }) => sizes.at(-1)?.p95 ?? 0));
      const growth = Math.max(...searches.map(({ ratio }) => ratio));
      return [
        {
          measure: `slowest search, p95, ${store}`,
          unit: 'ms',
          values: [slowest],
          goal: { atMost: 20 },
        },
        {
          measure: `most growth of a search from 10 k, ${store}`,
          unit: '×',
          values: [growth],
          goal: { atMost: 3 },
        },
      ];
    }),
  );
}

async function measureSqlite(rows: number): Promise<StoreResult> {
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  try {
    return { store: 'SQLite', rows, ...(await measureStore({ home, databaseUrl: null }, rows)) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Measures PostgreSQL. Each size has its own server, because cleanup work left by the previous size would disturb the
 * next.
 */
async function measurePostgres(rows: number): Promise<StoreResult> {
  const server = await startPostgres({ isDurable: true });
  try {
    const place = { home: '', databaseUrl: await createDatabase(server.url) };
    return { store: 'PostgreSQL', rows, ...(await measureStore(place, rows)) };
  } finally {
    await server.stop();
  }
}

async function measureStore(place: Place, rows: number): Promise<Omit<StoreResult, 'store' | 'rows'>> {
  const name = `${place.databaseUrl === null ? 'SQLite' : 'PostgreSQL'}, ${shorten(rows)}`;
  const filling = { rows, now: Date.now(), only };
  say(`${name}: filling`);
  await fillStore(place, filling);
  const watched = await openWatched(place);
  try {
    say(`${name}: asking`);
    const queries = await measureQueries(watched, {
      filling,
      onMeasured: ({ name: query, p50, scans }) =>
        say(`${name}: ${query}, ${p50.toFixed(2)} ms${scans.length > 0 ? ', full scan' : ''}`),
    });
    const claims = only === undefined || only === 'runs' ? [await measureClaim(place, filling)] : [];
    return { queries: [...queries, ...claims], bytesPerRow: await measureBytes(watched.database) };
  } finally {
    await watched.database.close();
  }
}

function say(what: string): void {
  console.error(`${Math.round(performance.now() / 1000)} s  ${what}`);
}
