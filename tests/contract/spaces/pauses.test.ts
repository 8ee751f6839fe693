import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { coldAfterMs } from '#memory/window-policy.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { describeEachPlace } from '../each-store.ts';
import { withRawDatabase } from '../store/with-raw-database.ts';
import { goodSummary, goodSummaryOf, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const isFold = ({ system }: { system: string }) => system.includes('running summary');
const answer = 'An answer that says enough about the harbour, its bridge and the ships. '.repeat(6);

describeEachPlace('a thread under the frugal policy', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
    await bench.setAgent({
      memory: { policy: 'frugal', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
    bench.chat.always({ text: answer });
    let folds = 0;
    bench.summarizer.always((request) => ({
      text: isFold(request) ? goodSummaryOf(++folds) : 'A title',
    }));
  });
  afterEach(() => bench.close());

  const foldsOf = () => bench.summarizer.requests.filter(isFold);

  /** Makes all messages an hour older. */
  async function pause(id: ThreadId): Promise<void> {
    await withRawDatabase(current().place, async (db) => {
      await sql`update messages set created_at = created_at - ${coldAfterMs} where thread_id = ${id}`.execute(
        db,
      );
    });
  }

  async function checkCoverage(id: ThreadId): Promise<void> {
    const { thread } = await bench.client.threads.get(id);
    const messages = await bench.allMessages(id);
    const read = foldsOf()
      .map(({ prompt }) => prompt)
      .join('\n');
    for (const { seq, role, text } of messages)
      if (seq <= thread.summaryThroughSeq && role === 'user') expect(read).toContain(text);
    const live = messages.filter(({ seq }) => seq > thread.summaryThroughSeq);
    expect(thread.liveTokens).toBe(live.reduce((sum, { tokens }) => sum + tokens, 0));
  }

  test('folds before the message that comes after a pause, into short blocks that stay as they are', async () => {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 12);
    expect(foldsOf()).toHaveLength(0);
    await pause(id);
    const turn = await bench.say(id, 'Question 13.');
    expect(turn.foldRun).toMatchObject({ parameters: { maxWords: '80', maxCharacters: '260' } });
    expect(foldsOf()[0]?.system).toContain('at most 80 words');
    const first = (await bench.client.threads.get(id)).thread;
    expect(first.summaryThroughSeq).toBe(16);
    await checkCoverage(id);

    await bench.sayMany(id, 8, 14);
    expect(foldsOf()).toHaveLength(1);
    await pause(id);
    await bench.say(id, 'Question 22.');
    const second = (await bench.client.threads.get(id)).thread;
    expect(second.summary).toBe(`${first.summary}\n\n${goodSummaryOf(2)}`);
    expect(foldsOf()[1]?.prompt).not.toContain('That was fold 1.');
    await checkCoverage(id);
  });

  test('is explained with its pauses', async () => {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 12);
    await pause(id);
    await bench.say(id, 'Question 13.');
    const frugal = await bench.client.threads.explain(id);
    expect(frugal).toMatchObject({ policy: 'frugal', costUsd: null });
    expect(frugal.folds).toEqual([{ beforeSeq: 25, messages: 16, reason: 'pause', liveTurnsAfter: 4 }]);
    const segments = await bench.client.threads.explain(id, { policy: 'segments' });
    expect(segments.folds).toEqual([]);
  });

  test('keeps all turns live where the fold after a pause fails', async () => {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 12);
    await pause(id);
    bench.summarizer.always({ text: 'I’m sorry, but I can’t help with that.' });
    await bench.say(id, 'Question 13.');
    expect((await bench.client.threads.get(id)).thread).toMatchObject({
      summary: null,
      summaryThroughSeq: 0,
    });
    expect(bench.chat.requests.at(-1)?.body).toHaveProperty('messages.length', 24 + 1);
    await checkCoverage(id);
  });

  test('continues a fold after a pause when the process was stopped during it', async () => {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 12);
    await pause(id);
    const gate = Promise.withResolvers<void>();
    bench.summarizer.always(async () => {
      await gate.promise;
      return { text: goodSummary };
    });
    const { replyRun } = await bench.client.threads.send(id, { text: 'Question 13.' });
    await expect.poll(() => foldsOf().length).toBe(1);
    const { chat, summarizer } = bench;
    await bench.app.stop(0);
    gate.resolve();
    const again = await openSpacesBench(current().place, { servers: { chat, summarizer } });
    try {
      expect((await again.end(replyRun.id)).status).toBe('succeeded');
      const versions = await again.client.threads.versions(id);
      expect(versions.at(-1)).toMatchObject({ reason: 'fold', throughSeq: 16, revision: 1 });
      expect(await again.allMessages(id)).toHaveLength(26);
    } finally {
      await again.app.stop(0);
    }
  });
});
