import { expect, test } from 'vitest';
import { runSchema } from '#schema/runs/run.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  input,
  makeDeltas,
  makeFailure,
  makePayload,
  makeSuccess,
  makeSummary,
  slot,
  startRun,
  startTime,
  workerId,
} from './make-run.ts';

describeEachStore('finishing a run', (current) => {
  test('with success keeps outcome, summary and end, and drops the input', async () => {
    const { store } = current();
    const run = await createRunning(store);
    await store.runs.appendEvents({ runId: run.id, attempt: 1, events: makeDeltas(run.id, 1, 3) });
    const finish = makeSuccess(run.id);
    expect(await endRun(store, finish)).toBe('finished');

    const at = finish.at;
    expect(runSchema.parse(await store.runs.getRun(run.id))).toEqual({
      ...run,
      ...finish.outcome,
      templateVersion: '3',
      durationMs: 2000,
      finishedAt: at,
      updatedAt: at,
    });
    const templateHash = 'hash-of-summary';
    const summary = { ...makeSummary(), templateHash, runId: run.id, createdAt: at, updatedAt: at };
    expect(await store.reader.getSummary(slot)).toEqual(summary);
    expect(await store.reader.getSummaryByRun(run.id)).toEqual(summary);
    expect(await store.runs.getInput(run.id)).toBeNull();
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 3, limit: 10 })).toEqual([
      { runId: run.id, seq: 4, at, type: 'run-end', status: 'succeeded', errorCode: null, message: null },
    ]);
    expect((await store.runs.listIssues({ limit: 10 })).total).toBe(0);
  });

  test('with failure records an issue with the last twenty events and keeps the input for a retry', async () => {
    const { store } = current();
    const run = await createRunning(store);
    await store.runs.appendEvents({ runId: run.id, attempt: 1, events: makeDeltas(run.id, 1, 30) });
    const finish = makeFailure(run.id);
    expect(await endRun(store, finish)).toBe('finished');

    expect(await store.runs.getRun(run.id)).toMatchObject({ ...finish.outcome, durationMs: 2000 });
    expect(await store.runs.getInput(run.id)).toEqual(input);
    expect(await store.reader.getSummaryByRun(run.id)).toBeNull();
    const lastEvents = await store.runs.readEvents({ runId: run.id, afterSeq: 11, limit: 100 });
    expect(lastEvents).toHaveLength(20);
    expect(lastEvents.at(-1)).toMatchObject({
      type: 'run-end',
      status: 'failed',
      errorCode: 'model_stream_cut',
    });
    const { items } = await store.runs.listIssues({ limit: 10 });
    expect(items).toMatchObject([{ ...finish.issue, runId: run.id, lastEvents }]);
  });

  test('without success never keeps a payload and leaves the stored summary as it is, to the byte', async () => {
    const { store } = current();
    await createSucceeded(store);
    const before = JSON.stringify(await store.reader.getSummary(slot));
    const failed = await createRunning(store);
    await endRun(store, makeFailure(failed.id, { payload: makePayload({ text: 'Half an answ' }) }));
    const cancelled = await createRunning(store);
    const { outcome, ...rest } = makeFailure(cancelled.id);
    await endRun(store, {
      ...rest,
      outcome: { ...outcome, status: 'cancelled', errorCode: 'run_cancelled' },
    });

    expect(JSON.stringify(await store.reader.getSummary(slot))).toBe(before);
    expect(await store.reader.getSummaryByRun(failed.id)).toBeNull();
    expect(await store.reader.getSummaryByRun(cancelled.id)).toBeNull();
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('that is still queued ends it without a duration', async () => {
    const { store } = current();
    const run = await createRun(store);
    expect(await endRun(store, makeFailure(run.id, { attempt: null }))).toBe('finished');
    expect(await store.runs.getRun(run.id)).toMatchObject({
      status: 'failed',
      durationMs: null,
      startedAt: null,
    });
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 5 })).toMatchObject([{ seq: 1 }]);
  });

  test('as queued is refused once it runs, and as running while it is queued', async () => {
    const { store } = current();
    const running = await createRunning(store);
    const queued = await createRun(store);
    expect(await endRun(store, makeFailure(running.id, { attempt: null }))).toBe('lost');
    expect(await endRun(store, makeFailure(queued.id, { attempt: 0 }))).toBe('lost');
    expect((await store.runs.listIssues({ limit: 10 })).total).toBe(0);
  });

  test('happens once: what comes later changes nothing', async () => {
    const { store } = current();
    const run = await createSucceeded(store);
    const before = [await store.runs.getRun(run.id), await store.reader.getSummary(slot)];
    const late = makePayload({ text: 'A late answer' });
    expect(await endRun(store, makeSuccess(run.id, { payload: late }))).toBe('lost');
    expect(await endRun(store, makeFailure(run.id))).toBe('lost');
    expect(
      await store.runs.appendEvents({ runId: run.id, attempt: 1, events: makeDeltas(run.id, 2, 1) }),
    ).toBe(false);
    expect([await store.runs.getRun(run.id), await store.reader.getSummary(slot)]).toEqual(before);
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 10 })).toHaveLength(1);
  });

  test('is refused to an attempt that lost the run, queued again or running elsewhere', async () => {
    const { store } = current();
    const run = await createRunning(store);
    const requeue = { runId: run.id, fromWorkerId: workerId, toWorkerId: 'worker-2', at: startTime };
    await store.runs.requeueRun({ ...requeue, enqueue: async () => {} });
    const zombie = { runId: run.id, attempt: 1, events: makeDeltas(run.id, 1, 1) };
    expect(await store.runs.appendEvents(zombie)).toBe(false);
    expect(await endRun(store, makeSuccess(run.id))).toBe('lost');

    await startRun(store, run.id, { workerId: 'worker-2' });
    expect(await store.runs.appendEvents(zombie)).toBe(false);
    expect(await endRun(store, makeSuccess(run.id))).toBe('lost');
    expect(await endRun(store, makeFailure(run.id))).toBe('lost');
    expect(await store.reader.getSummary(slot)).toBeNull();

    expect(await endRun(store, makeSuccess(run.id, { attempt: 2 }))).toBe('finished');
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 10 })).toHaveLength(1);
  });

  test('is all or nothing', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const failure = makeFailure(first.id);
    await endRun(store, failure);
    const second = await createRunning(store);
    // The issue's id exists already, so the last write of the transaction fails.
    const finish = makeFailure(second.id, { issue: failure.issue });
    await expect(endRun(store, finish)).rejects.toThrow(/unique/i);
    expect(await store.runs.getRun(second.id)).toEqual(second);
    expect(await store.runs.readEvents({ runId: second.id, afterSeq: 0, limit: 10 })).toEqual([]);
    expect(await endRun(store, makeSuccess(second.id))).toBe('finished');
  });

  test('has no negative duration when the clock was set back', async () => {
    const { store } = current();
    const run = await createSucceeded(store, { finish: { at: startTime - 60_000 } });
    expect((await store.runs.getRun(run.id))?.durationMs).toBe(0);
  });

  test('by one of ten at once has one winner', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const run = await createRunning(store);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => endRun(index % 2 === 0 ? store : other, makeSuccess(run.id))),
    );
    expect(results.filter((result) => result === 'finished')).toHaveLength(1);
    expect(await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 10 })).toHaveLength(1);
  });
});
