import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entryIdSchema } from '#schema/entry.ts';
import { type ReplyRead, type Thread, threadIdSchema } from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { makeSuccess, startRun, startTime } from './make-run.ts';
import { ask, createThread, makeReply, makeSpace } from './make-thread.ts';

const article = { id: entryIdSchema.parse(7), title: 'The harbour bridge 桥' };

describeEachStore('a thread about an article', (current) => {
  async function create(store: Store, about: Thread['article'], at = startTime): Promise<Thread> {
    const space = makeSpace();
    await store.spaces.createSpace(space);
    const id = threadIdSchema.parse(randomUUID());
    const thread = await store.spaces.createThread({ id, spaceId: space.id, article: about, at });
    if (thread === null) throw new Error('no thread');
    return thread;
  }

  test('keeps which one, and is found by it, the last used first', async () => {
    const { store } = current();
    await create(store, null);
    const first = await create(store, article, startTime);
    const second = await create(store, article, startTime + 5);
    await create(store, { ...article, id: entryIdSchema.parse(8) });
    expect(first.article).toEqual(article);
    expect((await store.spaces.getThread(first.id))?.article).toEqual(article);
    expect((await store.spaces.getThreadInSpace(first.id))?.thread.article).toEqual(article);
    const find = async (entryId: number) =>
      (await store.spaces.listThreads({ entryId: entryIdSchema.parse(entryId), limit: 5 })).items;
    expect(await find(7)).toEqual([second, first]);
    expect(await find(9)).toEqual([]);
    const inSpace = { spaceId: first.spaceId, entryId: article.id, limit: 5 };
    expect((await store.spaces.listThreads(inSpace)).items).toEqual([first]);
  });

  test('keeps what each answer read, and no answer of an earlier version needs it', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const { message, run } = await ask(store, id, 'When does it close?');
    expect(message.read).toBeUndefined();
    const read: ReplyRead = {
      summaryTokens: 12,
      messages: 3,
      messageTokens: 40,
      article: {
        contentHash: 'hash',
        tokens: 900,
        passages: 2,
        passagesTotal: 4,
        citations: [{ number: 2, start: 10, end: 30, text: 'It closes \u0000 in “May”.' }],
      },
    };
    await startRun(store, run.id);
    const payload = { ...makeReply(message, 'In May [2].'), read };
    await endRun(store, makeSuccess(run.id, { payload }));
    const [, answer] = await store.spaces.listMessages({ threadId: id, limit: 5 });
    const kept = JSON.parse(JSON.stringify(read).replace('\\u0000', ''));
    expect(answer?.read).toEqual(kept);
    expect((await store.spaces.getMessage(payload.newMessageId))?.read).toEqual(kept);
  });
});
