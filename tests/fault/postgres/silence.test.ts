import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import type { ServerProcess } from '#tests/fixtures/start-server.ts';
import {
  expectOneResult,
  expectOneRow,
  expectUnavailable,
  follow,
  ingest,
  isFull,
  longestAnswerMs,
  openPostgresBench,
  type PostgresBench,
  profileId,
  untilWell,
} from './open-postgres-bench.ts';

/** This is longer than every heartbeat: of the listeners, of the jobs, and of the workers. */
const freezeMs = 40_000;

describe('connections to PostgreSQL that fall silent', () => {
  let bench: PostgresBench;
  let server: ServerProcess;

  beforeAll(async () => {
    bench = await openPostgresBench(inject('postgresUrl'), inject('migratedDatabase'));
    server = await bench.start();
  });
  afterAll(() => bench.close());

  async function startStream(chunks: string[]) {
    bench.model.script({ chunks, delayMs: 20 });
    const asked = bench.model.requests.length;
    const text = `${asked}. ${textAround(chunks)}`;
    const run = await server.client.summarize({ text, modelProfileId: profileId });
    const followed = follow(server.client, run.id);
    await expect.poll(() => bench.model.requests[asked]?.chunksSent ?? 0).toBeGreaterThan(20);
    return { run, followed, asked };
  }

  test('forever, one of them just before it acknowledged a commit: everything recovers automatically', async () => {
    const chunks = numberSentences(200);
    const summary = { session: 'a-session', learned: 'unacknowledged' };
    const { run, followed, asked } = await startStream(chunks);
    const struck = bench.proxy.strike({
      after: /insert into "session_summaries"/,
      at: /^commit/i,
      how: 'strand-answer',
    });
    const unacknowledged = ingest(server, summary);
    await struck;

    bench.proxy.strand();
    const startedAt = performance.now();
    await expectUnavailable(await unacknowledged);
    const refusedMs = Math.round(performance.now() - startedAt);
    await untilWell(() => server.client.health());
    const wellMs = Math.round(performance.now() - startedAt);

    await expectOneRow({ bench, server }, summary);
    const text = chunks.join('');
    await expectOneResult(bench, { client: server.client, runId: run.id, events: await followed, text });
    expect(bench.model.requests).toHaveLength(asked + 1);
    console.log(
      `silence for ever: a request was told after ${refusedMs} ms, all was well after ${wellMs} ms`,
    );
  });

  test.runIf(isFull)('for longer than all heartbeats, and then come back', async () => {
    const other = await bench.start();
    const chunks = numberSentences(1200);
    const summary = { session: 'another-session', learned: 'frozen' };
    const { run, followed, asked } = await startStream(chunks);
    const followedAtOther = follow(other.client, run.id);

    bench.proxy.freeze();
    const refused = await Promise.all([
      ingest(server, summary),
      fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(longestAnswerMs) }),
      fetch(`${other.url}/api/runs`, { signal: AbortSignal.timeout(longestAnswerMs) }),
    ]);
    for (const response of refused) await expectUnavailable(response);
    await delay(freezeMs / 2);
    bench.proxy.resume();
    const wellMs = await untilWell(() => Promise.all([server.client.health(), other.client.health()]));

    await expectOneRow({ bench, server }, summary);
    const text = chunks.join('');
    for (const events of [await followed, await followedAtOther])
      await expectOneResult(bench, { client: other.client, runId: run.id, events, text });
    expect(bench.model.requests).toHaveLength(asked + 1);
    console.log(`a freeze of at least ${freezeMs / 2000} s: well again after ${wellMs} ms`);
  });
});
