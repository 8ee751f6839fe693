import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { type FeedServer, rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
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

  /** Checks that since the last kill, the model was not asked about entries whose tags were stored. */
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
      expect(await store.correctCounters()).toBeNull();
      const { items } = await store.runs.listRuns({ taskType: 'tagging', status: 'succeeded', limit: 200 });
      const entries = items.map(({ source }) => source.id);
      expect(new Set(entries).size).toBe(count);
      expect(entries).toHaveLength(count);
    } finally {
      await store.close();
    }
  });
});

describeEachPlace('kill -9 between the new entries of a feed and the runs that tag them', (current) => {
  let model: ScriptedModel;
  let feeds: FeedServer;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel({ reply: answer });
    feeds = await startFeedServer();
    server = await startServer(placeOf());
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await Promise.all([model.close(), feeds.close()]);
  });

  const placeOf = () => ({ ...current().place, env: { PRECIS_ALLOW_HOSTS: '127.0.0.1' } });
  /**
   * Ends the wait for another process to tag the entries. It lasts a minute, in case the process that stored them
   * still lives.
   */
  async function letHoldsPass(feedId: FeedId): Promise<void> {
    const store = await openStore(current().place);
    try {
      expect(await store.tags.listWished({ at: Date.now() })).toEqual([]);
      expect(await store.tags.listWished({ feedId })).toHaveLength(29);
      await store.tags.holdWished(feedId, Date.now());
    } finally {
      await store.close();
    }
  }

  const publish = (entries: number) => {
    const items = Array.from({ length: entries }, (_, at) => ({
      id: `entry-${at}`,
      title: `Report ${at}`,
      html: `<p>${textOf(at)}</p>`,
      link: feeds.url(`/page-${at}`),
    }));
    feeds.on('/feed', { body: rss('Reports', items) });
  };

  test('tags each of them once after the restart', async () => {
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await server.client.models.put(profile);
    await server.client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
    publish(1);
    const feed = await server.client.reader.feeds.subscribe({ url: feeds.url('/feed') });
    await server.client.reader.feeds.patch(feed.id, { autoTag: 'accept', fetchFullText: true });
    // The page of the newest entry never answers. The text of the entry is stored, but its run is not.
    for (let at = 0; at < 30; at++) feeds.on(`/page-${at}`, () => {});
    publish(30);
    void server.client.reader.feeds.refresh(feed.id).catch(() => {});
    const asked = () => Array.from({ length: 30 }, (_, at) => feeds.requests(`/page-${at}`).length);
    await expect.poll(() => asked().some((count) => count > 0), { timeout: 60_000 }).toBe(true);
    await server.end('SIGKILL');
    expect(model.requests).toEqual([]);
    await letHoldsPass(feed.id);

    server = await startServer(placeOf());
    const tagged = async () =>
      (await server.client.reader.entries.list({ view: 'all', limit: 200 })).items.filter(
        ({ tags }) => tags.length > 0,
      );
    await expect.poll(async () => (await tagged()).length, { timeout: 60_000 }).toBe(29);
    expect((await tagged()).some(({ title }) => title === 'Report 0')).toBe(false);
    expect(model.requests.map(numberOf).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 29 }, (_, at) => at + 1),
    );
    expect((await server.client.runs.list({ taskType: 'tagging', limit: 200 })).items).toHaveLength(29);
  });
});
