import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import type { ServerProcess } from '#tests/fixtures/start-server.ts';
import {
  article,
  expectOneResult,
  follow,
  openPostgresBench,
  type PostgresBench,
  profileId,
} from './open-postgres-bench.ts';

describe('two servers whose every notification is lost', () => {
  let bench: PostgresBench;
  let reader: ServerProcess;
  let executor: ServerProcess;
  let countLost: () => number;

  beforeAll(async () => {
    bench = await openPostgresBench(inject('postgresUrl'), inject('migratedDatabase'));
    // The first server only serves readers, so the second one executes every run.
    [reader, executor] = await Promise.all([bench.start({ PRECIS_EXECUTE: 'off' }), bench.start()]);
    countLost = bench.proxy.loseNotifications();
  });
  afterAll(() => bench.close());

  test('a run made at one is found by the other, and its whole text arrives at a client of the first', async () => {
    const chunks = numberSentences(100);
    bench.model.script({ chunks, delayMs: 15 });

    const run = await reader.client.summarize({ text: textAround(chunks), modelProfileId: profileId });
    const events = await follow(reader.client, run.id);

    const text = chunks.join('');
    await expectOneResult(bench, { client: executor.client, runId: run.id, events, text });
    expect(bench.model.requests).toHaveLength(1);
    expect(countLost()).toBeGreaterThan(1);
  });

  test('a cancel is heard within seconds, by a process that was idle before too', async () => {
    bench.model.script({ chunks: numberSentences(3000), delayMs: 20 });
    const run = await reader.client.summarize({ text: `Again. ${article}`, modelProfileId: profileId });
    await expect.poll(() => bench.model.requests.length).toBe(2);
    const before = countLost();

    await reader.client.runs.cancel(run.id);
    const startedAt = performance.now();
    await expect.poll(() => bench.model.requests[1]?.closedByClient).toBe(true);
    const heardMs = Math.round(performance.now() - startedAt);
    const events = await follow(reader.client, run.id);

    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'cancelled' });
    expect((await reader.client.runs.get(run.id)).summary).toBeNull();
    expect(countLost()).toBeGreaterThan(before);
    // A process that still had the heartbeat of an idle one could take longer.
    expect(heardMs).toBeLessThan(8000);
    console.log(`a cancel whose notification was lost was heard after ${heardMs} ms`);
  });
});
