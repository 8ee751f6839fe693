import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

const count = 24;
const textOf = (at: number) =>
  [
    `Report number ${at} says that the harbour of Lunde will be dredged before the winter storms arrive.`,
    'The council discussed the dredging for three hours and then sent the paper back to its authors.',
    'Fishermen were heard as well, and their letter is printed on the last page of the paper.',
  ].join(' ');

function answer(): Reply {
  const tags = [
    { name: 'Lunde', quote: 'the harbour of Lunde will be dredged' },
    { name: 'fishermen', quote: 'Fishermen were heard as well' },
  ];
  return { text: JSON.stringify({ tags }) };
}

const numberOf = ({ prompt }: ScriptedRequest) => Number(/Report number (\d+)/.exec(prompt)?.[1]);

describeEachPlace('kill -9 during a tagging batch', (current) => {
  let model: ScriptedModel;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel({ reply: answer });
    server = await startServer(current().place);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await model.close();
  });

  /** Since the last kill. */
  function expectNotAsked(stored: ReadonlySet<number>): void {
    expect(model.requests.map(numberOf).filter((number) => stored.has(number))).toEqual([]);
  }

  test('continues automatically after each restart; nothing is lost, doubled, or asked again once it was stored', async () => {
    const { place } = current();
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await server.client.models.put(profile);
    await server.client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
    const entryIds: EntryId[] = [];
    for (let at = 0; at < count; at++) {
      const entry = { kind: 'text' as const, title: `Report ${at}`, text: textOf(at) };
      entryIds.push((await server.client.reader.entries.add(entry)).id);
    }

    const hanging = new Promise<never>(() => {});
    let allowed = 6;
    const answerSome = () => (allowed-- > 0 ? answer() : hanging);
    model.always(answerSome);
    const { id } = await server.client.tags.batches.start({ selection: { entryIds }, mode: 'accept' });
    const storedBefore = new Set<number>();
    for (const more of [6, 6]) {
      await expect.poll(() => allowed, { timeout: 60_000 }).toBeLessThan(0);
      expectNotAsked(storedBefore);
      const { items } = await server.client.tags.batches.entries(id, { status: 'done', limit: 200 });
      for (const { title } of items) storedBefore.add(Number(/\d+/.exec(title)?.[0]));
      await server.end('SIGKILL');
      model.requests.length = 0;
      allowed = more;
      server = await startServer(place);
    }
    await expect.poll(() => allowed, { timeout: 60_000 }).toBeLessThan(0);
    expectNotAsked(storedBefore);
    await server.end('SIGKILL');
    model.requests.length = 0;
    model.always(answer);
    server = await startServer(place);
    const status = async () => (await server.client.tags.batches.get(id)).status;
    await expect.poll(status, { timeout: 120_000 }).toBe('done');
    expect(await server.client.tags.batches.get(id)).toMatchObject({
      total: count,
      done: count,
      failed: 0,
      tags: 2 * count,
    });
    expect(storedBefore.size).toBeGreaterThan(0);
    expectNotAsked(storedBefore);
    expect(await server.client.tags.list()).toMatchObject([
      { name: 'fishermen', entries: count },
      { name: 'Lunde', entries: count },
    ]);
    await server.end('SIGKILL');

    const store = await openStore(place);
    try {
      expect(await store.checkIntegrity()).toBeNull();
      const { items } = await store.runs.listRuns({ taskType: 'tagging', status: 'succeeded', limit: 200 });
      const entries = items.map(({ source }) => source.id);
      expect(new Set(entries).size).toBe(count);
      expect(entries).toHaveLength(count);
    } finally {
      await store.close();
    }
  });
});
