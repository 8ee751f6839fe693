import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { describeEachPlace } from '../each-store.ts';
import { goodSummary, openSpacesBench, type SpacesBench } from '../spaces/open-spaces-bench.ts';
import { watchStatements } from './watch-statements.ts';

const mostPerTurn = 60;
const mostPerSummary = 30;

const article = Array.from(
  { length: 12 },
  (_, n) => `Paragraph ${n + 1} tells how the harbour bridge will be closed and who has to walk around.`,
).join('\n\n');

describeEachPlace('the statements from a request to the end of its runs', (current) => {
  let bench: SpacesBench;
  let watch: ReturnType<typeof watchStatements>;
  beforeEach(async () => {
    watch = watchStatements();
    // The heartbeats and polling that the start begins belong to no request.
    bench = await openSpacesBench(current().place, { start: (app) => watch.aside(() => app.start()) });
  });
  afterEach(async () => {
    watch.stop();
    await bench.close();
  });

  async function connectModel(): Promise<void> {
    const profile = scriptedProfile('primary', bench.chat.baseUrl('openai'));
    await bench.client.models.put(profile);
    await bench.client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  }

  /** Opens a thread of six turns. With the seventh, the first one leaves the window. */
  async function openThread(): Promise<ThreadId> {
    const space = await bench.client.spaces.create({ name: 'Research', instructions: '' });
    const { id } = await bench.client.threads.create({ spaceId: space.id });
    await bench.sayMany(id, 6);
    return id;
  }

  async function addEntry(): Promise<EntryId> {
    return (await bench.client.reader.entries.add({ kind: 'text', title: 'The bridge', text: article })).id;
  }

  /** Counts one write of events per run, since the real number depends on how long the run takes. */
  function expectAtMost(most: number, { what, runs }: { what: string; runs: number }): void {
    const statements = watch.take();
    const appends = statements.filter((statement) => statement.startsWith('with owned as'));
    const count = statements.length - Math.max(0, appends.length - runs);
    console.log(`${what} (${current().dialect}): ${count} statements`);
    expect(count > most ? statements : []).toEqual([]);
  }

  test(`are at most ${mostPerTurn} for a chat turn with a fold`, async () => {
    await connectModel();
    bench.chat.always(({ system }) => ({
      text: system.includes('running summary') ? goodSummary : 'An answer that says enough.',
    }));
    const id = await openThread();
    watch.take();
    const turn = await bench.client.threads.send(id, { text: 'Question 7.' });
    await watch.aside(() => bench.settle(turn));
    expectAtMost(mostPerTurn, { what: 'chat turn with a fold', runs: 2 });
    expect((await bench.client.threads.get(id)).thread.summaryThroughSeq).toBe(2);
  });

  test.each(['offline', 'connected'])(
    `are at most ${mostPerSummary} for an article summary by the %s model`,
    async (kind) => {
      if (kind === 'connected') await connectModel();
      bench.chat.always({ text: 'The harbour bridge will be closed.' });
      const id = await addEntry();
      watch.take();
      const run = await bench.client.reader.summaries.start(id);
      const ended = await watch.aside(() => bench.end(run.id));
      expectAtMost(mostPerSummary, { what: `article summary, ${kind} model`, runs: 1 });
      expect(ended.status).toBe('succeeded');
    },
  );
});
