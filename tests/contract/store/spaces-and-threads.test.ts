import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { agentIdSchema } from '#schema/models/agent.ts';
import {
  messageIdSchema,
  type SpaceId,
  spaceSchema,
  threadIdSchema,
  threadSchema,
} from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { fillThread } from './fill-thread.ts';
import { makeFailure, makeSuccess, startRun, startTime } from './make-run.ts';
import {
  ask,
  createThread,
  fold,
  makeFold,
  makeReply,
  makeSpace,
  requireThread,
  startThreadRun,
  talk,
} from './make-thread.ts';

const nowhere = threadIdSchema.parse(randomUUID());

describeEachStore('Spaces', (current) => {
  test('come back whole, by name, whatever the case and the script', async () => {
    const { store } = current();
    const names = ['zinnias', 'Élan', 'apples', 'Zebra', '屋顶', 'Bed 10', 'Bed 9'];
    for (const name of names) await store.spaces.createSpace(makeSpace({ name }));
    const spaces = await store.spaces.listSpaces();
    expect(spaces.map(({ name }) => name)).toEqual([
      'apples',
      'Bed 9',
      'Bed 10',
      'Élan',
      'Zebra',
      'zinnias',
      '屋顶',
    ]);
    for (const space of spaces)
      expect(await store.spaces.getSpace(spaceSchema.parse(space).id)).toEqual(space);
  });

  test('change only what the patch names', async () => {
    const { store } = current();
    const space = makeSpace();
    await store.spaces.createSpace(space);
    const at = startTime + 5;
    const renamed = { ...space, name: 'Orchard', updatedAt: at };
    expect(await store.spaces.patchSpace(space.id, { name: 'Orchard' }, at)).toEqual(renamed);
    const agentId = agentIdSchema.parse('gardener');
    const rest = { instructions: '', agentId };
    expect(await store.spaces.patchSpace(space.id, rest, at)).toEqual({ ...renamed, ...rest });
    expect(await store.spaces.getSpace(space.id)).toEqual({ ...renamed, ...rest });
    expect(await store.spaces.patchSpace(makeSpace().id, { name: 'None' }, at)).toBeNull();
    expect(await store.spaces.getSpace(makeSpace().id)).toBeNull();
  });
});

describeEachStore('threads', (current) => {
  test('begin empty, in a Space that is there', async () => {
    const { store } = current();
    const space = makeSpace();
    await store.spaces.createSpace(space);
    const id = threadIdSchema.parse(randomUUID());
    const created = await store.spaces.createThread({ id, spaceId: space.id, article: null, at: startTime });
    expect(threadSchema.parse(created)).toEqual({
      id,
      spaceId: space.id,
      title: null,
      article: null,
      summary: null,
      summaryUpdatedAt: null,
      summaryThroughSeq: 0,
      summaryRevision: 0,
      summaryRunId: null,
      summaryModel: null,
      messageCount: 0,
      lastSeq: 0,
      totalTokens: 0,
      liveTokens: 0,
      summaryTokens: 0,
      createdAt: startTime,
      updatedAt: startTime,
    });
    expect(await store.spaces.getThread(id)).toEqual({
      ...created,
      revision: 0,
      foldRevision: -1,
      segments: [],
    });
    expect(
      await store.spaces.createThread({ id: nowhere, spaceId: makeSpace().id, article: null, at: startTime }),
    ).toBeNull();
    expect(await store.spaces.getThread(nowhere)).toBeNull();
  });

  test('are listed by their last change, page by page, all or those of one Space', async () => {
    const { store } = current();
    const here = makeSpace();
    const there = makeSpace({ name: 'Elsewhere' });
    await store.spaces.createSpace(here);
    await store.spaces.createSpace(there);
    for (let index = 0; index < 11; index += 1) {
      const spaceId = index % 3 === 0 ? there.id : here.id;
      const id = threadIdSchema.parse(randomUUID());
      await store.spaces.createThread({ id, spaceId, article: null, at: startTime + Math.floor(index / 4) });
    }
    const all = await collect(store, 3);
    expect(all).toHaveLength(11);
    expect(all).toEqual(all.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)));
    expect(await collect(store, 2, here.id)).toEqual(all.filter(({ spaceId }) => spaceId === here.id));
    expect(await collect(store, 50, makeSpace().id)).toEqual([]);

    const oldest = all.at(-1);
    if (!oldest) throw new Error('no thread');
    expect(await store.spaces.patchThread(oldest.id, { title: 'Peas' }, startTime + 99)).toEqual({
      ...oldest,
      title: 'Peas',
      updatedAt: startTime + 99,
    });
    expect((await collect(store, 50))[0]).toMatchObject({ id: oldest.id, title: 'Peas' });
    expect(await store.spaces.patchThread(nowhere, { title: 'None' }, startTime)).toBeNull();
  });

  test.each(['', 'garbled', Buffer.from('[1,"x\' or 1=1"]').toString('base64url')])(
    'refuse the cursor %j',
    async (cursor) => {
      const { store } = current();
      const refused = { code: 'invalid_input' };
      await expect(store.spaces.listThreads({ limit: 5, cursor })).rejects.toMatchObject(refused);
      const terms = [{ text: 'peas', prefix: true }];
      await expect(store.spaces.searchMessages({ terms, limit: 5, cursor })).rejects.toMatchObject(refused);
    },
  );

  test('give their messages in reading order, from either side', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    for (const text of ['A', 'B', 'C']) await talk(store, id, text);
    const list = async (query: { afterSeq?: number; beforeSeq?: number; limit: number }) =>
      (await store.spaces.listMessages({ threadId: id, ...query })).map(({ seq }) => seq);
    expect(await list({ limit: 100 })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await list({ limit: 2 })).toEqual([5, 6]);
    expect(await list({ beforeSeq: 5, limit: 2 })).toEqual([3, 4]);
    expect(await list({ beforeSeq: 2, limit: 9 })).toEqual([1]);
    expect(await list({ afterSeq: 0, limit: 2 })).toEqual([1, 2]);
    expect(await list({ afterSeq: 4, limit: 9 })).toEqual([5, 6]);
    expect(await list({ afterSeq: 1, beforeSeq: 5, limit: 2 })).toEqual([2, 3]);
    expect(await list({ afterSeq: 6, limit: 9 })).toEqual([]);
    expect(await store.spaces.listMessages({ threadId: nowhere, limit: 9 })).toEqual([]);
    expect(await store.spaces.getMessage(messageIdSchema.parse(randomUUID()))).toBeNull();
  });

  test('of ten thousand messages are listed, opened, folded and answered', async () => {
    const { store, place } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    await fillThread(place, id, 10_000);
    expect((await store.spaces.listThreads({ limit: 50 })).items).toMatchObject([{ messageCount: 10_000 }]);
    const thread = await requireThread(store, id);
    expect(await store.spaces.listMessages({ threadId: id, limit: 100 })).toHaveLength(100);
    expect(await store.spaces.listThreadRuns({ threadId: id })).toEqual([]);
    expect(await store.spaces.listLastRuns(id)).toHaveLength(1);
    await fold(store, makeFold(thread, { throughSeq: 9990 }));
    await talk(store, id, 'Beans');
    expect(await store.checkIntegrity()).toBeNull();
  });
});

describeEachStore('a summary edited by hand', (current) => {
  test('takes the place of the old one and leaves the boundary where it is', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    await talk(store, id, 'Beans');
    const segments = [
      { text: 'Peas.', fromSeq: 1, toSeq: 1 },
      { text: 'More peas.', fromSeq: 2, toSeq: 2 },
    ];
    await fold(store, makeFold(await requireThread(store, id), { throughSeq: 2, segments }));
    const before = await requireThread(store, id);
    const edit = { threadId: id, text: 'I grow peas.', tokens: 4, at: startTime + 7 };
    expect(await store.spaces.editSummary({ ...edit, summaryRevision: 1 })).toBe(true);
    const after = await requireThread(store, id);
    expect(after).toEqual({
      ...before,
      summary: 'I grow peas.',
      segments: [{ text: 'I grow peas.', fromSeq: 1, toSeq: 2 }],
      summaryTokens: 4,
      summaryRevision: 2,
      summaryUpdatedAt: startTime + 7,
      summaryRunId: null,
      summaryModel: null,
    });
    expect(await store.spaces.editSummary({ ...edit, summaryRevision: 1, text: 'Late.' })).toBe(false);
    expect(await store.spaces.editSummary({ ...edit, summaryRevision: 0, threadId: nowhere })).toBe(false);
    expect(await requireThread(store, id)).toEqual(after);
  });

  test('and a fold at the same moment have one winner', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    for (let round = 0; round < 10; round += 1) {
      const thread = await requireThread(store, id);
      const runId = await startThreadRun(store, id, 'fold');
      const { summaryRevision } = thread;
      const [edited, folded] = await Promise.all([
        store.spaces.editSummary({
          threadId: id,
          summaryRevision,
          text: 'By hand.',
          tokens: 3,
          at: startTime,
        }),
        endRun(other, makeSuccess(runId, { payload: makeFold(thread, { text: 'By a model.' }) })),
      ]);
      expect([edited, folded]).toEqual(edited ? [true, 'refused'] : [false, 'finished']);
      expect(await requireThread(store, id)).toMatchObject({
        summary: edited ? 'By hand.' : 'By a model.',
        summaryRevision: summaryRevision + 1,
      });
    }
  });
});

describeEachStore('the runs of a thread', (current) => {
  test('are listed while they are unfinished, oldest first, of a thread or a whole Space', async () => {
    const { store } = current();
    const thread = await createThread(store);
    const late = await startThreadRun(store, thread.id, 'title', { createdAt: startTime + 20 });
    const early = await startThreadRun(store, thread.id, 'fold', { createdAt: startTime + 10 });
    const ended = await startThreadRun(store, thread.id, 'reply');
    await endRun(store, makeFailure(ended));
    const elsewhere = await createThread(store);
    await ask(store, elsewhere.id, 'Beans?');
    const ids = async (of: Parameters<Store['spaces']['listThreadRuns']>[0]) =>
      (await store.spaces.listThreadRuns(of)).map((run) => run.id);
    expect(await ids({ threadId: thread.id })).toEqual([early, late]);
    expect(await ids({ spaceId: thread.spaceId })).toEqual([early, late]);
    expect(await ids({ spaceId: elsewhere.spaceId })).toHaveLength(1);
    expect(await ids({ spaceId: makeSpace().id })).toEqual([]);
  });

  test('that ended last are known for fold and answer', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    expect(await store.spaces.listLastRuns(id)).toEqual([]);
    const first = await startThreadRun(store, id, 'fold', { createdAt: startTime + 1 });
    await endRun(store, makeFailure(first));
    const second = await startThreadRun(store, id, 'fold', { createdAt: startTime + 2 });
    await endRun(store, makeFailure(second, { issue: null }));
    await startThreadRun(store, id, 'fold', { createdAt: startTime + 3 });
    const { message, run } = await ask(store, id, 'Peas?');
    expect((await store.spaces.listLastRuns(id)).map((last) => last.id)).toEqual([second]);
    await startRun(store, run.id);
    await endRun(store, makeSuccess(run.id, { payload: makeReply(message, 'Yes.') }));
    const last = await store.spaces.listLastRuns(id);
    expect(last.map(({ id, status }) => [id, status])).toEqual([
      [second, 'failed'],
      [run.id, 'succeeded'],
    ]);
  });
});

async function collect(store: Store, limit: number, spaceId?: SpaceId) {
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await store.spaces.listThreads({ limit, cursor, spaceId });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
