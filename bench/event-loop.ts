/**
 * Measures how long other requests wait while large texts are processed: `node bench/event-loop.ts [name of a
 * case…]`. A separate server process with a fresh home makes built-in summaries over HTTP, and a thread requests
 * /api/health every 10 ms. Exits with 1 if a response took more than 150 ms, or if a megabyte of the 10 MB text takes
 * more than twice as long as the 1 MB text. The first row is the idle server, as a baseline. A small text and a small
 * turn go first, because code loaded on first use is loaded on the event loop.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { startFeedServer } from '#tests/fixtures/feed-server.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { makeFeed, makeOpml, makePage } from './event-loop/make-markup.ts';
import { makeVariedText, repeatTo } from './event-loop/make-texts.ts';
import { percentilesOf, timeOf } from './worker/percentiles.ts';

const longestWaitMs = 150;
const largestGrowth = 2;
const idleMs = 5000;
const warmUpCharacters = 5000;

interface Case {
  name: string;
  text(): string;
  send(server: ServerProcess, text: string): Promise<unknown>;
}

const cases: Case[] = [
  { name: 'idle', text: () => '', send: () => pause(idleMs) },
  {
    name: '4 MB repeated English',
    text: () => repeatTo('The council voted against the new bridge on Monday. ', 4_000_000),
    send: summarize,
  },
  {
    name: '1 M repeated Chinese',
    text: () => repeatTo('市议会周一投票反对新建大桥。', 1_000_000),
    send: summarize,
  },
  { name: '1 MB varied', text: () => makeVariedText(1_000_000), send: summarize },
  { name: '10 MB varied', text: () => makeVariedText(10_000_000), send: summarize },
  { name: '1 MB final_response', text: () => makeVariedText(1_000_000), send: addTurn },
  { name: '6 MB feed of 2,000', text: () => makeFeed(2000, 5_400_000), send: subscribe },
  { name: '8 MB feed of 10,000', text: () => makeFeed(10_000, 4_600_000), send: subscribe },
  { name: '6 MB feed of 2,000, refreshed', text: () => makeFeed(2000, 5_500_000), send: refresh },
  { name: '7 MB page', text: () => makePage(6_800_000), send: addPage },
  {
    name: 'OPML of 5,000 feeds',
    text: () => makeOpml(5000, (n) => `http://127.0.0.1:1/${n}`),
    send: ({ client }, text) => client.reader.opml.import(text),
  },
];

interface Measured {
  seconds: number;
  secondsPerMb: number;
  worstMs: number;
  p99Ms: number;
}

const wanted = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'precis-event-loop-'));
const feeds = await startFeedServer();
const server = await startServer({ home, databaseUrl: null, env: { PRECIS_ALLOW_HOSTS: '127.0.0.1' } });
await summarize(server, makeVariedText(warmUpCharacters));
await addTurn(server, makeVariedText(warmUpCharacters));
await subscribe(server, makeFeed(2, warmUpCharacters));
await addPage(server, makePage(warmUpCharacters));
const measured = new Map<string, Measured>();
console.log('| case | s | s/MB | health: worst, ms | health: p99, ms |');
console.log('|---|--:|--:|--:|--:|');
try {
  for (const each of cases) {
    if (wanted.length > 0 && !wanted.includes(each.name)) continue;
    const result = await measure(each);
    measured.set(each.name, result);
    const { seconds, secondsPerMb, worstMs, p99Ms } = result;
    console.log(
      `| ${each.name} | ${seconds.toFixed(1)} | ${secondsPerMb.toFixed(2)} | ${worstMs.toFixed(0)} | ${p99Ms.toFixed(0)} |`,
    );
    if (worstMs > longestWaitMs) process.exitCode = 1;
  }
} finally {
  await server.end('SIGTERM');
  await feeds.close();
  rmSync(home, { recursive: true, force: true });
}
const small = measured.get('1 MB varied');
const large = measured.get('10 MB varied');
if (small && large && large.secondsPerMb > largestGrowth * small.secondsPerMb) process.exitCode = 1;

async function measure({ text, send }: Case): Promise<Measured> {
  const made = text();
  const poller = new Worker(new URL('./event-loop/poll-health.ts', import.meta.url), {
    workerData: { url: server.url },
  });
  // The poller is ready after its first response.
  await once(poller, 'message');
  const seconds = (await timeOf(() => send(server, made))) / 1000;
  poller.postMessage('stop', []);
  const [waits] = (await once(poller, 'message')) as [number[]];
  return {
    seconds,
    secondsPerMb: made === '' ? 0 : seconds / (Buffer.byteLength(made) / 1_000_000),
    worstMs: Math.max(...waits),
    p99Ms: percentilesOf(waits).p99,
  };
}

async function summarize({ client }: ServerProcess, text: string): Promise<void> {
  const run = await client.summarize({ text, detailLevel: 'medium' });
  for await (const event of client.runs.events(run.id)) {
    if (event.type === 'run-end' && event.status !== 'succeeded') throw new Error(event.message ?? 'failed');
  }
}

async function addTurn({ client }: ServerProcess, text: string): Promise<void> {
  await client.conversations.addTurn(conversationIdSchema.parse('bench'), {
    user_message: 'Tell me everything.',
    final_response: text,
  });
}

async function subscribe({ client }: ServerProcess, body: string): Promise<void> {
  const path = `/feed-${body.length}`;
  feeds.on(path, { body });
  const { id } = await client.reader.feeds.subscribe({ url: feeds.url(path) });
  for (;;) {
    const feed = (await client.reader.subscriptions()).feeds.find((each) => each.id === id);
    if (feed?.loading === null) return;
    await pause(200);
  }
}

/** Refreshes a feed with many entries. It had one short entry before, so nearly all entries are new. */
async function refresh({ client }: ServerProcess, body: string): Promise<void> {
  const path = `/refreshed-${body.length}`;
  feeds.on(path, { body: makeFeed(1, 100) });
  const { id } = await client.reader.feeds.subscribe({ url: feeds.url(path) });
  feeds.on(path, { body });
  await client.reader.feeds.refresh(id);
  while ((await client.reader.feeds.progress()).running) await pause(200);
}

async function addPage({ client }: ServerProcess, body: string): Promise<void> {
  const path = `/page-${body.length}`;
  feeds.on(path, { body, headers: { 'content-type': 'text/html; charset=utf-8' } });
  await client.reader.entries.add({ kind: 'page', url: feeds.url(path) });
}
