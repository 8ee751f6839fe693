import { expect, test } from 'vitest';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { createRun, createRunning, createSucceeded, startRun, startTime, workerId } from './make-run.ts';

const worker = { id: workerId, host: 'here', pid: 4711, beatAt: startTime };

describeEachStore('workers', (current) => {
  test('are known by their latest beat until they are removed', async () => {
    const { store } = current();
    await store.runs.beat(worker);
    await store.runs.beat({ ...worker, beatAt: startTime + 1000 });
    await store.runs.beat({ ...worker, id: 'worker-2' });
    expect(await store.runs.listWorkers()).toEqual([
      { ...worker, beatAt: startTime + 1000 },
      { ...worker, id: 'worker-2' },
    ]);
    await store.runs.removeWorker(workerId);
    expect(await store.runs.listWorkers()).toEqual([{ ...worker, id: 'worker-2' }]);
  });

  test('hear at a beat which of their runs run and which were asked to stop', async () => {
    const { store } = current();
    const going = await createRunning(store, { createdAt: startTime + 1 });
    const stopping = await createRunning(store, { createdAt: startTime + 2 });
    const queued = await createRun(store, { createdAt: startTime + 3 });
    await createRun(store, { createdAt: startTime + 4 });
    const foreign = await createRun(store);
    await startRun(store, foreign.id, { workerId: 'worker-2' });
    await createSucceeded(store);
    await store.runs.markCancelled(stopping.id, startTime);
    await store.runs.markCancelled(queued.id, startTime);
    const owned = await store.runs.beat(worker);
    expect(owned.map(({ run, cancelRequested }) => [run.id, cancelRequested])).toEqual([
      [going.id, false],
      [stopping.id, true],
      [queued.id, true],
    ]);
    expect(owned.every((each) => each.workerId === workerId)).toBe(true);
  });
});

describeEachStore('orphans', (current) => {
  test('are the unfinished runs of no living worker, oldest first', async () => {
    const { store } = current();
    const running = await createRunning(store, { createdAt: startTime + 2 });
    const queued = await createRun(store, { createdAt: startTime + 1 });
    const other = await createRun(store);
    await startRun(store, other.id, { workerId: 'worker-2' });
    await createSucceeded(store);
    await store.runs.markCancelled(queued.id, startTime);
    expect(await store.runs.listOrphans(['worker-2'])).toEqual([
      { run: await store.runs.getRun(queued.id), workerId, cancelRequested: true },
      { run: running, workerId, cancelRequested: false },
    ]);
    expect(await store.runs.listOrphans([workerId, 'worker-2'])).toEqual([]);
    expect(await store.runs.listOrphans([])).toHaveLength(3);
  });

  test('are queued again by one of those who try, with a job in the same transaction', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const run = await createRunning(store);
    let jobs = 0;
    const requeue = (toWorkerId: string) => ({
      runId: run.id,
      fromWorkerId: workerId,
      toWorkerId,
      at: startTime + 7000,
      enqueue: async () => {
        jobs += 1;
      },
    });
    const results = await Promise.all([
      store.runs.requeueRun(requeue('worker-2')),
      other.runs.requeueRun(requeue('worker-3')),
    ]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(jobs).toBe(1);
    expect(await store.runs.getRun(run.id)).toMatchObject({
      status: 'queued',
      attempt: 1,
      updatedAt: startTime + 7000,
    });
  });

  test('stay as they are when the job cannot be written', async () => {
    const { store } = current();
    const run = await createRunning(store);
    const enqueue = () => Promise.reject(new Error('the queue is closed'));
    const requeue = { runId: run.id, fromWorkerId: workerId, toWorkerId: 'worker-2', at: startTime, enqueue };
    await expect(store.runs.requeueRun(requeue)).rejects.toThrow('the queue is closed');
    expect(await store.runs.listOrphans([])).toEqual([{ run, workerId, cancelRequested: false }]);
  });

  test('that ended or have another owner are not queued again', async () => {
    const { store } = current();
    const ended = await createSucceeded(store);
    const running = await createRunning(store);
    const base = { toWorkerId: 'worker-2', at: startTime, enqueue: async () => {} };
    expect(await store.runs.requeueRun({ ...base, runId: ended.id, fromWorkerId: workerId })).toBe(false);
    expect(await store.runs.requeueRun({ ...base, runId: running.id, fromWorkerId: 'worker-9' })).toBe(false);
    expect(await store.runs.requeueRun({ ...base, runId: running.id, fromWorkerId: null })).toBe(false);
  });
});
