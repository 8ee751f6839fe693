/**
 * How long other requests wait while large texts are worked on: `node bench/event-loop.ts [name of a case…]`. A server
 * process of its own with a fresh home makes built-in summaries over HTTP; a thread asks for /api/health every 10 ms.
 * Ends with 1 when an answer took more than 150 ms, or when a megabyte of the 10 MB text takes more than twice as long as
 * one of the 1 MB text. The first row is the idle server: what the machine itself adds. A small text and a small turn go
 * first, because code that is loaded on first need is loaded on the event loop.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { conversationIdSchema } from '#schema/conversations-wire.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
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
];

interface Measured {
  seconds: number;
  secondsPerMb: number;
  worstMs: number;
  p99Ms: number;
}

const wanted = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'precis-event-loop-'));
const server = await startServer({ home, databaseUrl: null });
await summarize(server, makeVariedText(warmUpCharacters));
await addTurn(server, makeVariedText(warmUpCharacters));
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
  // It is ready when it had its first answer.
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
