import { expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import {
  createRun,
  createRunning,
  input,
  makeDeltas,
  makeRun,
  prepareRun,
  profileId,
  startRun,
  startTime,
  workerId,
} from './make-run.ts';
import { startStoreProcess } from './start-store-process.ts';

describeEachStore('starting a run', (current) => {
  test('makes it running, once, with its input', async () => {
    const { store } = current();
    const queued = await createRun(store);
    const at = startTime + 500;
    const started = await startRun(store, queued.id, { at, workerId: 'worker-2' });
    expect(started).toEqual({
      kind: 'started',
      run: { ...queued, status: 'running', attempt: 1, startedAt: at, updatedAt: at },
      input,
      lastSeq: 0,
    });
    expect(await startRun(store, queued.id)).toEqual({ kind: 'gone' });
    const beat = { id: 'worker-2', host: 'here', pid: 1, beatAt: at };
    expect((await store.runs.beat(beat)).map(({ run }) => run.id)).toEqual([queued.id]);
  });

  test.each([
    ['nothing', '', ''],
    ['a mark at its beginning', '\ufeffTea\ufeff', '\ufeffTea\ufeff'],
    ['characters of every length', 'aé茶🚢'.repeat(700_001), 'aé茶🚢'.repeat(700_001)],
    ['a pair across a boundary', `a${'🚢'.repeat(1_500_000)}`, `a${'🚢'.repeat(1_500_000)}`],
    ['what no store keeps', `a\u0000b\ud800${'茶'.repeat(2_000_000)}`, `ab\ufffd${'茶'.repeat(2_000_000)}`],
  ])('gives it a text of %s as it was', async (_, sourceText, kept) => {
    const { store } = current();
    const run = makeRun();
    await store.runs.createRun(prepareRun(run, { input: { ...input, sourceText } }));
    const started = await startRun(store, run.id);
    expect(started.kind === 'started' && started.input.sourceText === kept).toBe(true);
    expect((await store.runs.getInput(run.id))?.sourceText === kept).toBe(true);
  });

  test('with a very long text lets others have their turn in between', async () => {
    const { store } = current();
    const run = makeRun();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await store.runs.createRun(prepareRun(run, { input: { ...input, sourceText: '茶'.repeat(12_000_000) } }));
    const storing = turns;
    await startRun(store, run.id);
    isOver = true;
    expect(storing).toBeGreaterThan(12);
    expect(turns - storing).toBeGreaterThan(1);
  });

  test('tells a run that is unknown from one that was asked to stop', async () => {
    const { store } = current();
    const cancelled = await createRun(store);
    await store.runs.markCancelled(cancelled.id, startTime);
    expect(await startRun(store, cancelled.id)).toEqual({ kind: 'gone' });
    expect((await store.runs.getRun(cancelled.id))?.status).toBe('queued');
    expect(await startRun(store, makeRun().id)).toEqual({ kind: 'missing' });
  });

  test('again after a crash counts the attempt, keeps the first start and goes on after the last event', async () => {
    const { store } = current();
    const run = await createRunning(store);
    await store.runs.appendEvents({ runId: run.id, attempt: 1, events: makeDeltas(run.id, 1, 7) });
    await store.runs.requeueRun({
      runId: run.id,
      fromWorkerId: workerId,
      toWorkerId: 'worker-2',
      at: startTime + 5000,
      enqueue: async () => {},
    });
    const again = await startRun(store, run.id, { at: startTime + 6000 });
    expect(again).toMatchObject({
      kind: 'started',
      run: { attempt: 2, startedAt: run.startedAt, updatedAt: startTime + 6000 },
      lastSeq: 7,
    });
  });

  test('has exactly one winner among many at once on two connections', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const run = await createRun(store);
    const attempts = Array.from({ length: 20 }, (_, index) => {
      return startRun(index % 2 === 0 ? store : other, run.id, { workerId: `worker-${index}` });
    });
    const kinds = (await Promise.all(attempts)).map((result) => result.kind);
    expect(kinds.filter((kind) => kind === 'started')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'gone')).toHaveLength(19);
    expect((await store.runs.getRun(run.id))?.attempt).toBe(1);
  });

  test('gives each of forty runs to exactly one of three processes', async () => {
    const { store, place } = current();
    const runs = [];
    for (let index = 0; index < 40; index += 1) runs.push(await createRun(store));
    const ids = runs.map((run) => run.id);
    const processes = await Promise.all([1, 2, 3].map(() => startStoreProcess('start-runs', place, ids)));
    const started = (await Promise.all(processes.map((each) => each.go()))).flat();
    expect(started.toSorted()).toEqual(ids.toSorted());
  });
});

describeEachStore('the limit of requests per minute', (current) => {
  test('lets that many start and tells the rest the exact time to wait', async () => {
    const { store } = current();
    const runs = [];
    for (let index = 0; index < 4; index += 1) runs.push(await createRun(store));
    const [first, second, third, fourth] = runs.map((run) => run.id);
    if (!first || !second || !third || !fourth) throw new Error('four runs were made');
    const limited = { requestsPerMinute: 2 };
    expect(await startRun(store, first, { ...limited, at: startTime })).toMatchObject({ kind: 'started' });
    expect(await startRun(store, second, { ...limited, at: startTime + 10_000 })).toMatchObject({
      kind: 'started',
    });

    expect(await startRun(store, third, { ...limited, at: startTime + 15_000 })).toEqual({
      kind: 'wait',
      ms: 45_000,
    });
    expect((await store.runs.getRun(third))?.status).toBe('queued');
    expect(await startRun(store, third, { ...limited, at: startTime + 59_999 })).toEqual({
      kind: 'wait',
      ms: 1,
    });
    expect(await startRun(store, third, { ...limited, at: startTime + 60_000 })).toMatchObject({
      kind: 'started',
    });
    expect(await startRun(store, fourth, { ...limited, at: startTime + 60_000 })).toEqual({
      kind: 'wait',
      ms: 10_000,
    });
  });

  test('does not touch runs of other profiles, nor a profile without a limit', async () => {
    const { store } = current();
    await createRunning(store);
    const run = await createRun(store);
    const other = modelProfileIdSchema.parse('anthropic/claude');
    expect(await startRun(store, run.id, { requestsPerMinute: 1 })).toMatchObject({ kind: 'wait' });
    expect(await startRun(store, run.id, { requestsPerMinute: 1, profileId: other })).toMatchObject({
      kind: 'started',
    });
    const unlimited = await createRun(store);
    expect(await startRun(store, unlimited.id)).toMatchObject({ kind: 'started' });
  });

  test('counts a run that was started again after a crash', async () => {
    const { store } = current();
    const run = await createRunning(store);
    const at = startTime + 300_000;
    await store.runs.requeueRun({
      runId: run.id,
      fromWorkerId: workerId,
      toWorkerId: workerId,
      at,
      enqueue: async () => {},
    });
    expect(await startRun(store, run.id, { at, requestsPerMinute: 1 })).toMatchObject({ kind: 'started' });
    const next = await createRun(store);
    expect(await startRun(store, next.id, { at: at + 1, requestsPerMinute: 1 })).toEqual({
      kind: 'wait',
      ms: 59_999,
    });
  });

  test('counts every call of a run and every attempt, not only runs', async () => {
    const { store } = current();
    const run = await createRunning(store);
    const at = startTime + 200;
    expect(await store.runs.takeCall({ profileId, requestsPerMinute: 3, at })).toBe(0);
    await store.runs.requeueRun({
      runId: run.id,
      fromWorkerId: workerId,
      toWorkerId: workerId,
      at,
      enqueue: async () => {},
    });
    expect(await startRun(store, run.id, { at, requestsPerMinute: 3 })).toMatchObject({ kind: 'started' });
    // The first call counts from the first start, which was 100 ms before.
    expect(await store.runs.takeCall({ profileId, requestsPerMinute: 3, at })).toBe(59_900);
    const next = await createRun(store);
    expect(await startRun(store, next.id, { at, requestsPerMinute: 3 })).toEqual({
      kind: 'wait',
      ms: 59_900,
    });
  });

  test('does not wait for a clock that was set back', async () => {
    const { store } = current();
    await store.runs.takeCall({ profileId, requestsPerMinute: 1, at: startTime + 3_600_000 });
    expect(await store.runs.takeCall({ profileId, requestsPerMinute: 1, at: startTime })).toBe(0);
    expect(await store.runs.takeCall({ profileId, requestsPerMinute: 1, at: startTime })).toBe(60_000);
  });

  test('holds when many start at once on two connections', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const runs = [];
    for (let index = 0; index < 12; index += 1) runs.push(await createRun(store));
    const results = await Promise.all(
      runs.map((run, index) => startRun(index % 2 === 0 ? store : other, run.id, { requestsPerMinute: 5 })),
    );
    expect(results.filter((result) => result.kind === 'started')).toHaveLength(5);
    expect(results.filter((result) => result.kind === 'wait')).toHaveLength(7);
  });
});
