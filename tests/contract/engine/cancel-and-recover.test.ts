import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { createCore } from '#app/wiring/create-core.ts';
import type { RunId } from '#schema/ids.ts';
import { describeEachPlace } from '../each-store.ts';
import { type EngineBench, openBench, primaryId, textOf } from './open-bench.ts';

describeEachPlace('stopping and coming back', (current) => {
  let bench: EngineBench;
  beforeEach(async () => {
    bench = await openBench(current().place);
  });
  afterEach(() => bench.close());

  const slow = { chunks: Array.from({ length: 400 }, (_, n) => `word${n} `), delayMs: 25 };

  async function untilStreaming(runId: RunId): Promise<void> {
    const signal = AbortSignal.timeout(10_000);
    for await (const events of bench.core.engine.subscribe(runId, { afterSeq: 0, signal })) {
      if (events.some((event) => event.type === 'text-delta')) return;
    }
  }

  test('a cancel reaches the socket, leaves an issue and no payload', async () => {
    bench.primary.script(slow);
    const run = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    await untilStreaming(run.id);
    await bench.core.engine.cancel(run.id);
    expect((await bench.follow(run.id)).at(-1)).toMatchObject({
      status: 'cancelled',
      errorCode: 'run_cancelled',
    });
    await expect.poll(() => bench.primary.requests[0]?.closedByClient).toBe(true);
    expect(await bench.core.store.reader.getSummaryByRun(run.id)).toBeNull();
    expect((await bench.core.store.runs.listIssues({ limit: 5 })).items[0]).toMatchObject({
      kind: 'run-cancelled',
    });
  });

  test('a queued run is cancelled at once and never reaches a model', async () => {
    await bench.setProfile('primary', { concurrency: 1 });
    bench.primary.script(slow);
    const first = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    await untilStreaming(first.id);
    const second = await bench.core.engine.submit(
      bench.request({ route: [primaryId], variant: { targetLanguage: 'en', detailLevel: 'medium' } }),
    );
    expect(await bench.core.engine.cancel(second.id)).toMatchObject({ status: 'cancelled' });
    await bench.core.engine.cancel(first.id);
    await bench.follow(first.id);
    expect(bench.primary.requests).toHaveLength(1);
  });

  test('a cancel after the end changes nothing', async () => {
    const run = await bench.core.engine.submit(bench.request());
    await bench.follow(run.id);
    expect(await bench.core.engine.cancel(run.id)).toMatchObject({ status: 'succeeded' });
  });

  test('a failed run can be retried with the same text; a succeeded one cannot', async () => {
    bench.primary.script(
      { fault: { kind: 'status', status: 401 } },
      { text: 'The second time it worked well.' },
    );
    const failed = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    await bench.follow(failed.id);
    const again = await bench.core.engine.retry(failed.id);
    expect(textOf(await bench.follow(again.id))).toBe('The second time it worked well.');
    expect(bench.primary.requests[1]?.prompt).toBe(bench.primary.requests[0]?.prompt);
    await expect(bench.core.engine.retry(again.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a reader who comes back with the last number it saw misses nothing and sees nothing twice', async () => {
    const chunks = Array.from({ length: 60 }, (_, n) => `The bridge is closed on day ${n}. `);
    bench.primary.script({ chunks, delayMs: 10 });
    const run = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    const seen: number[] = [];
    let ended = false;
    while (!ended) {
      const signal = AbortSignal.timeout(20_000);
      let taken = 0;
      for await (const events of bench.core.engine.subscribe(run.id, {
        afterSeq: seen.at(-1) ?? 0,
        signal,
      })) {
        seen.push(...events.map((event) => event.seq));
        ended = events.at(-1)?.type === 'run-end';
        taken += 1;
        if (taken === 3) break;
      }
    }
    expect(seen).toEqual(seen.map((_, index) => index + 1));
    expect(textOf(await bench.follow(run.id))).toBe(chunks.join(''));
  });

  test('stopping returns a run in progress to the queue, and the next start completes it from the beginning', async () => {
    bench.primary.script(slow, { text: 'The run was completed after the restart of it all.' });
    const run = await bench.core.engine.submit(bench.request({ route: [primaryId] }));
    await untilStreaming(run.id);
    await bench.core.close(0);

    const { home, databaseUrl } = current().place;
    const config = readConfig({
      PRECIS_HOME: home,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    bench.core = await createCore(config, { mode: 'server', log: createLog({ level: 'silent' }) });
    expect(await bench.core.store.runs.getRun(run.id)).toMatchObject({ status: 'queued', attempt: 1 });
    await bench.core.engine.start({ executes: true });
    const events: Awaited<ReturnType<EngineBench['follow']>> = [];
    const signal = AbortSignal.timeout(20_000);
    for await (const some of bench.core.engine.subscribe(run.id, { afterSeq: 0, signal }))
      events.push(...some);
    expect(textOf(events)).toBe('The run was completed after the restart of it all.');
    expect(events).toContainEqual(expect.objectContaining({ type: 'text-reset', reason: 'restart' }));
    expect(await bench.core.store.runs.getRun(run.id)).toMatchObject({ status: 'succeeded', attempt: 2 });
  });

  test('what a dead worker left running is executed again; what it was asked to stop is closed', async () => {
    const { store, engine } = bench.core;
    await store.runs.beat({ id: 'dead-worker', host: 'another-machine', pid: 1, beatAt: 1 });
    const lost = await orphan(bench, 'running');
    const stopped = await orphan(bench, 'running');
    await store.runs.markCancelled(stopped, Date.now());
    const queued = await orphan(bench, 'queued');
    expect(await engine.recover()).toEqual({ requeued: 2, closed: 1 });
    expect((await bench.follow(lost)).at(-1)).toMatchObject({ status: 'succeeded' });
    expect((await bench.follow(queued)).at(-1)).toMatchObject({ status: 'succeeded' });
    expect(await store.runs.getRun(stopped)).toMatchObject({ status: 'cancelled' });
    expect((await store.runs.listWorkers()).map((worker) => worker.id)).not.toContain('dead-worker');
  });

  test('a run that took the process down again and again is closed, with an issue', async () => {
    const { store, engine } = bench.core;
    const runId = await orphan(bench, 'running', 5);
    await engine.recover();
    expect(await store.runs.getRun(runId)).toMatchObject({ status: 'failed', errorCode: 'run_interrupted' });
    expect((await store.runs.listIssues({ limit: 5 })).items[0]).toMatchObject({
      code: 'run_interrupted',
      runId,
    });
  });

  test('the rate of a profile holds: the run over it waits in the queue', async () => {
    await bench.setProfile('primary', { requestsPerMinute: 2 });
    const ids: RunId[] = [];
    for (const detailLevel of ['short', 'medium', 'detailed'] as const) {
      const variant = { targetLanguage: 'en', detailLevel };
      ids.push((await bench.core.engine.submit(bench.request({ route: [primaryId], variant }))).id);
    }
    // Jobs of one profile run concurrently, so any of the three may be the one that waits.
    const readStatuses = async () =>
      Promise.all(ids.map(async (id) => (await bench.core.store.runs.getRun(id))?.status));
    await expect
      .poll(async () => (await readStatuses()).filter((status) => status === 'succeeded').length, {
        timeout: 20_000,
      })
      .toBe(2);
    const waiting = ids[(await readStatuses()).indexOf('queued')] as RunId;
    expect(await bench.core.engine.cancel(waiting)).toMatchObject({ status: 'cancelled' });
    expect(bench.primary.requests).toHaveLength(2);
  });
});

/** Creates a run that a dead worker left behind. */
async function orphan(bench: EngineBench, status: 'queued' | 'running', attempts = 1): Promise<RunId> {
  const { store } = bench.core;
  const { input, variant = {}, ...request } = bench.request({ route: [primaryId] });
  const run = await store.runs.createRun({
    run: {
      ...request,
      variant,
      targetLanguage: 'en',
      id: crypto.randomUUID() as RunId,
      templateId: 'summary.default',
      parameters: { targetLanguage: 'en', targetLanguageDisplayName: 'English (en)', detailLevel: 'short' },
      afterRunId: null,
      createdAt: Date.now(),
    },
    workerId: 'dead-worker',
    input: { title: null, contentHash: 'hash', systemPromptOverride: null, subject: null, ...input },
    startBy: null,
    enqueue: async () => {},
  });
  const start = {
    runId: run.id,
    workerId: 'dead-worker',
    at: Date.now(),
    profileId: primaryId,
    concurrency: null,
    requestsPerMinute: null,
    aliveSince: 0,
  };
  for (let attempt = 1; status === 'running' && attempt <= attempts; attempt++) {
    await store.runs.startRun(start);
    if (attempt === attempts) break;
    await store.runs.requeueRun({
      runId: run.id,
      fromWorkerId: 'dead-worker',
      toWorkerId: 'dead-worker',
      at: Date.now(),
      enqueue: async () => {},
    });
  }
  return run.id;
}
