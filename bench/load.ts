/**
 * Measures many open streams and a steady flow of ingests, for minutes, on each store: `node bench/load.ts
 * [sqlite|postgres] [--minutes 10] [--streams 1000] [--reading 0.1] [--ingests 200]`. `--short` takes one minute. A
 * share of the streams reads a text while it is written, a few watch all coding sessions, and the rest are open tabs.
 * Exits with 1 if an event was dropped, an ingest was refused or an acknowledged ingest is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLoad } from '#tests/fixtures/load/run-load.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { isWhole, linesOf, renderLoad } from './load/render-load.ts';
import { timeSyncs } from './load/time-syncs.ts';
import { watchProcess } from './load/watch-process.ts';
import { type Line, reportLines } from './performance/line.ts';
import { startProcess } from './start-process.ts';

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    streams: { type: 'string', default: '1000' },
    reading: { type: 'string', default: '0.1' },
    ingests: { type: 'string', default: '200' },
  },
  allowPositionals: true,
});
const durationMs = Number(values.minutes ?? (values.short ? 1 : 10)) * 60_000;
/** The model writes ten words a second for twenty seconds. */
const words = 200;
const wordEveryMs = 100;
const progressEverySeconds = 30;
/** The number of disk writes, which is enough for a 99th percentile. */
const syncs = 2000;
const root = join(import.meta.dirname, '..');
const lines: Line[] = [];

if (positionals.length === 0 || positionals.includes('sqlite')) await measureStore('SQLite', null);
if (positionals.length === 0 || positionals.includes('postgres')) {
  const postgres = await startPostgres({ isDurable: true });
  try {
    await measureStore('PostgreSQL', await createDatabase(postgres.url));
  } finally {
    await postgres.stop();
  }
}
reportLines(lines);

async function measureStore(store: 'SQLite' | 'PostgreSQL', databaseUrl: string | null): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'precis-load-'));
  const model = await startProcess([
    join(root, 'tests/fixtures/scripted-model/main.ts'),
    '--reply-tokens',
    String(words),
    '--delay-ms',
    String(wordEveryMs),
  ]);
  const server = await startServer({ home, databaseUrl });
  let watch = watchProcess(server.child.pid ?? 0);
  try {
    let looks = 0;
    const report = await runLoad({
      server,
      modelUrl: `${model.firstLine.trim()}/v1`,
      runMs: words * wordEveryMs,
      streams: Number(values.streams),
      readingShare: Number(values.reading),
      ingestsPerSecond: Number(values.ingests),
      durationMs,
      onOpen: () => {
        console.error(`${store}: all streams are open; starting ingests`);
        watch.stop();
        watch = watchProcess(server.child.pid ?? 0);
      },
      onProgress: ({ openStreams, events, runs, faults }) => {
        looks += 1;
        if (looks % progressEverySeconds !== 0) return;
        const memory = Math.round(watch.samples.at(-1)?.memoryMb ?? 0);
        console.error(
          `${looks} s: ${openStreams} streams open, ${events} events, ${runs} runs, ${faults} faults, ${memory} MB`,
        );
      },
    });
    watch.stop();
    const measured = { store, report, samples: watch.samples, syncsMs: await timeSyncs(home, syncs) };
    console.log(renderLoad(measured));
    lines.push(...linesOf(measured));
    for (const fault of [...report.streams.faults, ...report.ingest.failures]) console.error(fault);
    if (!isWhole(report)) process.exitCode = 1;
  } finally {
    watch.stop();
    await server.end('SIGTERM');
    await model.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
