import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEachPlace } from '../each-store.ts';
import { openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

describeEachPlace('Spaces', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  test('are created, changed and removed with their threads', async () => {
    const { client } = bench;
    const space = await client.spaces.create({ name: 'Research' });
    expect(space).toMatchObject({ name: 'Research', instructions: '', agentId: 'assistant' });
    const patched = await client.spaces.patch(space.id, { instructions: 'Be brief.' });
    expect(patched).toMatchObject({ name: 'Research', instructions: 'Be brief.' });
    await expect(client.spaces.create({ name: 'X', agentId: 'nobody' as never })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(client.spaces.create({ name: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
    const thread = await client.threads.create({ spaceId: space.id });
    await client.spaces.remove(space.id);
    expect(await client.spaces.list()).toEqual([]);
    await expect(client.threads.get(thread.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('find messages in all threads by their full text, in any script', async () => {
    const one = await bench.newThread();
    const other = await bench.newThread();
    await bench.say(one.id, 'Tell me about the harbour bridge.');
    await bench.say(other.id, '屋顶菜地怎么样？');
    const found = await bench.client.threads.search({ q: 'harb' });
    expect(found.items).toHaveLength(1);
    expect(found.items[0]).toMatchObject({ thread: { id: one.id }, message: { seq: 1 } });
    expect(found.items[0]?.excerpt).toContain('harbour bridge');
    expect((await bench.client.threads.search({ q: '菜地' })).items[0]?.thread.id).toBe(other.id);
    expect((await bench.client.threads.search({ q: '") OR 1=1 --' })).items).toEqual([]);
    expect((await bench.client.threads.search({ q: '***' })).items).toEqual([]);
  });

  test('export a thread as Markdown and as JSON', async () => {
    const thread = await bench.newThread('Be brief.');
    await bench.sayMany(thread.id, 8);
    const json = await bench.client.threads.exportJson(thread.id);
    expect(json).toMatchObject({ format: 'precis-thread', space: { instructions: 'Be brief.' } });
    expect(json.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    const markdown = await bench.client.threads.exportMarkdown(thread.id);
    expect(markdown).toContain('## Summary so far');
    expect(markdown).toContain('Question 8.');
    expect(markdown.indexOf('Question 1.')).toBeLessThan(markdown.indexOf('Question 2.'));
  });

  test('explain what a policy costs on a thread without calling a model', async () => {
    const thread = await bench.newThread();
    bench.chat.always({
      text: 'An answer with a number of words in it that makes the window grow. '.repeat(10),
    });
    await bench.sayMany(thread.id, 12);
    const calls = bench.chat.requests.length + bench.summarizer.requests.length;
    const adaptive = await bench.client.threads.explain(thread.id);
    const batched = await bench.client.threads.explain(thread.id, { policy: 'batched' });
    expect(bench.chat.requests.length + bench.summarizer.requests.length).toBe(calls);
    expect(adaptive).toMatchObject({ policy: 'adaptive', turns: 12 });
    // It was actually folded before questions 8 to 12.
    expect(adaptive.folds).toHaveLength(5);
    expect(adaptive.promptTokens).toBeLessThan(adaptive.fullHistoryTokens);
    expect(batched).toMatchObject({ policy: 'batched', summarizerCalls: 0, folds: [] });
    expect(batched.promptTokens).toBe(batched.fullHistoryTokens);
  });

  test('list the messages of a long thread page by page, both ways', async () => {
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 4);
    const newest = await bench.client.threads.messages(thread.id, { limit: 3 });
    expect(newest.items.map(({ seq }) => seq)).toEqual([6, 7, 8]);
    expect(newest.hasMore).toBe(true);
    const older = await bench.client.threads.messages(thread.id, { beforeSeq: 6, limit: 5 });
    expect(older.items.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(older.hasMore).toBe(false);
    const oldest = await bench.client.threads.messages(thread.id, { afterSeq: 0, limit: 2 });
    expect(oldest).toMatchObject({ hasMore: true, items: [{ seq: 1 }, { seq: 2 }] });
  });
});
