import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message, ThreadId } from '#schema/spaces/space.ts';
import { maxQueuedMessages, type TurnStarted } from '#schema/spaces/spaces-wire.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const words = Array.from({ length: 400 }, (_, index) => `word${index} `);
const slowly = { chunks: words, delayMs: 50 };

describeEachPlace('a thread in which an answer is in progress', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  /** Sends a message, and waits until some of the answer has arrived. */
  async function begin(id: ThreadId, text: string): Promise<TurnStarted> {
    bench.chat.always(slowly);
    const turn = await bench.client.threads.send(id, { text });
    await untilText(turn);
    return turn;
  }

  /** Retries the answer, and waits until some of the new one has arrived. */
  async function retry(id: ThreadId): Promise<TurnStarted> {
    bench.chat.always(slowly);
    const turn = await bench.client.threads.retry(id);
    await untilText(turn);
    return turn;
  }

  async function untilText({ replyRun }: TurnStarted): Promise<void> {
    for await (const event of bench.client.runs.events(replyRun.id)) if (event.type === 'text-delta') break;
  }

  async function stop({ replyRun }: TurnStarted): Promise<void> {
    await bench.client.runs.cancel(replyRun.id);
    expect((await bench.end(replyRun.id)).status).toBe('cancelled');
  }

  const textsOf = (messages: Message[]) => messages.map(({ role, text }) => `${role}: ${text}`);
  const queueOf = async (id: ThreadId) => (await bench.client.threads.get(id)).queued.map(({ text }) => text);

  test('an answer that is stopped keeps its text, marked, and the model is told', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'Tell a story.');
    await stop(turn);
    const [, stopped] = await bench.allMessages(id);
    expect(stopped).toMatchObject({ role: 'assistant', stoppedBy: 'user', runId: turn.replyRun.id });
    expect(stopped?.text).toMatch(/^word0 /);
    expect(words.join('').startsWith(stopped?.text ?? '')).toBe(true);
    const { thread } = await bench.client.threads.get(id);
    expect(thread).toMatchObject({ messageCount: 2, lastSeq: 2 });
    expect(thread.liveTokens).toBe(
      (await bench.allMessages(id)).reduce((sum, { tokens }) => sum + tokens, 0),
    );

    bench.chat.always({ text: 'The end.' });
    await bench.say(id, 'Go on.');
    expect(bench.chat.requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'user', content: 'Tell a story.' },
        {
          role: 'assistant',
          content: `${stopped?.text}\n\n[The user stopped this answer before its end.]`,
        },
        { role: 'user', content: 'Go on.' },
      ],
    });
  });

  test('an answer that is stopped can be asked for again, which replaces it', async () => {
    const { id } = await bench.newThread();
    await stop(await begin(id, 'Tell a story.'));
    bench.chat.always({ text: 'A short one.' });
    await bench.settle(await bench.client.threads.retry(id));
    expect(textsOf(await bench.allMessages(id))).toEqual(['user: Tell a story.', 'assistant: A short one.']);
  });

  test('a retry that is stopped keeps the answer before it and drops what had arrived', async () => {
    const { id } = await bench.newThread();
    for (const makeAnswer of [() => bench.say(id, 'Tell a story.'), async () => stop(await retry(id))]) {
      bench.chat.always({ text: 'The whole story.' });
      await makeAnswer();
      expect(await bench.allMessages(id)).toMatchObject([
        { role: 'user', text: 'Tell a story.' },
        { role: 'assistant', text: 'The whole story.' },
      ]);
    }
    const messages = await bench.allMessages(id);
    expect(messages[1]).not.toHaveProperty('stoppedBy');
    const { thread } = await bench.client.threads.get(id);
    expect(thread).toMatchObject({ messageCount: 2, lastSeq: 2 });
    expect(thread.liveTokens).toBe(messages.reduce((sum, { tokens }) => sum + tokens, 0));
    bench.chat.always({ text: 'Another story.' });
    await bench.settle(await bench.client.threads.retry(id));
    expect(textsOf(await bench.allMessages(id)).at(-1)).toBe('assistant: Another story.');
  });

  test('stopped answers are folded like all others: each message is summarized or live', async () => {
    const { id } = await bench.newThread();
    for (let turn = 0; turn < 3; turn += 1) await stop(await begin(id, `Stopped ${turn}`));
    bench.chat.always({ text: 'An answer that says enough.' });
    await bench.sayMany(id, 14);
    await expect
      .poll(async () => (await bench.client.threads.get(id)).thread.summaryThroughSeq)
      .toBeGreaterThan(6);
    const read = bench.summarizer.requests.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(read).toContain('[The user stopped this answer before its end.]');
    const { thread } = await bench.client.threads.get(id);
    const live = (await bench.allMessages(id)).filter(({ seq }) => seq > thread.summaryThroughSeq);
    expect(thread.liveTokens).toBe(live.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  test('messages sent meanwhile wait, are shown, and are answered in their order', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'First');
    for (const text of ['Second', 'Third']) {
      const queued = await bench.client.threads.send(id, { text });
      expect(queued).toMatchObject({ isQueued: true, replyRun: { id: turn.replyRun.id }, message: { text } });
    }
    expect(await queueOf(id)).toEqual(['Second', 'Third']);
    expect(await bench.allMessages(id)).toHaveLength(1);
    bench.chat.always({ text: 'Fine.' });
    await stop(turn);
    await expect.poll(() => bench.allMessages(id), { timeout: 30_000 }).toHaveLength(6);
    expect(textsOf(await bench.allMessages(id)).filter((text) => text.startsWith('user'))).toEqual([
      'user: First',
      'user: Second',
      'user: Third',
    ]);
    expect(textsOf(await bench.allMessages(id)).slice(3)).toEqual([
      'assistant: Fine.',
      'user: Third',
      'assistant: Fine.',
    ]);
    expect(await queueOf(id)).toEqual([]);
  });

  test('a message that waits is answered after a failure, too', async () => {
    const { id } = await bench.newThread();
    const sent = Promise.withResolvers<void>();
    bench.chat.script({ chunks: ['Some '], fault: { kind: 'cut', afterChunks: 1, after: sent.promise } });
    bench.chat.always({ text: 'Fine.' });
    const turn = await bench.client.threads.send(id, { text: 'First' });
    await untilText(turn);
    expect((await bench.client.threads.send(id, { text: 'Second' })).isQueued).toBe(true);
    sent.resolve();
    expect((await bench.end(turn.replyRun.id)).status).toBe('failed');
    await expect
      .poll(async () => textsOf(await bench.allMessages(id)).at(-1), { timeout: 60_000 })
      .toBe('assistant: Fine.');
    expect(textsOf(await bench.allMessages(id))).toContain('user: Second');
  });

  test('a message that waits can be removed once, and is never sent then', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'First');
    const { message } = await bench.client.threads.send(id, { text: 'Never mind' });
    await bench.client.threads.removeQueued(id, message.id);
    await expect(bench.client.threads.removeQueued(id, message.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await queueOf(id)).toEqual([]);
    await stop(turn);
    expect(await bench.allMessages(id)).toHaveLength(2);
  });

  test('the same message sent twice waits once, and too many are refused', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'First');
    const { message } = await bench.client.threads.send(id, { text: 'Second' });
    const again = await bench.client.threads.send(id, { text: 'Second', id: message.id });
    expect([again.isQueued, again.message.id]).toEqual([true, message.id]);
    await expect(bench.client.threads.send(id, { text: 'Another', id: message.id })).rejects.toMatchObject({
      code: 'conflict',
    });
    for (let n = 1; n < maxQueuedMessages; n += 1) await bench.client.threads.send(id, { text: `More ${n}` });
    await expect(bench.client.threads.send(id, { text: 'Too many' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('10 messages are waiting'),
    });
    expect(await queueOf(id)).toHaveLength(maxQueuedMessages);
    await bench.client.threads.remove(id);
    await bench.end(turn.replyRun.id).catch(() => undefined);
    expect(await bench.app.core.store.spaces.listQueued(id)).toEqual([]);
  });

  test('messages that wait are sent after a restart', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'First');
    await bench.client.threads.send(id, { text: 'Second' });
    await stop(turn);
    // The queued message is left as if the process had died right after the answer ended.
    await expect.poll(() => queueOf(id)).toEqual([]);
    const { store } = bench.app.core;
    await expect.poll(() => store.spaces.listThreadRuns({ threadId: id })).not.toEqual([]);
    const { activeRuns } = await bench.client.threads.get(id);
    for (const { id: runId } of activeRuns) await bench.client.runs.cancel(runId);
    await expect.poll(() => store.spaces.listThreadRuns({ threadId: id })).toEqual([]);
    const left = { threadId: id, id: crypto.randomUUID() as never, text: 'Left behind', at: Date.now() };
    expect(await store.spaces.queueMessage(left)).toBe('queued');
    expect(await store.spaces.listUnsent()).toEqual([id]);
    bench.chat.always({ text: 'Here I am.' });
    const { chat, summarizer } = bench;
    await bench.app.stop(0);
    bench = await openSpacesBench(current().place, { servers: { chat, summarizer } });
    await expect
      .poll(async () => textsOf(await bench.allMessages(id)).slice(-2), { timeout: 30_000 })
      .toEqual(['user: Left behind', 'assistant: Here I am.']);
  });

  test('an earlier message cannot be edited or answered again while one waits or is answered', async () => {
    const { id } = await bench.newThread();
    const turn = await begin(id, 'First');
    await bench.client.threads.send(id, { text: 'Second' });
    await expect(bench.client.threads.retry(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(bench.client.threads.editLast(id, turn.message.id, { text: 'Other' })).rejects.toMatchObject(
      { code: 'conflict' },
    );
    bench.chat.always({ text: 'Fine.' });
    await stop(turn);
    await expect.poll(() => bench.allMessages(id), { timeout: 30_000 }).toHaveLength(4);
  });
});
