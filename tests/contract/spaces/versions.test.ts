import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadId } from '#schema/spaces/space.ts';
import { describeEachPlace } from '../each-store.ts';
import { goodSummaryOf, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const isFold = ({ system }: { system: string }) => system.includes('running summary');
const own = 'My own words about the questions.';

describeEachPlace('the versions of a summary', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
    let folds = 0;
    bench.summarizer.always((request) => ({
      text: isFold(request) ? goodSummaryOf(++folds) : 'A title',
    }));
  });
  afterEach(() => bench.close());

  const revisionOf = async (id: ThreadId) => (await bench.client.threads.get(id)).thread.summaryRevision;
  const edit = async (id: ThreadId, text: string) =>
    bench.client.threads.editSummary(id, { text, summaryRevision: await revisionOf(id) });

  /** Starts a thread with one fold. */
  async function startThread(): Promise<ThreadId> {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 7);
    return id;
  }

  test('say who wrote each of them, when and why', async () => {
    const id = await startThread();
    await edit(id, own);
    await bench.end((await bench.client.threads.rebuildSummary(id)).id);
    const versions = await bench.client.threads.versions(id);
    expect(versions).toMatchObject([
      { revision: 3, reason: 'rebuild', model: 'summary-model', throughSeq: 2 },
      { revision: 2, reason: 'edit', model: null, runId: null, text: own, throughSeq: 2 },
      { revision: 1, reason: 'fold', model: 'summary-model', throughSeq: 2 },
    ]);
    const { thread } = await bench.client.threads.get(id);
    expect(versions[0]).toMatchObject({ text: thread.summary, createdAt: thread.summaryUpdatedAt });
    expect(JSON.stringify(await bench.client.threads.exportJson(id))).not.toContain(own);
  });

  test('bring back a text that a rebuild replaced, word for word and without a model', async () => {
    const id = await startThread();
    await edit(id, own);
    await bench.end((await bench.client.threads.rebuildSummary(id)).id);
    const asked = bench.summarizer.requests.length;
    const restored = await bench.client.threads.restoreSummary(id, { revision: 2, summaryRevision: 3 });
    expect(restored).toMatchObject({
      run: null,
      thread: { summary: own, summaryRevision: 4, summaryModel: null },
    });
    expect(bench.summarizer.requests).toHaveLength(asked);
    expect((await bench.client.threads.versions(id))[0]).toMatchObject({
      revision: 4,
      reason: 'restore',
      text: own,
    });
    await bench.say(id, 'Question 8.');
    const prompt = bench.chat.requests.at(-1);
    expect(prompt?.system).toContain(own);
  });

  test('that cover fewer messages take in the later ones again, and lose none of them', async () => {
    const id = await startThread();
    await edit(id, own);
    await bench.say(id, 'Question 8.');
    const { thread: before } = await bench.client.threads.get(id);
    expect(before).toMatchObject({ summaryRevision: 3, summaryThroughSeq: 8 });
    const { thread, run } = await bench.client.threads.restoreSummary(id, {
      revision: 2,
      summaryRevision: 3,
    });
    // The old summary stays until the run succeeds.
    expect(thread.summary).toBe(before.summary);
    expect((await bench.end(run?.id ?? expect.unreachable())).status).toBe('succeeded');
    const read = bench.summarizer.requests.filter(isFold).at(-1)?.prompt ?? '';
    expect(read).toContain(own);
    for (const turn of [2, 3, 4]) expect(read).toContain(`Question ${turn}.`);
    for (const turn of [1, 5]) expect(read).not.toContain(`Question ${turn}.`);
    const after = (await bench.client.threads.get(id)).thread;
    expect(after).toMatchObject({ summaryRevision: 4, summaryThroughSeq: 8, liveTokens: before.liveTokens });
    expect((await bench.client.threads.versions(id))[0]).toMatchObject({ reason: 'restore', revision: 4 });
  });

  test('are not restored over a summary that has changed, nor when they are not there', async () => {
    const id = await startThread();
    await edit(id, own);
    const restore = (revision: number, summaryRevision: number) =>
      bench.client.threads.restoreSummary(id, { revision, summaryRevision });
    await expect(restore(1, 1)).rejects.toMatchObject({ code: 'conflict' });
    await expect(restore(2, 2)).rejects.toMatchObject({ code: 'conflict' });
    await expect(restore(9, 2)).rejects.toMatchObject({ code: 'not_found' });
    expect((await bench.client.threads.get(id)).thread).toMatchObject({ summary: own, summaryRevision: 2 });
  });

  test('go with their thread', async () => {
    const id = await startThread();
    await bench.client.threads.remove(id);
    await expect(bench.client.threads.versions(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
