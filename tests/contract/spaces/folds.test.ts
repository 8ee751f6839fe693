import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { type ChatName, chats } from '#tests/fixtures/folds/chats.ts';
import { honestFolds } from '#tests/fixtures/folds/honest-folds.ts';
import { hostileFolds } from '#tests/fixtures/folds/hostile-folds.ts';
import { closePlace, openPlace, type StorePlace } from '../each-store.ts';
import { openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

/** A window so small that all turns but the newest leave it with the next message. */
const tinyWindow = {
  memory: {
    policy: 'adaptive',
    hotPathTokenBudget: 100,
    hotPathMarginPct: 0,
    recentMessageFloor: 2,
  },
} as const;

const names = Object.keys(chats) as ChatName[];

/**
 * The summarizer's answers. Both stores use the same checks, so PostgreSQL gets one hostile answer of each kind and
 * SQLite gets all.
 */
function answersFor(dialect: 'sqlite' | 'postgres', name: ChatName) {
  const honest = honestFolds.filter(({ chat }) => chat === name);
  const hostile = hostileFolds.filter(({ chat = 'trip' }) => chat === name);
  if (dialect === 'sqlite') return { honest, hostile };
  const kinds = new Map(hostile.toReversed().map((fold) => [fold.reason, fold]));
  return { honest: honest.slice(0, 2), hostile: [...kinds.values()] };
}

describe.each(inject('dialects'))('the answer of a summarizer over HTTP (%s)', (dialect) => {
  let place: StorePlace;
  let bench: SpacesBench;
  beforeAll(async () => {
    place = await openPlace(dialect);
    bench = await openSpacesBench(place);
  });
  afterAll(async () => {
    await bench.close();
    await closePlace(place);
  });

  /** Makes an answer that fills the window on its own. */
  function longAnswer(name: ChatName): string {
    const all = chats[name].said.map(([, assistant]) => assistant).join(' ');
    return all.repeat(Math.ceil(800 / all.length));
  }

  /** Starts a thread with the whole chat, all of it live until the next message. */
  async function startChat(name: ChatName): Promise<ThreadId> {
    await bench.setAgent();
    const { id } = await bench.newThread();
    const { previousSummary } = chats[name];
    if (previousSummary !== null) {
      bench.chat.always({ text: 'Noted.' });
      await bench.say(id, previousSummary);
    }
    for (const [user, assistant] of chats[name].said) {
      bench.chat.always({ text: assistant });
      await bench.say(id, user);
    }
    bench.chat.always({ text: longAnswer(name) });
    await bench.say(id, chats[name].said[2][0]);
    await bench.setAgent(tinyWindow);
    return id;
  }

  async function summaryOf(id: ThreadId) {
    const { thread } = await bench.client.threads.get(id);
    const { summary, summaryThroughSeq, summaryRevision, summaryUpdatedAt, summaryRunId } = thread;
    return { summary, summaryThroughSeq, summaryRevision, summaryUpdatedAt, summaryRunId };
  }

  const newestFold = async (): Promise<Run | null> =>
    (await bench.client.runs.list({ taskType: 'fold', limit: 1 })).items[0] ?? null;

  const issueCount = async () => (await bench.client.issues.list()).total;

  /** The first hostile answer follows a message. Each later one answers the fold that is retried. */
  async function refuseAll(id: ThreadId, name: ChatName) {
    const { hostile } = answersFor(dialect, name);
    if (hostile.length === 0) return;
    const before = await summaryOf(id);
    const issues = await issueCount();
    const answer = chats[name].said[0][1];
    let fold: Run | null = null;
    for (const { name: kind, text } of hostile) {
      bench.summarizer.always({ text });
      bench.chat.always({ text: answer });
      if (fold === null) await bench.say(id, chats[name].said[1][0]);
      const started: Run | null = fold === null ? await newestFold() : await bench.client.runs.retry(fold.id);
      if (started === null) throw new Error(`No fold was due for ${kind}.`);
      fold = await bench.end(started.id);
      expect({ kind, task: fold.taskType, status: fold.status, after: await summaryOf(id) }).toEqual({
        kind,
        task: 'fold',
        status: 'failed',
        after: before,
      });
    }
    const { failedRuns } = await bench.client.threads.get(id);
    expect(failedRuns.map(({ taskType }) => taskType)).toEqual(['fold']);
    expect((await bench.allMessages(id)).at(-1)?.text).toBe(answer);
    expect(await issueCount()).toBe(issues + hostile.length);
  }

  const onPostgres = names.filter((name) => name === 'trip' || name === 'chinese');
  const tested = dialect === 'sqlite' ? names : onPostgres;

  test.each(tested)(
    'that is honest is stored as it is, and a hostile one after it changes no byte: %s',
    async (name) => {
      const id = await startChat(name);
      const [first, ...others] = answersFor(dialect, name).honest;
      const issues = await issueCount();
      bench.summarizer.always({ text: first?.text ?? '' });
      await bench.say(id, 'That is all for now.');
      expect(await summaryOf(id)).toMatchObject({ summary: first?.text });
      expect(await issueCount()).toBe(issues);

      await refuseAll(id, name);

      for (const { name: kind, text } of others) {
        bench.summarizer.always({ text });
        await bench.end((await bench.client.threads.rebuildSummary(id)).id);
        expect({ kind, summary: (await summaryOf(id)).summary }).toEqual({ kind, summary: text });
      }
    },
    120_000,
  );

  test('that is too short for a short turn changes nothing and is no failure', async () => {
    const id = await startChat('short');
    const issues = await issueCount();
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
    expect(await issueCount()).toBe(issues);

    // The next fold includes those turns and the newer one.
    await bench.say(id, 'One more thing, where do batteries go?');
    const fold = bench.summarizer.requests.findLast(({ system }) => system.includes('running summary'));
    expect(fold?.prompt).toContain('Which bin do milk cartons go in?');
    const [first, second] = [turn.foldRun, await newestFold()].map((each) =>
      Number(each?.parameters.messageCount),
    );
    expect(second).toBeGreaterThan(first ?? Number.NaN);
  });

  test('that is bad leaves the summary unchanged on a rebuild too', async () => {
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
