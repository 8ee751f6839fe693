import { expect, test } from 'vitest';
import type { Transaction } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { type Ending, endRun } from './end-run.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  makeFailure,
  makeRun,
  makeSuccess,
  prepareRun,
  startRun,
  startTime,
  workerId,
} from './make-run.ts';

describeEachStore('a run that waits for another', (current) => {
  /** Creates a run after the given one and counts how often a job was written for it. */
  async function createWaiting(afterRunId: RunId) {
    const { store } = current();
    let jobs = 0;
    const enqueue = async () => {
      jobs += 1;
    };
    const run = await store.runs.createRun(prepareRun(makeRun({ afterRunId }), { enqueue }));
    return { run, enqueue, jobs: () => jobs };
  }

  test('is queued and listed, and has no job yet', async () => {
    const { store } = current();
    const first = await createRun(store);
    const waiting = await createWaiting(first.id);
    expect(waiting.jobs()).toBe(0);
    expect(waiting.run).toMatchObject({ status: 'queued', afterRunId: first.id });
    expect(await store.runs.getRun(waiting.run.id)).toEqual(waiting.run);
    expect(await store.runs.listWaiting(first.id)).toEqual([waiting.run]);
    expect(await store.runs.listWaiting(waiting.run.id)).toEqual([]);
  });

  const endings: [string, (runId: RunId) => Ending][] = [
    ['succeeds', (runId) => makeSuccess(runId)],
    ['fails', (runId) => makeFailure(runId)],
    ['is cancelled', (runId) => withStatus(makeFailure(runId), 'cancelled')],
  ];

  test.each(endings)('gets its job, once, when the other %s', async (_, makeFinish) => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const first = await createRunning(store);
    const waiting = await createWaiting(first.id);
    const finish = { ...makeFinish(first.id), enqueueNext: waiting.enqueue };
    const results = await Promise.all([endRun(store, finish), endRun(other, finish)]);
    expect(results.toSorted()).toEqual(['finished', 'lost']);
    expect(waiting.jobs()).toBe(1);
    expect(await startRun(store, waiting.run.id)).toMatchObject({ kind: 'started' });
    expect(await store.runs.listWaiting(first.id)).toEqual([]);
  });

  test('gets its job when the other is cancelled before it began', async () => {
    const { store } = current();
    const first = await createRun(store);
    const waiting = await createWaiting(first.id);
    const finish = withStatus(makeFailure(first.id, { attempt: null }), 'cancelled');
    expect(await endRun(store, { ...finish, enqueueNext: waiting.enqueue })).toBe('finished');
    expect(waiting.jobs()).toBe(1);
  });

  test('has its job at once when the other has ended already or is gone', async () => {
    const { store } = current();
    const ended = await createSucceeded(store);
    expect((await createWaiting(ended.id)).jobs()).toBe(1);
    const failed = await createRunning(store);
    await endRun(store, makeFailure(failed.id));
    expect((await createWaiting(failed.id)).jobs()).toBe(1);
    expect((await createWaiting(makeRun().id)).jobs()).toBe(1);
  });

  test('is not lost when it is created while the other ends', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const first = await createRunning(store);
    let creating: ReturnType<typeof createWaiting> | null = null;
    const enqueueNext = async (tx: Transaction) => {
      let settled = false;
      creating = createWaiting(first.id).finally(() => {
        settled = true;
      });
      // This is enough time for a run that does not wait for the end of this transaction.
      for (let turn = 0; turn < 300 && !settled; turn += 1) {
        await tx.executeSql('select 1');
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    expect(await endRun(other, makeSuccess(first.id, { enqueueNext }))).toBe('finished');
    const waiting = await (creating ?? createWaiting(first.id));
    expect(waiting.jobs()).toBe(1);
  });

  test('is written with the end of the other or not at all', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const enqueueNext = () => Promise.reject(new Error('the queue is closed'));
    await expect(endRun(store, makeSuccess(first.id, { enqueueNext }))).rejects.toThrow('closed');
    expect(await store.runs.getRun(first.id)).toEqual(first);
    expect(await store.reader.getSummaryByRun(first.id)).toBeNull();
  });

  test('that its worker left is taken over without a job while it waits, with one afterwards', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const waiting = await createWaiting(first.id);
    const requeue = { runId: waiting.run.id, at: startTime, enqueue: waiting.enqueue };
    expect(await store.runs.requeueRun({ ...requeue, fromWorkerId: workerId, toWorkerId: 'worker-2' })).toBe(
      true,
    );
    expect(waiting.jobs()).toBe(0);
    await endRun(store, makeFailure(first.id));
    expect(
      await store.runs.requeueRun({ ...requeue, fromWorkerId: 'worker-2', toWorkerId: 'worker-3' }),
    ).toBe(true);
    expect(waiting.jobs()).toBe(1);
  });

  test('that is cancelled while it waits is not listed any more', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const waiting = await createWaiting(first.id);
    await endRun(store, withStatus(makeFailure(waiting.run.id, { attempt: null }), 'cancelled'));
    expect(await store.runs.listWaiting(first.id)).toEqual([]);
  });
});

function withStatus(finish: Ending, status: 'cancelled'): Ending {
  return { ...finish, outcome: { ...finish.outcome, status, errorCode: 'run_cancelled' } };
}
