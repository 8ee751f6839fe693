import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { messageIdSchema } from '#schema/spaces/space.ts';
import { describeEachPlace } from '../each-store.ts';
import { goodSummary, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

describeEachPlace('a turn in a thread', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  test('is stored with its answer, the model that wrote it, and a title made from it', async () => {
    bench.summarizer.always({ text: '"Closing the Harbour Bridge"' });
    const thread = await bench.newThread();
    const turn = await bench.say(thread.id, 'When does the bridge close?');
    expect(turn.message).toMatchObject({ seq: 1, role: 'user', text: 'When does the bridge close?' });
    const [question, answer] = await bench.allMessages(thread.id);
    expect(question).toMatchObject({ role: 'user', runId: null });
    expect(answer).toMatchObject({
      seq: 2,
      role: 'assistant',
      text: 'An answer that says enough.',
      model: 'chat-model',
      runId: turn.replyRun.id,
    });
    const { thread: named } = await bench.client.threads.get(thread.id);
    expect(named).toMatchObject({ title: 'Closing the Harbour Bridge', messageCount: 2, lastSeq: 2 });
    await bench.client.threads.patch(thread.id, { title: 'By hand' });
    await bench.say(thread.id, 'And then?');
    expect((await bench.client.threads.get(thread.id)).thread.title).toBe('By hand');
  });

  test('keeps the instructions its answer was given with its run, not the message, until the thread is deleted', async () => {
    const thread = await bench.newThread('Answer like a harbour master.');
    const { replyRun } = await bench.say(thread.id, 'When does the bridge close?');
    const { run, prompt } = await bench.client.runs.get(replyRun.id);
    expect(run.provenance?.templates).toMatchObject([{ id: 'thread.reply', origin: 'builtin' }]);
    expect(prompt?.parameters.instructions).toContain('Answer like a harbour master.');
    expect(JSON.stringify(prompt)).not.toContain('When does the bridge close?');
    expect(JSON.stringify(await bench.client.runs.list())).not.toContain('harbour master');
    await bench.client.threads.remove(thread.id);
    expect(await bench.client.runs.get(replyRun.id)).toMatchObject({ run: { id: run.id }, prompt: null });
  });

  test('that is sent twice under one id is stored and answered once', async () => {
    const thread = await bench.newThread();
    const id = messageIdSchema.parse(crypto.randomUUID());
    const request = { id, text: 'Only once' };
    const { send } = bench.client.threads;
    const first = await send(thread.id, request);
    const others = await Promise.all(Array.from({ length: 5 }, () => send(thread.id, request)));
    expect(first.message.id).toBe(id);
    await bench.settle(first);
    for (const again of [...others, await send(thread.id, request)]) {
      expect([again.message, again.replyRun.id]).toEqual([first.message, first.replyRun.id]);
    }
    expect(await bench.allMessages(thread.id)).toHaveLength(2);
    const other = await bench.newThread();
    expect(await send(thread.id, { id, text: 'Other words' }).catch(codeOf)).toBe('conflict');
    expect(await send(other.id, request).catch(codeOf)).toBe('conflict');
  });

  test('leaves the summary unchanged when the fold fails, says so, and answers with everything live', async () => {
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 8);
    const { thread: before } = await bench.client.threads.get(thread.id);
    for (const reply of [
      { fault: { kind: 'status', status: 401 } as const },
      { fault: { kind: 'empty' } as const },
      { text: 'x'.repeat(199) },
      { text: goodSummary, finish: 'length' as const },
      { text: goodSummary, fault: { kind: 'cut', afterChunks: 3 } as const },
      {
        text: `I'm sorry, but I can't summarize this conversation. ${'Please try again later. '.repeat(10)}`,
      },
    ]) {
      bench.summarizer.always(reply);
      await bench.say(thread.id, 'One more question.');
      const { thread: after, failedRuns } = await bench.client.threads.get(thread.id);
      const { summary, summaryUpdatedAt, summaryThroughSeq, summaryRevision } = after;
      expect({ summary, summaryUpdatedAt, summaryThroughSeq, summaryRevision }).toEqual({
        summary: before.summary,
        summaryUpdatedAt: before.summaryUpdatedAt,
        summaryThroughSeq: before.summaryThroughSeq,
        summaryRevision: before.summaryRevision,
      });
      expect(failedRuns.map(({ taskType }) => taskType)).toContain('fold');
      expect((await bench.allMessages(thread.id)).at(-1)).toMatchObject({ role: 'assistant' });
    }
    expect((await bench.client.issues.list()).total).toBe(6);

    // Nothing was lost, and the next successful fold includes everything that waited.
    bench.summarizer.always({ text: goodSummary });
    await bench.say(thread.id, 'And now?');
    const { thread: folded, failedRuns, window } = await bench.client.threads.get(thread.id);
    expect(folded.summaryThroughSeq).toBe(folded.lastSeq - 8);
    expect(window.liveTurns).toBe(4);
    expect(failedRuns).toEqual([]);
    expect(folded.messageCount).toBe(30);
  });

  test('is one at a time: of many concurrent messages one starts, and the others wait for their turn', async () => {
    const thread = await bench.newThread();
    bench.chat.always({ text: 'Slow.', firstTokenDelayMs: 300 });
    const turns = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        bench.client.threads.send(thread.id, { text: `At once ${index}` }),
      ),
    );
    expect(turns.filter(({ isQueued }) => !isQueued).length).toBeGreaterThan(0);
    await expect.poll(() => bench.allMessages(thread.id), { timeout: 60_000 }).toHaveLength(16);
    const roles = (await bench.allMessages(thread.id)).map(({ role }) => role);
    expect(roles).toEqual(roles.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')));
  });

  test('can be stopped before its first word; its message stays, and is answered by a retry', async () => {
    const thread = await bench.newThread();
    bench.chat.always({ text: 'Late.', firstTokenDelayMs: 60_000 });
    const turn = await bench.client.threads.send(thread.id, { text: 'A long story, please.' });
    for await (const event of bench.client.runs.events(turn.replyRun.id)) {
      if (event.type === 'model-start') break;
    }
    await bench.client.runs.cancel(turn.replyRun.id);
    expect((await bench.end(turn.replyRun.id)).status).toBe('cancelled');
    await bench.settle(turn);
    expect(await bench.allMessages(thread.id)).toHaveLength(1);
    expect((await bench.client.threads.get(thread.id)).failedRuns[0]).toMatchObject({
      taskType: 'reply',
      status: 'cancelled',
    });

    bench.chat.always({ text: 'Now in short.' });
    await bench.settle(await bench.client.threads.retry(thread.id));
    expect((await bench.allMessages(thread.id)).map(({ text }) => text)).toEqual([
      'A long story, please.',
      'Now in short.',
    ]);
  });

  test('without an answer goes out together with the message after it', async () => {
    const { id } = await bench.newThread();
    await bench.say(id, 'First?');
    bench.chat.always({ fault: { kind: 'status', status: 401 } });
    await bench.say(id, 'Failed?');
    bench.chat.always({ text: 'Late.', firstTokenDelayMs: 60_000 });
    const stopped = await bench.client.threads.send(id, { text: 'Stopped?' });
    await bench.client.runs.cancel(stopped.replyRun.id);
    await bench.settle(stopped);
    bench.chat.always({ text: 'Here it is.' });
    await bench.say(id, 'Now?');
    expect(bench.chat.requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'user', content: 'First?' },
        { role: 'assistant', content: 'An answer that says enough.' },
        { role: 'user', content: 'Failed?\n\n---\n\nStopped?\n\n---\n\nNow?' },
      ],
    });
    // The thread itself is unchanged, and each message is still a turn.
    expect((await bench.allMessages(id)).map(({ text }) => text)).toEqual([
      'First?',
      'An answer that says enough.',
      'Failed?',
      'Stopped?',
      'Now?',
      'Here it is.',
    ]);
    expect((await bench.client.threads.get(id)).window.liveTurns).toBe(4);
  });

  test('keeps the old answer until a retry has succeeded', async () => {
    const thread = await bench.newThread();
    await bench.say(thread.id, 'Question.');
    bench.chat.always({ fault: { kind: 'status', status: 401 } });
    await bench.settle(await bench.client.threads.retry(thread.id));
    expect((await bench.allMessages(thread.id)).at(-1)?.text).toBe('An answer that says enough.');
    bench.chat.always({ text: 'Another answer.' });
    await bench.settle(await bench.client.threads.retry(thread.id));
    const messages = await bench.allMessages(thread.id);
    expect(messages.map(({ text }) => text)).toEqual(['Question.', 'Another answer.']);
    expect(messages.at(-1)?.seq).toBe(3);
  });

  test('is replaced when its message is edited, only the newest one', async () => {
    const thread = await bench.newThread();
    const first = await bench.say(thread.id, 'First.');
    const second = await bench.say(thread.id, 'Secnd.');
    await expect(
      bench.client.threads.editLast(thread.id, first.message.id, { text: 'No.' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await bench.settle(
      await bench.client.threads.editLast(thread.id, second.message.id, { text: 'Second.' }),
    );
    const messages = await bench.allMessages(thread.id);
    expect(messages.map(({ text }) => text)).toEqual([
      'First.',
      'An answer that says enough.',
      'Second.',
      'An answer that says enough.',
    ]);
    expect((await bench.client.threads.search({ q: 'Secnd' })).items).toEqual([]);
  });

  test('of a thread that is deleted meanwhile leaves nothing behind', async () => {
    const thread = await bench.newThread();
    bench.chat.always({ text: 'Late.', firstTokenDelayMs: 500 });
    const turn = await bench.client.threads.send(thread.id, { text: 'Hello?' });
    await bench.client.threads.remove(thread.id);
    expect(['cancelled', 'failed']).toContain((await bench.end(turn.replyRun.id)).status);
    await expect(bench.client.threads.get(thread.id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await bench.client.threads.search({ q: 'Hello' })).items).toEqual([]);
  });
});

describeEachPlace('the summary of a thread', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  test('is edited by hand, against the revision that was seen', async () => {
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 8);
    const { summaryRevision } = (await bench.client.threads.get(thread.id)).thread;
    const text = 'My own words about the questions.';
    const edited = await bench.client.threads.editSummary(thread.id, { text, summaryRevision });
    expect(edited).toMatchObject({
      summary: text,
      summaryThroughSeq: 8,
      summaryRunId: null,
      summaryModel: null,
    });
    await expect(
      bench.client.threads.editSummary(thread.id, { text: 'Too late.', summaryRevision }),
    ).rejects.toMatchObject({ code: 'conflict' });
    // The next fold builds on what the user wrote.
    await bench.say(thread.id, 'Question 9.');
    const fold = bench.summarizer.requests.findLast(({ system }) => system.includes('running summary'));
    expect(fold?.prompt).toContain(text);
  });

  test('is rebuilt from all messages it covers, and stays until that succeeds', async () => {
    const thread = await bench.newThread();
    await expect(bench.client.threads.rebuildSummary(thread.id)).rejects.toMatchObject({ code: 'conflict' });
    await bench.sayMany(thread.id, 9);
    const { thread: before } = await bench.client.threads.get(thread.id);
    bench.summarizer.always({ fault: { kind: 'status', status: 401 } });
    const failed = await bench.end((await bench.client.threads.rebuildSummary(thread.id)).id);
    expect(failed.status).toBe('failed');
    expect((await bench.client.threads.get(thread.id)).thread.summary).toBe(before.summary);

    const rebuilt = `REBUILT ${goodSummary}`.trim();
    bench.summarizer.always({ text: rebuilt });
    const run = await bench.end((await bench.client.threads.rebuildSummary(thread.id)).id);
    expect(run).toMatchObject({ status: 'succeeded', parameters: { messageCount: '10' } });
    const { thread: after } = await bench.client.threads.get(thread.id);
    expect(after).toMatchObject({ summary: rebuilt, summaryThroughSeq: before.summaryThroughSeq });
    expect(bench.summarizer.requests.at(-1)?.prompt).not.toContain('SUMMARY: The user asked');
  });

  test('is checked against the messages themselves', async () => {
    bench.chat.always({ text: 'The ferry leaves at 9:40. The ferry costs 12 euros.' });
    const summary =
      'The ferry leaves at 9:40. It takes ninety minutes. The ferry costs fifteen euros. The user asked one question after another, and each time the assistant said when the ferry leaves and what it costs in euros. Nothing else was mentioned so far.';
    bench.summarizer.always({ text: summary });
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 7);
    const { sentences } = await bench.client.threads.grounding(thread.id);
    expect(sentences[0]).toMatchObject({ state: 'quoted', support: [{ seq: 2 }], flags: [] });
    expect(sentences[1]).toMatchObject({
      state: 'not-in-the-source',
      flags: [{ kind: 'number', reason: 'missing' }],
    });
    expect(sentences[2]).toMatchObject({
      state: 'different',
      flags: [{ kind: 'number', source: { seq: 2, text: '12 euros' } }],
    });
    // A paraphrased sentence gets neither a tick nor a warning.
    expect(sentences[3]).toMatchObject({ state: 'not-checked', flags: [] });
  });

  test('is checked in the language of messages that are too short to tell it', async () => {
    bench.chat.always({ text: 'Fähre fährt Mittwoch gegen 9:40 ab.' });
    const summary =
      'Fähre fährt Mittwoch gegen 9:40 ab. Der Benutzer fragte nach den Fährzeiten, und der Assistent nannte die Fährzeiten: Die Fähre fährt am Mittwoch gegen 9:40 ab. Andere Fährzeiten oder andere Tage wurden bisher nicht genannt.';
    bench.summarizer.always({ text: summary });
    const thread = await bench.newThread();
    for (let turn = 0; turn < 8; turn += 1) await bench.say(thread.id, 'Fährzeiten?');
    const { sentences } = await bench.client.threads.grounding(thread.id);
    expect(sentences[0]).toMatchObject({ state: 'quoted', support: [{ seq: 2 }] });
  });

  test('grows by blocks that stay as they are under the policy of segments', async () => {
    await bench.setAgent({
      memory: { policy: 'segments', hotPathTokenBudget: 100, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
    let fold = 0;
    bench.summarizer.always(({ system }) => ({
      text: system.includes('running summary') ? `BLOCK ${++fold}. ${goodSummary}`.trim() : 'Title',
    }));
    bench.chat.always({
      text: 'An answer of some length that soon fills a window of a hundred tokens. '.repeat(4),
    });
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 5);
    const { summary } = (await bench.client.threads.get(thread.id)).thread;
    expect(fold).toBeGreaterThan(1);
    expect(summary?.split('\n\n')).toHaveLength(fold);
    expect(summary).toMatch(/^BLOCK 1\.[^]*BLOCK 2\./);
  });
});

describe('with no model configured', () => {
  describeEachPlace('the offline model', (current) => {
    test('quotes from the user’s own library, with links, and folds long threads', async () => {
      const bench = await openSpacesBench(current().place);
      try {
        await bench.client.reader.feeds.addSample();
        const space = await bench.client.spaces.create({ name: 'Offline' });
        const thread = await bench.client.threads.create({ spaceId: space.id });
        await bench.say(thread.id, 'How long will the harbour bridge be closed?');
        const [, answer] = await bench.allMessages(thread.id);
        expect(answer).toMatchObject({ provider: 'builtin', model: 'offline-extract' });
        expect(answer?.text).toMatch(/> .*bridge[^]*\]\(\/reader\/all\/\d+\)/i);
        await bench.say(thread.id, 'xyzzy plugh');
        expect((await bench.allMessages(thread.id)).at(-1)?.text).toContain('/settings/models');
        for (let turn = 3; turn <= 9; turn++)
          await bench.say(thread.id, `What does the library say about the harbour bridge, part ${turn}?`);
        const { thread: folded } = await bench.client.threads.get(thread.id);
        expect(folded.summaryThroughSeq).toBe(10);
        expect(folded.summary).toContain('harbour bridge');
        expect(folded.title).toBe('How long will the harbour bridge be closed?');
        expect(bench.chat.requests).toEqual([]);
        expect(bench.summarizer.requests).toEqual([]);
      } finally {
        await bench.close();
      }
    });
  });
});
