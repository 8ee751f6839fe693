/**
 * Many open streams and a steady flow of ingests, for minutes:
 * `node bench/load.ts [--postgres] [--minutes 10] [--streams 1000] [--reading 0.1] [--ingests 200]`.
 * A share of the streams reads a text while it is written, a few watch all coding sessions, the rest are open tabs.
 * Exits with 1 if the 99th percentile is 50 ms or more, an event was dropped or an acknowledged ingest is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLoad } from '#tests/fixtures/load/run-load.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase, startPostgres } from '#tests/setup/start-postgres.ts';
import { isPromiseKept, renderLoad } from './load/render-load.ts';
import { watchProcess } from './load/watch-process.ts';
import { startProcess } from './start-process.ts';

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    streams: { type: 'string', default: '1000' },
    reading: { type: 'string', default: '0.1' },
    ingests: { type: 'string', default: '200' },
  },
});
const durationMs = Number(values.minutes) * 60_000;
/** A model that says ten words a second for twenty seconds. */
const words = 200;
const wordEveryMs = 100;
const progressEverySeconds = 30;
const root = join(import.meta.dirname, '..');

const home = mkdtempSync(join(tmpdir(), 'precis-load-'));
const postgres = values.postgres ? await startPostgres({ isDurable: true }) : null;
const model = await startProcess([
  join(root, 'tests/fixtures/scripted-model/main.ts'),
  '--reply-tokens',
  String(words),
  '--delay-ms',
  String(wordEveryMs),
]);
const databaseUrl = postgres === null ? null : await createDatabase(postgres.url);
const server = await startServer({ home, databaseUrl });
const watch = watchProcess(server.child.pid ?? 0);

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
    onOpen: () => console.error('all streams are open; starting ingests'),
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
  const measured = { store: values.postgres ? 'PostgreSQL' : 'SQLite', report, samples: watch.samples };
  console.log(renderLoad(measured));
  for (const fault of [...report.streams.faults, ...report.ingest.failures]) console.error(fault);
  if (!isPromiseKept(report)) process.exitCode = 1;
} finally {
  watch.stop();
  await server.end('SIGTERM');
  await model.stop();
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true });
}
