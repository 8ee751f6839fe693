import { expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { makeEvents, makeFailure, makeSuccess, prepareRun, prompt, startRun } from './make-run.ts';
import {
  ask,
  createThread,
  fold,
  makeFold,
  makeReply,
  makeReplyInput,
  makeSpace,
  makeThreadRun,
  makeTurn,
  requireThread,
  talk,
} from './make-thread.ts';
import { dumpRows } from './with-raw-database.ts';

const secret = 'rhubarb';

describeEachStore('deleting', (current) => {
  const textOf = async () => JSON.stringify(await dumpRows(current().place));

  test('a thread leaves none of its text behind, and its runs as the history of use', async () => {
    const { store } = current();
    const thread = await fillWithSecrets(store);
    const kept = await createThread(store);
    await talk(store, kept.id, 'Beans');
    expect(await textOf()).toContain(secret);

    expect(await store.spaces.deleteThread(thread.id)).toBe(true);
    expect(await textOf()).not.toContain(secret);
    expect(await store.spaces.getThread(thread.id)).toBeNull();
    expect(await store.spaces.listMessages({ threadId: thread.id, limit: 9 })).toEqual([]);
    const { items } = await store.runs.listRuns({ sourceKind: 'thread', sourceId: thread.id, limit: 50 });
    expect(items.map(({ taskType, status }) => `${taskType} ${status}`).toSorted()).toEqual([
      'fold succeeded',
      'reply failed',
      'reply succeeded',
      'reply succeeded',
    ]);
    expect(await store.spaces.listMessages({ threadId: kept.id, limit: 9 })).toHaveLength(2);
    expect(await store.checkIntegrity()).toBeNull();
    expect(await store.spaces.deleteThread(thread.id)).toBe(false);
  });

  test('a Space takes its threads along, and no other', async () => {
    const { store } = current();
    const thread = await fillWithSecrets(store);
    const kept = await createThread(store);
    await talk(store, kept.id, 'Beans');
    expect(await store.spaces.deleteSpace(thread.spaceId)).toBe(true);
    expect(await textOf()).not.toContain(secret);
    expect(await store.spaces.getSpace(thread.spaceId)).toBeNull();
    expect(await store.spaces.getThread(thread.id)).toBeNull();
    expect(await store.spaces.getThread(kept.id)).toMatchObject({ messageCount: 2 });
    expect(await store.checkIntegrity()).toBeNull();
    expect(await store.spaces.deleteSpace(thread.spaceId)).toBe(false);

    const empty = makeSpace();
    await store.spaces.createSpace(empty);
    expect(await store.spaces.deleteSpace(empty.id)).toBe(true);
  });

  test('a thread with a run in progress lets it end, then deletes its text too', async () => {
    const { store } = current();
    const thread = await createThread(store);
    const runId = await startSecretRun(store, thread.id);
    await store.spaces.deleteThread(thread.id);
    expect(await store.checkIntegrity()).toBeNull();
    expect(await store.runs.getInput(runId)).not.toBeNull();
    const failure = makeFailure(runId);
    expect(await endRun(store, failure)).toBe('finished');
    expect(await textOf()).not.toContain(secret);
    expect(await store.runs.getRun(runId)).toMatchObject({ status: 'failed' });
    expect((await store.runs.listIssues({ limit: 5 })).items).toMatchObject([{ runId, lastEvents: [] }]);
  });

  test('a thread at the moment one of its runs ends leaves no text behind', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 20; round += 1) {
      const thread = await createThread(store);
      const runId = await startSecretRun(store, thread.id);
      await Promise.all([store.spaces.deleteThread(thread.id), endRun(other, makeFailure(runId))]);
    }
    expect(await textOf()).not.toContain(secret);
  });

  test('a thread at the moment its answer is stored neither blocks nor keeps the answer', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 20; round += 1) {
      const thread = await createThread(store);
      const { message, run } = await ask(store, thread.id, 'Peas?');
      await startRun(store, run.id);
      const [deleted, result] = await Promise.all([
        store.spaces.deleteThread(thread.id),
        endRun(other, makeSuccess(run.id, { payload: makeReply(message, secret) })),
      ]);
      expect(deleted).toBe(true);
      expect(['finished', 'refused']).toContain(result);
    }
    expect(await textOf()).not.toContain(secret);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('a thread at the moment a turn starts leaves either both or none', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 10; round += 1) {
      const thread = await createThread(store);
      const [deleted, started] = await Promise.all([
        store.spaces.deleteThread(thread.id),
        other.spaces.startTurn(makeTurn(thread, 'Peas?')),
      ]);
      expect(deleted).toBe(true);
      expect(['started', 'missing']).toContain(started.kind);
    }
    expect((await dumpRows(current().place)).messages).toEqual([]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('a Space at the moment a thread is made in it leaves no thread without a Space', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    for (let round = 0; round < 10; round += 1) {
      const { id, spaceId } = await createThread(store);
      await store.spaces.deleteThread(id);
      await Promise.all([
        store.spaces.deleteSpace(spaceId),
        other.spaces.createThread({ id, spaceId, article: null, at: 1 }),
      ]);
      expect(await store.spaces.getThread(id)).toBeNull();
    }
  });
});

/** Fills a thread with two turns, a fold, and an answer that failed partway, all on the same topic. */
async function fillWithSecrets(store: Store) {
  const thread = await createThread(store);
  await talk(store, thread.id, secret);
  await talk(store, thread.id, `More ${secret}`);
  const text = `It is about ${secret}.`;
  const segments = [{ text, fromSeq: 1, toSeq: 2 }];
  await fold(store, makeFold(await requireThread(store, thread.id), { throughSeq: 2, text, segments }));
  await store.spaces.patchThread(thread.id, { title: secret }, 1);
  const { run } = await ask(store, thread.id, `And ${secret}?`);
  await startRun(store, run.id);
  await streamSecret(store, run.id);
  await endRun(store, makeFailure(run.id, { prompt: { ...prompt, parameters: { instructions: secret } } }));
  return requireThread(store, thread.id);
}

async function startSecretRun(store: Store, threadId: ReturnType<typeof makeReplyInput>['threadId']) {
  const run = makeThreadRun(threadId, 'reply', { source: { kind: 'thread', id: threadId, title: secret } });
  const subject = { ...makeReplyInput(threadId), summary: secret };
  const input = { sourceText: secret, title: secret, contentHash: '', systemPromptOverride: null, subject };
  await store.runs.createRun(prepareRun(run, { input }));
  await startRun(store, run.id);
  await streamSecret(store, run.id);
  return run.id;
}

async function streamSecret(store: Store, runId: RunId): Promise<void> {
  const events = makeEvents(runId, 1, [{ type: 'text-delta', text: secret }]);
  await store.runs.appendEvents({ runId, attempt: 1, events });
}
