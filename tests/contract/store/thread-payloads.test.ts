import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { threadIdSchema } from '#schema/spaces/space.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun, type Payload } from './end-run.ts';
import { makeDeltas, makeFailure, makeSuccess, startRun, startTime } from './make-run.ts';
import {
  ask,
  createThread,
  fold,
  makeFold,
  makeReply,
  makeTurn,
  requireThread,
  startThreadRun,
  talk,
} from './make-thread.ts';
import { dumpRows } from './with-raw-database.ts';

describeEachStore('a fold', (current) => {
  test('replaces the summary, moves the boundary and leaves the messages alone', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    for (const text of ['Peas', 'Beans', 'Corn']) await talk(store, id, text);
    const thread = await requireThread(store, id);
    const segments = [{ text: 'About peas.', fromSeq: 1, toSeq: 2 }];
    const payload = makeFold(thread, { throughSeq: 4, segments });
    const { runId, result } = await fold(store, payload);
    expect(result).toBe('finished');
    expect(await requireThread(store, id)).toEqual({
      ...thread,
      summary: payload.text,
      segments,
      summaryUpdatedAt: startTime + 2100,
      summaryThroughSeq: 4,
      summaryRevision: 1,
      summaryRunId: runId,
      summaryModel: 'small-2025',
      summaryTokens: payload.tokens,
      liveTokens: 10,
    });
    expect(await store.spaces.listMessages({ threadId: id, limit: 10 })).toHaveLength(6);
    expect(await store.runs.getInput(runId)).toBeNull();
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('is refused when the summary has changed meanwhile, and changes nothing then', async () => {
    const { store, place } = current();
    const { id } = await createThread(store);
    for (const text of ['Peas', 'Beans']) await talk(store, id, text);
    const thread = await requireThread(store, id);
    const late = await startThreadRun(store, id, 'fold');
    await store.runs.appendEvents({ runId: late, attempt: 1, events: makeDeltas(late, 1, 2) });
    await fold(store, makeFold(thread, { throughSeq: 2 }));
    const before = await dumpRows(place);
    let enqueued = 0;
    const enqueueNext = async () => {
      enqueued += 1;
    };
    const finish = makeSuccess(late, { payload: makeFold(thread), enqueueNext });
    expect(await endRun(store, finish)).toBe('refused');
    expect(enqueued).toBe(0);
    expect(await dumpRows(place)).toEqual(before);

    expect(await endRun(store, makeFailure(late, { enqueueNext }))).toBe('finished');
    expect(enqueued).toBe(1);
  });

  test('is refused when it would move the boundary back, or past what is stored', async () => {
    const { store, place } = current();
    const { id } = await createThread(store);
    for (const text of ['Peas', 'Beans']) await talk(store, id, text);
    await fold(store, makeFold(await requireThread(store, id), { throughSeq: 2 }));
    const thread = await requireThread(store, id);
    const runId = await startThreadRun(store, id, 'fold');
    const before = await dumpRows(place);
    for (const throughSeq of [1, 5]) {
      const payload = makeFold(thread, { throughSeq });
      expect(await endRun(store, makeSuccess(runId, { payload }))).toBe('refused');
    }
    expect(await dumpRows(place)).toEqual(before);
    const rebuilt = makeFold(thread, { throughSeq: 2, text: 'Anew, from the beginning.' });
    expect(await endRun(store, makeSuccess(runId, { payload: rebuilt }))).toBe('finished');
    expect(await requireThread(store, id)).toMatchObject({ summary: rebuilt.text, summaryRevision: 2 });
  });

  test('is rejected if a message it has read was removed', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    const [question] = await talk(store, id, 'A secret');
    const thread = await requireThread(store, id);
    const runId = await startThreadRun(store, id, 'fold');
    await store.spaces.startTurn(makeTurn(thread, 'Beans?', { replaces: question?.id ?? null }));
    expect(await endRun(store, makeSuccess(runId, { payload: makeFold(thread) }))).toBe('refused');
    expect(await requireThread(store, id)).toMatchObject({ summary: null, summaryThroughSeq: 0 });
  });

  test('by one of ten at once has one winner', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    for (const text of ['Peas', 'Beans']) await talk(store, id, text);
    const thread = await requireThread(store, id);
    const runs = [];
    for (let index = 0; index < 10; index += 1) runs.push(await startThreadRun(store, id, 'fold'));
    const results = await Promise.all(
      runs.map((runId, index) => {
        const payload = makeFold(thread, { throughSeq: 2 + (index % 3), text: `By ${runId}` });
        return endRun(index % 2 === 0 ? store : other, makeSuccess(runId, { payload }));
      }),
    );
    expect(results.filter((result) => result === 'finished')).toHaveLength(1);
    expect(results.filter((result) => result === 'refused')).toHaveLength(9);
    const after = await requireThread(store, id);
    expect(after.summary).toBe(`By ${after.summaryRunId}`);
    expect(after.summaryRevision).toBe(1);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('and a new turn at the same moment both hold', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    for (let round = 0; round < 10; round += 1) {
      await talk(store, id, `Round ${round}`);
      const thread = await requireThread(store, id);
      const runId = await startThreadRun(store, id, 'fold');
      const finish = makeSuccess(runId, { payload: makeFold(thread) });
      const [started, folded] = await Promise.all([
        store.spaces.startTurn(makeTurn(thread, 'And then?')),
        endRun(other, finish),
      ]);
      expect([started.kind, folded]).toEqual(['started', 'finished']);
      if (started.kind !== 'started' || !started.runs[0]) throw new Error('no run');
      await endRun(store, makeFailure(started.runs[0].id, { attempt: null }));
    }
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('that did not succeed leaves the summary as it is, to the byte', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    for (const text of ['Peas', 'Beans']) await talk(store, id, text);
    await fold(store, makeFold(await requireThread(store, id), { throughSeq: 2 }));
    const before = JSON.stringify(await requireThread(store, id));
    const runId = await startThreadRun(store, id, 'fold');
    const payload = makeFold(await requireThread(store, id), { text: 'Half a summ' });
    expect(await endRun(store, makeFailure(runId, { payload }))).toBe('finished');
    expect(JSON.stringify(await requireThread(store, id))).toBe(before);
  });
});

describeEachStore('an answer', (current) => {
  test('becomes the next message, with the run and the model that wrote it', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const { message, run } = await ask(store, id, 'When do I plant peas?');
    await startRun(store, run.id);
    const before = await requireThread(store, id);
    const payload = makeReply(message, 'In March.');
    const at = startTime + 2100;
    expect(await endRun(store, makeSuccess(run.id, { payload, at }))).toBe('finished');
    const stored = {
      id: payload.newMessageId,
      threadId: id,
      seq: 2,
      role: 'assistant',
      text: 'In March.',
      tokens: 9,
      runId: run.id,
      provider: 'openai',
      model: 'gpt-2025',
      read: payload.read,
      createdAt: at,
    };
    expect(await store.spaces.getMessage(payload.newMessageId)).toEqual(stored);
    expect(await store.spaces.listMessages({ threadId: id, limit: 10 })).toEqual([message, stored]);
    expect(await requireThread(store, id)).toEqual({
      ...before,
      revision: before.revision + 1,
      messageCount: 2,
      lastSeq: 2,
      totalTokens: before.totalTokens + 9,
      liveTokens: before.liveTokens + 9,
      updatedAt: at,
    });
  });

  test('is refused when its question is not the newest any more, and changes nothing then', async () => {
    const { store, place } = current();
    const { id } = await createThread(store);
    const [question] = await talk(store, id, 'Peas');
    await talk(store, id, 'Beans');
    if (!question) throw new Error('no question');
    const runId = await startThreadRun(store, id, 'reply');
    const before = await dumpRows(place);
    const payload = makeReply(question, 'Too late.');
    expect(await endRun(store, makeSuccess(runId, { payload }))).toBe('refused');
    expect(await dumpRows(place)).toEqual(before);
  });

  test('is refused when the answer that it would replace is covered by the summary', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const [question] = await talk(store, id, 'Peas');
    if (!question) throw new Error('no question');
    const runId = await startThreadRun(store, id, 'reply');
    await fold(store, makeFold(await requireThread(store, id)));
    const payload = makeReply(question, 'Another one.');
    expect(await endRun(store, makeSuccess(runId, { payload }))).toBe('refused');
    expect(await store.spaces.listMessages({ threadId: id, limit: 10 })).toHaveLength(2);
  });

  test('of an attempt that lost its run is dropped', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const { message, run } = await ask(store, id, 'Peas?');
    const payload = makeReply(message, 'By nobody.');
    expect(await endRun(store, makeSuccess(run.id, { payload }))).toBe('lost');
    expect(await store.spaces.listMessages({ threadId: id, limit: 10 })).toEqual([message]);
  });

  test('by one of ten at once is stored once', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    const { message, run } = await ask(store, id, 'Peas?');
    await startRun(store, run.id);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        endRun(
          index % 2 === 0 ? store : other,
          makeSuccess(run.id, { payload: makeReply(message, `Answer ${index}`) }),
        ),
      ),
    );
    expect(results.filter((result) => result === 'finished')).toHaveLength(1);
    expect(results.filter((result) => result === 'lost')).toHaveLength(9);
    expect(await store.spaces.listMessages({ threadId: id, limit: 10 })).toHaveLength(2);
    expect(await store.checkIntegrity()).toBeNull();
  });
});

describeEachStore('a title', (current) => {
  test('is set where there is none, and never over one that a person gave', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const give = async (title: string) => {
      const runId = await startThreadRun(store, id, 'title');
      return endRun(store, makeSuccess(runId, { payload: { kind: 'title', threadId: id, title } }));
    };
    const before = await requireThread(store, id);
    expect(await give('Peas in spring')).toBe('finished');
    expect(await requireThread(store, id)).toEqual({ ...before, title: 'Peas in spring' });
    await store.spaces.patchThread(id, { title: 'My garden' }, startTime + 9);
    expect(await give('Peas again')).toBe('finished');
    expect(await requireThread(store, id)).toMatchObject({ title: 'My garden' });
  });
});

describeEachStore('a result for a thread that is gone', (current) => {
  test('is refused, whatever it is', async () => {
    const { store, place } = current();
    const thread = await createThread(store);
    const { message, run } = await ask(store, thread.id, 'Peas?');
    await startRun(store, run.id);
    await store.spaces.deleteThread(thread.id);
    const gone = threadIdSchema.parse(randomUUID());
    const payloads: Payload[] = [
      makeFold(thread),
      makeReply(message, 'In March.'),
      { kind: 'title', threadId: thread.id, title: 'Peas' },
      { kind: 'title', threadId: gone, title: 'Peas' },
    ];
    const before = await dumpRows(place);
    for (const payload of payloads) {
      expect(await endRun(store, makeSuccess(run.id, { payload }))).toBe('refused');
    }
    expect(await dumpRows(place)).toEqual(before);
  });
});
