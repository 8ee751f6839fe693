import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageSchema, threadIdSchema } from '#schema/spaces/space.ts';
import type { StartTurnResult } from '#sources/thread/ports.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { makeFailure, makeSuccess, prepareRun, startRun, startTime } from './make-run.ts';
import {
  ask,
  createThread,
  fold,
  makeFold,
  makeQuestion,
  makeReply,
  makeThreadRun,
  makeTurn,
  prepareReply,
  requireThread,
  startThreadRun,
  talk,
} from './make-thread.ts';
import { dumpRows } from './with-raw-database.ts';

describeEachStore('starting a turn', (current) => {
  test('stores the message and its runs, and gives a job to those that wait for nothing', async () => {
    const { store } = current();
    const thread = await createThread(store);
    const jobs: string[] = [];
    const enqueueAs = (name: string) => ({
      enqueue: async () => {
        jobs.push(name);
      },
    });
    const foldRun = makeThreadRun(thread.id, 'fold');
    const replyRun = makeThreadRun(thread.id, 'reply', { afterRunId: foldRun.id });
    const titleRun = makeThreadRun(thread.id, 'title', { afterRunId: replyRun.id });
    const reply = prepareReply(thread.id, { run: replyRun, ...enqueueAs('reply') });
    const turn = makeTurn(thread, 'When do I plant peas?', {
      runs: [prepareRun(foldRun, enqueueAs('fold')), reply, prepareRun(titleRun, enqueueAs('title'))],
    });

    const started = await store.spaces.startTurn(turn);
    if (started.kind !== 'started') throw new Error(started.kind);
    expect(messageSchema.parse(started.message)).toEqual({ ...turn.message, seq: 1 });
    expect(started.runs.map(({ id, status }) => [id, status])).toEqual([
      [foldRun.id, 'queued'],
      [replyRun.id, 'queued'],
      [titleRun.id, 'queued'],
    ]);
    expect(jobs).toEqual(['fold']);
    expect(await store.runs.getInput(replyRun.id)).toEqual(reply.input);
    expect(await store.spaces.listThreadRuns({ threadId: thread.id })).toHaveLength(3);
    expect(await requireThread(store, thread.id)).toMatchObject({
      revision: 1,
      messageCount: 1,
      lastSeq: 1,
      totalTokens: 21,
      liveTokens: 21,
      updatedAt: turn.at,
    });
  });

  test('of a thread that is gone is answered as missing', async () => {
    const { store } = current();
    const thread = await createThread(store);
    const missing = { ...thread, id: threadIdSchema.parse(randomUUID()) };
    expect(await store.spaces.startTurn(makeTurn(missing, 'Anybody there?'))).toEqual({ kind: 'missing' });
  });

  test('is busy while an answer is in progress, and possible again however it ends', async () => {
    const { store, place } = current();
    const thread = await createThread(store);
    const { run } = await ask(store, thread.id, 'First?');
    const before = await dumpRows(place);
    const turn = makeTurn(await requireThread(store, thread.id), 'Second?');
    expect(await store.spaces.startTurn(turn)).toEqual({ kind: 'busy' });
    await startRun(store, run.id);
    expect(await store.spaces.startTurn(turn)).toEqual({ kind: 'busy' });
    expect((await dumpRows(place)).messages).toEqual(before.messages);
    await endRun(store, makeFailure(run.id));
    expect(await store.spaces.startTurn(turn)).toMatchObject({ kind: 'started', message: { seq: 2 } });
  });

  test('is not kept by a fold, or by an answer in another thread', async () => {
    const { store } = current();
    const thread = await createThread(store);
    await ask(store, (await createThread(store)).id, 'Elsewhere?');
    await startThreadRun(store, thread.id, 'fold');
    expect(await store.spaces.startTurn(makeTurn(thread, 'Here?'))).toMatchObject({ kind: 'started' });
  });

  test('that was planned from an older state of the thread is stale and writes nothing', async () => {
    const { store, place } = current();
    const thread = await createThread(store);
    await talk(store, thread.id, 'Peas');
    const before = await dumpRows(place);
    expect(await store.spaces.startTurn(makeTurn(thread, 'Beans?'))).toEqual({ kind: 'stale' });
    expect(await dumpRows(place)).toEqual(before);
  });

  test('whose job cannot be written leaves nothing behind', async () => {
    const { store, place } = current();
    const thread = await createThread(store);
    const before = await dumpRows(place);
    const enqueue = () => Promise.reject(new Error('the queue is closed'));
    const turn = makeTurn(thread, 'Peas?', { runs: [prepareReply(thread.id, { enqueue })] });
    await expect(store.spaces.startTurn(turn)).rejects.toThrow('the queue is closed');
    expect(await dumpRows(place)).toEqual(before);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test.each([2, 20])('%i times at once has one winner', async (times) => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const thread = await createThread(store);
    const results = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        (index % 2 === 0 ? store : other).spaces.startTurn(makeTurn(thread, `Number ${index}?`)),
      ),
    );
    expect(count(results, 'started')).toBe(1);
    expect(count(results, 'busy') + count(results, 'stale')).toBe(times - 1);
    expect(await store.spaces.listMessages({ threadId: thread.id, limit: 50 })).toHaveLength(1);
    expect(await store.spaces.listThreadRuns({ threadId: thread.id })).toHaveLength(1);
    expect(await store.checkIntegrity()).toBeNull();
  });
});

describeEachStore('editing the last message', (current) => {
  test('puts the new one in its place and in the place of all after it, at a new place', async () => {
    const { store } = current();
    const thread = await createThread(store);
    await talk(store, thread.id, 'Peas');
    const [question] = await talk(store, thread.id, 'Beens');
    const now = await requireThread(store, thread.id);
    const turn = makeTurn(now, 'Beans?', { replaces: question?.id ?? null });
    expect(await store.spaces.startTurn(turn)).toMatchObject({ kind: 'started', message: { seq: 5 } });
    const messages = await store.spaces.listMessages({ threadId: thread.id, limit: 10 });
    expect(messages.map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'Peas?'],
      [2, 'Peas!'],
      [5, 'Beans?'],
    ]);
    expect(await requireThread(store, thread.id)).toMatchObject({
      messageCount: 3,
      lastSeq: 5,
      totalTokens: 16,
      liveTokens: 16,
      revision: now.revision + 1,
    });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('is stale when it is not the newest question, or an answer, or covered by the summary', async () => {
    const { store, place } = current();
    const thread = await createThread(store);
    const [first] = await talk(store, thread.id, 'Peas');
    const [last, answer] = await talk(store, thread.id, 'Beans');
    const edit = async (id = first?.id) =>
      store.spaces.startTurn(
        makeTurn(await requireThread(store, thread.id), 'Other?', { replaces: id ?? null }),
      );
    const before = await dumpRows(place);
    expect(await edit(first?.id)).toEqual({ kind: 'stale' });
    expect(await edit(answer?.id)).toEqual({ kind: 'stale' });
    expect(await edit(makeQuestion(thread.id, 'Never sent').id)).toEqual({ kind: 'stale' });
    expect(await dumpRows(place)).toEqual(before);

    await fold(store, makeFold(await requireThread(store, thread.id), { throughSeq: 3 }));
    expect(await edit(last?.id)).toEqual({ kind: 'stale' });
  });

  test('is possible after a fold of what came before it', async () => {
    const { store } = current();
    const thread = await createThread(store);
    await talk(store, thread.id, 'Peas');
    const [last] = await talk(store, thread.id, 'Beans');
    await fold(store, makeFold(await requireThread(store, thread.id), { throughSeq: 2 }));
    const turn = makeTurn(await requireThread(store, thread.id), 'Corn?', { replaces: last?.id ?? null });
    expect(await store.spaces.startTurn(turn)).toMatchObject({ kind: 'started' });
    expect(await requireThread(store, thread.id)).toMatchObject({ liveTokens: 5, totalTokens: 15 });
    expect(await store.checkIntegrity()).toBeNull();
  });
});

describeEachStore('answering again', (current) => {
  test('keeps the old answer until the new one is there', async () => {
    const { store } = current();
    const thread = await createThread(store);
    const [question, answer] = await talk(store, thread.id, 'Peas');
    const now = await requireThread(store, thread.id);
    const started = await store.spaces.startTurn(makeTurn(now, '', { message: null }));
    expect(started).toMatchObject({ kind: 'started', message: question });
    expect(await store.spaces.getMessage(answer?.id ?? makeQuestion(thread.id, '').id)).toEqual(answer);
    expect((await requireThread(store, thread.id)).revision).toBe(now.revision);
    if (started.kind !== 'started' || !question) throw new Error('not started');
    const [run] = started.runs;
    if (!run) throw new Error('no run');
    await startRun(store, run.id);
    await endRun(
      store,
      makeSuccess(run.id, { at: startTime + 5000, payload: makeReply(question, 'In April!') }),
    );
    const messages = await store.spaces.listMessages({ threadId: thread.id, limit: 10 });
    expect(messages.map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'Peas?'],
      [3, 'In April!'],
    ]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('of a thread without a question is stale', async () => {
    const { store } = current();
    const thread = await createThread(store);
    expect(await store.spaces.startTurn(makeTurn(thread, '', { message: null }))).toEqual({ kind: 'stale' });
  });

  test('twenty times at once has one winner', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    const thread = await requireThread(store, id);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).spaces.startTurn(makeTurn(thread, '', { message: null })),
      ),
    );
    expect(count(results, 'started')).toBe(1);
    expect(count(results, 'busy')).toBe(19);
  });
});

function count(results: StartTurnResult[], kind: StartTurnResult['kind']): number {
  return results.filter((result) => result.kind === kind).length;
}
