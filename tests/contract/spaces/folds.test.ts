import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadId } from '#schema/space.ts';
import { type ChatName, chats } from '#tests/fixtures/folds/chats.ts';
import { honestFolds } from '#tests/fixtures/folds/honest-folds.ts';
import { hostileFolds } from '#tests/fixtures/folds/hostile-folds.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

/** So small that all but the newest turn leave with the next message. */
const tinyWindow = {
  memory: {
    policy: 'adaptive',
    hotPathTokenBudget: 100,
    hotPathMarginPct: 0,
    recentMessageFloor: 2,
  },
} as const;

const names = Object.keys(chats) as ChatName[];

describeEachPlace('the answer of a summarizer over HTTP', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  /** A thread with the whole chat in it, all of it live, and a long answer that fills the window alone. */
  async function startChat(name: ChatName): Promise<ThreadId> {
    await bench.setAgent();
    const { id } = await bench.newThread();
    for (const [user, assistant] of chats[name].said) {
      bench.chat.always({ text: assistant });
      await bench.say(id, user);
    }
    const long = chats[name].said.map(([, assistant]) => assistant).join(' ');
    bench.chat.always({ text: long.repeat(Math.ceil(800 / long.length)) });
    await bench.say(id, chats[name].said[2][0]);
    await bench.setAgent(tinyWindow);
    return id;
  }

  async function summaryOf(id: ThreadId) {
    const { thread } = await bench.client.threads.get(id);
    const { summary, summaryThroughSeq, summaryRevision, summaryUpdatedAt, summaryRunId } = thread;
    return { summary, summaryThroughSeq, summaryRevision, summaryUpdatedAt, summaryRunId };
  }

  test.each(names)(
    'that is hostile changes nothing, and the chat continues: %s',
    async (name) => {
      const hostile = hostileFolds.filter(({ chat = 'trip' }) => chat === name);
      if (hostile.length === 0) return;
      const id = await startChat(name);
      const before = await summaryOf(id);
      for (const { name: kind, text } of hostile) {
        bench.summarizer.always({ text });
        bench.chat.always({ text: chats[name].said[0][1] });
        const turn = await bench.say(id, chats[name].said[1][0]);
        const { failedRuns } = await bench.client.threads.get(id);
        expect({
          kind,
          fold: turn.foldRun?.taskType,
          after: await summaryOf(id),
          failed: failedRuns.map(({ taskType }) => taskType),
          answer: (await bench.allMessages(id)).at(-1)?.text,
        }).toEqual({ kind, fold: 'fold', after: before, failed: ['fold'], answer: chats[name].said[0][1] });
      }
      const issues = await bench.client.issues.list();
      expect(issues.total).toBe(hostile.length);
      expect(before).toMatchObject({ summary: null, summaryThroughSeq: 0 });
    },
    300_000,
  );

  test.each(names)(
    'that is honest is stored as it is: %s',
    async (name) => {
      const honest = honestFolds.filter(({ chat }) => chat === name);
      if (honest.length === 0) return;
      const id = await startChat(name);
      for (const { name: kind, text } of honest) {
        bench.summarizer.always({ text });
        bench.chat.always({ text: 'Noted.' });
        const { summaryThroughSeq: folded } = await summaryOf(id);
        if (folded === 0) await bench.say(id, 'That is all for now.');
        else await bench.end((await bench.client.threads.rebuildSummary(id)).id);
        expect({ kind, summary: (await summaryOf(id)).summary }).toEqual({ kind, summary: text });
      }
      expect((await bench.client.issues.list()).total).toBe(0);
    },
    300_000,
  );

  test('that is too short for a short turn changes nothing and is no failure', async () => {
    const id = await startChat('short');
    bench.summarizer.always({ text: 'Milk cartons go in the yellow bin, every second Tuesday.' });
    const before = await summaryOf(id);
    const turn = await bench.say(id, 'Thank you very much.');
    const run = turn.foldRun === null ? null : await bench.end(turn.foldRun.id);
    expect(run).toMatchObject({
      status: 'succeeded',
      errorCode: null,
      grounding: null,
      outputLanguage: null,
    });
    const events = await Array.fromAsync(bench.client.runs.events(run?.id ?? turn.replyRun.id));
    expect(events).toContainEqual(expect.objectContaining({ type: 'fold-skipped', needed: 200 }));
    expect(await summaryOf(id)).toEqual(before);
    expect((await bench.client.threads.get(id)).failedRuns).toEqual([]);
    expect((await bench.client.issues.list()).total).toBe(0);

    // The next fold takes those turns along with the newer one.
    const next = await bench.say(id, 'One more thing, where do batteries go?');
    const fold = bench.summarizer.requests.findLast(({ system }) => system.includes('running summary'));
    expect(fold?.prompt).toContain('Which bin do milk cartons go in?');
    const [first, second] = [turn, next].map(({ foldRun }) => Number(foldRun?.parameters.messageCount));
    expect(second).toBeGreaterThan(first ?? Number.NaN);
  });

  test('that is bad leaves the summary as it was on a rebuild too', async () => {
    const id = await startChat('trip');
    bench.summarizer.always({ text: honestFolds[0]?.text ?? '' });
    bench.chat.always({ text: 'Noted.' });
    await bench.say(id, 'That is all for now.');
    const before = await summaryOf(id);
    for (const text of ['asdf '.repeat(90), 'The trip goes to Lisbon.']) {
      bench.summarizer.always({ text });
      const run = await bench.end((await bench.client.threads.rebuildSummary(id)).id);
      expect(run.status).toBe(text.startsWith('asdf') ? 'failed' : 'succeeded');
      expect(await summaryOf(id)).toEqual(before);
    }
  });
});
