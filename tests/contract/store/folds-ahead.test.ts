import { expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRunning,
  makeFailure,
  makeRun,
  makeSuccess,
  prepareRun,
  startRun,
  startTime,
  workerId,
} from './make-run.ts';
import {
  ask,
  createThread,
  fold,
  makeFold,
  makeReply,
  makeThreadRun,
  makeTurn,
  prepareReply,
  requireThread,
  startThreadRun,
  talk,
} from './make-thread.ts';

/** Answers a question and adds a fold ahead, planned from the thread with the changes in `planned`. */
async function answerWithFold(
  store: Store,
  threadId: ThreadId,
  planned: { revision?: number; summaryRevision?: number } = {},
) {
  const { message, run } = await ask(store, threadId, 'Peas?');
  await startRun(store, run.id);
  const thread = await requireThread(store, threadId);
  const foldRun = makeThreadRun(threadId, 'fold');
  const result = await endRun(
    store,
    makeSuccess(run.id, {
      payload: {
        ...makeReply(message, 'Peas!'),
        foldAhead: {
          prepared: prepareRun(foldRun),
          revision: thread.revision,
          summaryRevision: thread.summaryRevision,
          ...planned,
        },
      },
    }),
  );
  return { result, foldRun: await store.runs.getRun(foldRun.id) };
}

describeEachStore('a fold ahead', (current) => {
  test('is written with the answer that makes it due, and the thread knows for which message', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const { result, foldRun } = await answerWithFold(store, id);
    expect(result).toBe('finished');
    expect(foldRun).toMatchObject({ status: 'queued', taskType: 'fold' });
    const thread = await requireThread(store, id);
    expect(thread).toMatchObject({ messageCount: 2, foldRevision: thread.revision });
    await ask(store, id, 'Beans?');
    const next = await requireThread(store, id);
    expect(next.foldRevision).toBeLessThan(next.revision);
  });

  test('is left out when messages or summary have changed since, or when another is in progress', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    for (const planned of [{ revision: 0 }, { summaryRevision: 7 }]) {
      const { result, foldRun } = await answerWithFold(store, id, planned);
      expect([result, foldRun]).toEqual(['finished', null]);
    }
    await startThreadRun(store, id, 'fold');
    expect(await answerWithFold(store, id)).toEqual({ result: 'finished', foldRun: null });
    expect(await requireThread(store, id)).toMatchObject({ messageCount: 6, foldRevision: -1 });
    expect(await store.checkIntegrity()).toBeNull();
  });
});

describeEachStore('a turn that brings a fold', (current) => {
  test('is stale while another fold is in progress, and when the summary has changed', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    const turn = (summaryRevision: number, revision: number) =>
      makeTurn({ ...thread, revision, summaryRevision }, 'Beans?', {
        runs: [prepareRun(makeThreadRun(id, 'fold')), prepareReply(id)],
      });
    const thread = await requireThread(store, id);
    const running = await startThreadRun(store, id, 'fold');
    expect(await store.spaces.startTurn(turn(0, thread.revision))).toEqual({ kind: 'stale' });
    await endRun(store, makeFailure(running));
    expect(await store.spaces.startTurn(turn(1, thread.revision))).toEqual({ kind: 'stale' });
    expect(await store.spaces.startTurn(turn(0, thread.revision))).toMatchObject({ kind: 'started' });
  });

  test.each([2, 10])('is one of %i folds that begin at once', async (times) => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    const started = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        (index % 2 === 0 ? store : other).spaces.startFold({
          threadId: id,
          summaryRevision: 0,
          prepared: prepareRun(makeThreadRun(id, 'fold')),
        }),
      ),
    );
    expect(started.filter((run) => run !== null)).toHaveLength(1);
    expect(await store.spaces.listThreadRuns({ threadId: id })).toHaveLength(1);
  });
});

describeEachStore('a run that waits for another until some time', (current) => {
  const startBy = startTime + 8000;

  async function createWaiting(afterRunId: RunId) {
    const jobs: (number | undefined)[] = [];
    const enqueue = async (_: unknown, notBefore?: number) => {
      jobs.push(notBefore);
    };
    const prepared = prepareRun(makeRun({ afterRunId }), { enqueue, startBy });
    return { run: await current().store.runs.createRun(prepared), enqueue, jobs };
  }

  test('has a job for that time at once, and one for now when the other ends', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const waiting = await createWaiting(first.id);
    expect(waiting.jobs).toEqual([startBy]);
    await endRun(store, makeSuccess(first.id, { enqueueNext: waiting.enqueue }));
    expect(waiting.jobs).toEqual([startBy, undefined]);
    expect((await createWaiting(first.id)).jobs).toEqual([undefined]);
  });

  test('starts although the other has not ended, once', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const { run } = await createWaiting(first.id);
    expect(await startRun(store, run.id)).toMatchObject({ kind: 'started' });
    expect(await startRun(store, run.id)).toEqual({ kind: 'gone' });
    expect(await store.runs.listWaiting(first.id)).toEqual([]);
  });

  test('that its worker left has a job for the same time again', async () => {
    const { store } = current();
    const first = await createRunning(store);
    const { run, enqueue, jobs } = await createWaiting(first.id);
    const requeue = { runId: run.id, at: startTime, enqueue, fromWorkerId: workerId, toWorkerId: 'worker-2' };
    expect(await store.runs.requeueRun(requeue)).toBe(true);
    expect(jobs).toEqual([startBy, startBy]);
  });
});

describeEachStore('the versions of a summary', (current) => {
  test('are fifty at most: the oldest go first, those that a person wrote last', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    await fold(store, makeFold(await requireThread(store, id), { throughSeq: 2 }));
    const edit = { threadId: id, text: 'By hand.', tokens: 1, at: startTime };
    await store.spaces.editSummary({ ...edit, summaryRevision: 1 });
    const version = (await store.spaces.listVersions(id)).at(-1) ?? expect.unreachable();
    expect(version).toMatchObject({ revision: 1, reason: 'fold', throughSeq: 2 });
    for (let summaryRevision = 2; summaryRevision < 54; summaryRevision += 1) {
      const restore = { threadId: id, summaryRevision, version, at: startTime };
      expect(await store.spaces.restoreVersion(restore)).toBe(true);
    }
    const versions = await store.spaces.listVersions(id);
    expect(versions).toHaveLength(50);
    expect(versions[0]).toMatchObject({ revision: 54, reason: 'restore', text: version.text });
    expect(versions.at(-1)).toMatchObject({ revision: 2, reason: 'edit', text: 'By hand.' });
    expect(versions.at(-2)?.revision).toBe(6);
    expect(await store.spaces.deleteThread(id)).toBe(true);
    expect(await store.spaces.listVersions(id)).toEqual([]);
  });
});
