import { beforeEach, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createRun, createRunning, makeFailure, startRun, startTime, workerId } from './make-run.ts';

const fallbackId = modelProfileIdSchema.parse('ollama/small');
const limits = { concurrency: 1, aliveSince: startTime - 30_000 };

describeEachStore('the places of a profile', (current) => {
  beforeEach(async () => {
    await current().store.runs.beat({ id: workerId, host: 'here', pid: 1, beatAt: startTime });
  });

  function takePlace({ id }: Pick<Run, 'id'>, changes: { at?: number; attempt?: number } = {}) {
    const place = { runId: id, attempt: 1, profileId: fallbackId, at: startTime + 500 };
    return current().store.runs.takePlace({ ...place, ...limits, ...changes });
  }

  function startOwn({ id }: Pick<Run, 'id'>) {
    return startRun(current().store, id, { ...limits, profileId: fallbackId });
  }

  test('are as many as runs may start at once, and one that ended leaves its own', async () => {
    const { store } = current();
    const [first, second] = [await createRun(store), await createRun(store)];
    expect(await startOwn(first)).toMatchObject({ kind: 'started' });
    expect(await startOwn(second)).toMatchObject({ kind: 'wait' });
    expect((await store.runs.getRun(second.id))?.status).toBe('queued');

    await endRun(store, makeFailure(first.id));
    expect(await startOwn(second)).toMatchObject({ kind: 'started' });
  });

  test('count runs that fell back on the profile as well as its own', async () => {
    const { store } = current();
    const fallen = await createRunning(store);
    const own = await createRun(store);
    expect(await takePlace(fallen)).toBe('taken');
    expect(await startOwn(own)).toMatchObject({ kind: 'wait' });

    await endRun(store, makeFailure(fallen.id));
    expect(await startOwn(own)).toMatchObject({ kind: 'started' });
  });

  test('go to those who wait in the order in which they came, whatever their clocks say, before new runs', async () => {
    const { store } = current();
    const [first, second, third] = [
      await createRunning(store),
      await createRunning(store),
      await createRunning(store),
    ];
    const own = await createRun(store);
    expect(await takePlace(first, { at: startTime + 9000 })).toBe('taken');
    expect(await takePlace(second, { at: startTime + 5000 })).toBe('wait');
    expect(await takePlace(third, { at: startTime })).toBe('wait');

    await endRun(store, makeFailure(first.id));
    expect(await startOwn(own)).toMatchObject({ kind: 'wait' });
    expect(await takePlace(third)).toBe('wait');
    expect(await takePlace(second)).toBe('taken');
    await endRun(store, makeFailure(second.id));
    expect(await takePlace(third)).toBe('taken');
  });

  test('leave the place of the profile before', async () => {
    const { store } = current();
    const run = await createRun(store);
    const next = await createRun(store);
    expect(await startRun(store, run.id, limits)).toMatchObject({ kind: 'started' });
    expect(await startRun(store, next.id, limits)).toMatchObject({ kind: 'wait' });
    await takePlace(run);
    expect(await startRun(store, next.id, limits)).toMatchObject({ kind: 'started' });
  });

  test('are not kept by a worker that is silent, nor given to an attempt that lost its run', async () => {
    const { store } = current();
    const left = await createRun(store);
    await startRun(store, left.id, { ...limits, workerId: 'gone', profileId: fallbackId });
    await store.runs.beat({ id: 'gone', host: 'there', pid: 2, beatAt: startTime - 30_001 });
    const run = await createRunning(store);
    expect(await takePlace(run, { attempt: 2 })).toBe('lost');
    expect(await takePlace(run)).toBe('taken');
  });

  test('hold when many take one at the same moment on two connections', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const runs = [];
    for (let index = 0; index < 12; index += 1) runs.push(await createRunning(store));
    const taken = await Promise.all(
      runs.map(({ id }, index) =>
        (index % 2 === 0 ? store : other).runs.takePlace({
          runId: id,
          attempt: 1,
          profileId: fallbackId,
          at: startTime,
          aliveSince: 0,
          concurrency: 5,
        }),
      ),
    );
    expect(taken.filter((result) => result === 'taken')).toHaveLength(5);
  });
});
