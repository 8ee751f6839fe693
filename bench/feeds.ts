/**
 * Measures the first fetch of many feeds: `node bench/feeds.ts [feeds] [rounds]`, 500 feeds and 3 rounds by default.
 * Each feed has 20 entries and about 48 kB. A server process with a fresh home imports them as OPML and fetches them
 * from an HTTP server in this process, while a thread requests /api/health every 25 ms. Prints the server's processor
 * time, the longest wait, its memory at the peak and 30 s later, and the feeds that failed. Exits with 1 if a feed
 * failed. For comparison, it also measures the time that feedsmith needs to parse the same feeds and nothing else.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { parseFeed } from 'feedsmith';
import { startFeedServer } from '#tests/fixtures/feed-server.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { hostNames, makeFeeds } from './feeds/make-feeds.ts';
import { readCpuMs, readMemoryMb, readPeakMb } from './load/watch-process.ts';
import { type Line, reportLines } from './performance/line.ts';
import { percentilesOf } from './worker/percentiles.ts';

/** The pause before memory is read. Idle threads end after 10 s, and V8 gives their pages back 8 s later. */
const restMs = 30_000;

const [count = 500, rounds = 3] = process.argv.slice(2).map(Number);
const made = makeFeeds(count);
const feeds = await startFeedServer();
for (const { path, body } of made) feeds.on(path, { body });
const port = new URL(feeds.url('/')).port;
const outlines = made.map(
  ({ host, path }, n) => `<outline type="rss" text="Feed ${n}" xmlUrl="http://${host}:${port}${path}"/>`,
);
const opml = `<opml version="2.0"><body>${outlines.join('\n')}</body></opml>`;
console.log(
  '| round | s | CPU, s | entries | wait: worst, ms | p99, ms | MB before | peak | after | failed |',
);
console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
const figures: Figures[] = [];
const parsing: number[] = [];
for (let round = 1; round <= rounds; round++) {
  parsing.push(measureParsing());
  figures.push(await measure(round));
}
const line = (measure: string, unit: string, name: keyof Figures, atMost: number): Line => ({
  measure,
  unit,
  values: figures.map((one) => one[name]),
  goal: { atMost },
});
reportLines([
  {
    ...line('processor time', 's', 'cpuSeconds', 10),
    peer: { name: 'feedsmith, parsing alone', values: parsing, isPart: true },
  },
  line('longest ping', 'ms', 'pingMaxMs', 100),
  line('memory at the peak', 'MB', 'peakMb', 250),
  line('memory afterwards', 'MB', 'afterMb', 200),
  line('feeds that failed', '', 'failed', 0),
]);
await feeds.close();

interface Figures {
  cpuSeconds: number;
  pingMaxMs: number;
  peakMb: number;
  afterMb: number;
  failed: number;
}

/** Measures the seconds of processor time that parsing takes. */
function measureParsing(): number {
  const before = process.cpuUsage();
  for (const { body } of made) parseFeed(body);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function measure(round: number): Promise<Figures> {
  const home = mkdtempSync(join(tmpdir(), 'precis-feeds-'));
  const env = { PRECIS_ALLOW_HOSTS: hostNames().join(',') };
  const server = await startServer({ home, databaseUrl: process.env.DATABASE_URL ?? null, env });
  const { client } = server;
  const pid = server.child.pid ?? 0;
  try {
    const poller = new Worker(new URL('./event-loop/poll-health.ts', import.meta.url), {
      workerData: { url: server.url, everyMs: 25 },
    });
    await once(poller, 'message');
    await pause(2000);
    const before = { cpuMs: readCpuMs(pid), mb: readMemoryMb(pid), at: performance.now() };
    await client.reader.opml.import(opml);
    while ((await client.reader.feeds.progress()).running) await pause(100);
    const seconds = (performance.now() - before.at) / 1000;
    const cpu = (readCpuMs(pid) - before.cpuMs) / 1000;
    const peak = readPeakMb(pid);
    poller.postMessage('stop', []);
    const [waits] = (await once(poller, 'message')) as [number[]];
    await pause(restMs);
    const after = readMemoryMb(pid);
    const subscriptions = await client.reader.subscriptions();
    const failed = subscriptions.feeds.filter(({ errorCode }) => errorCode !== null);
    const cells = [
      round,
      seconds.toFixed(1),
      cpu.toFixed(1),
      subscriptions.unread,
      Math.max(...waits).toFixed(0),
      percentilesOf(waits).p99.toFixed(0),
      before.mb.toFixed(0),
      peak.toFixed(0),
      after.toFixed(0),
      failed.length,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const { title, errorCode, errorMessage } of failed.slice(0, 5))
      console.log(`${title}: ${errorCode}: ${errorMessage}`);
    if (failed.length > 0) process.exitCode = 1;
    return {
      cpuSeconds: cpu,
      pingMaxMs: Math.max(...waits),
      peakMb: peak,
      afterMb: after,
      failed: failed.length,
    };
  } finally {
    await server.end('SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}
