import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadId } from '#schema/spaces/space.ts';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';
import { describeEachPlace } from '../each-store.ts';
import { openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const isTitle = ({ system }: { system: string }) => system.includes('You name conversations');
const question = 'When does the bridge close?';

describeEachPlace('the title of a thread', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  const titleOf = async (id: ThreadId) => (await bench.client.threads.get(id)).thread.title;
  const asked = () => bench.summarizer.requests.filter(isTitle).length;

  test('is asked for once while a slow one is open', async () => {
    const gate = Promise.withResolvers<Reply>();
    bench.summarizer.always(() => gate.promise);
    const { id } = await bench.newThread();
    for (const text of [question, 'And then?', 'And after that?']) {
      await bench.end((await bench.client.threads.send(id, { text })).replyRun.id);
    }
    await expect.poll(asked).toBe(1);
    expect((await bench.client.runs.list({ taskType: 'title' })).items).toHaveLength(1);
    gate.resolve({ text: 'Closing the Harbour Bridge' });
    await expect.poll(() => titleOf(id)).toBe('Closing the Harbour Bridge');
    await bench.say(id, 'Thank you.');
    expect(asked()).toBe(1);
  });

  test.each<[string, Reply]>([
    ['an error', { fault: { kind: 'status', status: 401 } }],
    ['several lines', { text: 'Here is your title:\n\n**The bridge**' }],
  ])('is the first words after %s, and is not asked for again', async (_, reply) => {
    bench.summarizer.always(reply);
    const { id } = await bench.newThread();
    await bench.say(id, question);
    expect(await titleOf(id)).toBe(question);
    const before = asked();
    await bench.say(id, 'And then?');
    expect(asked()).toBe(before);
  });
});
