import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { type Cluster, openCluster } from './open-cluster.ts';

const processes = 4;

describe(`${processes} processes that share one PostgreSQL`, () => {
  let cluster: Cluster;
  let feeds: Awaited<ReturnType<typeof startFeedServer>>;
  beforeAll(async () => {
    feeds = await startFeedServer();
    const env = { PRECIS_ALLOW_HOSTS: new URL(feeds.url('/')).host };
    cluster = await openCluster({ count: processes, env });
  }, 120_000);
  afterAll(async () => {
    await cluster.close();
    await feeds.close();
  });

  test('see a setting changed on one of them immediately, and notify their readers', async () => {
    const ending = new AbortController();
    const told = cluster.servers.map(async ({ client }) => {
      for await (const { what } of client.changes({ signal: ending.signal })) {
        if (what === 'settings' && (await client.settings.get()).storage.summaryCap === 77) return true;
      }
      return false;
    });
    await cluster.at(1).client.settings.patch({ storage: { summaryCap: 77 } });
    for (const { client } of cluster.servers)
      expect((await client.settings.get()).storage.summaryCap).toBe(77);
    expect(await Promise.all(told)).toEqual(cluster.servers.map(() => true));
    ending.abort();
  });

  test('take the turns of one conversation one by one, each once', async () => {
    const id = conversationIdSchema.parse('one-talk');
    const sent = Array.from({ length: 16 }, (_, n) => n + 1);
    const results = await Promise.all(
      sent.map((n) =>
        cluster.at(n).client.conversations.addTurn(id, {
          user_message: `Question ${n}`,
          final_response: 'The ferry leaves at noon.',
        }),
      ),
    );
    expect(results.map(({ turn }) => turn).toSorted((one, other) => one - other)).toEqual(sent);
    const { items } = await cluster.at(0).client.conversations.turns(id, { limit: 50 });
    expect(items.map(({ number }) => number)).toEqual(sent);
    expect(new Set(items.map(({ user }) => user)).size).toBe(sent.length);
  });

  test('answer several concurrent writers to a thread one after the other, or tell them', async () => {
    const agentId = agentIdSchema.parse('talker');
    const input = agentInputSchema.parse({ name: 'Talker', llm: { model: 'builtin' } });
    await cluster.at(0).client.agents.put(agentId, input);
    const space = await cluster.at(0).client.spaces.create({ name: 'Research', agentId });
    const { id } = await cluster.at(1).client.threads.create({ spaceId: space.id });
    const accepted: string[] = [];
    for (let round = 0; round < 3; round++) {
      const sends = await Promise.allSettled(
        cluster.servers.map(({ client }, n) => client.threads.send(id, { text: `Message ${round}.${n}.` })),
      );
      for (const sent of sends) {
        if (sent.status === 'rejected') {
          expect(sent.reason).toBeInstanceOf(AppError);
          expect(sent.reason).toMatchObject({ code: 'conflict' });
          continue;
        }
        accepted.push(sent.value.message.text);
        await cluster.end(sent.value.replyRun.id);
      }
      expect(accepted.length).toBeGreaterThan(round);
    }
    const read = async () =>
      (await cluster.at(2).client.threads.messages(id, { afterSeq: 0, limit: 100 })).items;
    // Messages that were sent while an answer was in progress wait for it.
    await expect
      .poll(async () => (await read()).filter(({ role }) => role === 'assistant').length)
      .toBe(accepted.length);
    const items = await read();
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1));
    const asked = items.filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(asked.toSorted()).toEqual(accepted.toSorted());
  });

  test('fetch a feed that is due once, not once each', async () => {
    const paths = ['/one.xml', '/two.xml', '/three.xml'];
    for (const path of paths) {
      feeds.on(path, { body: rss(path, [{ id: '1' }]) });
      await cluster.at(0).client.reader.feeds.subscribe({ url: feeds.url(path) });
    }
    await expect.poll(() => paths.every((path) => feeds.requests(path).length > 0)).toBe(true);
    const before = paths.map((path) => feeds.requests(path).length);
    await cluster.query('update feeds set next_fetch_at = 0');
    // Each process checks for due feeds at startup, and then once a minute.
    await Promise.all([cluster.add(), cluster.add()]);
    await expect
      .poll(() => paths.map((path) => feeds.requests(path).length))
      .toEqual(before.map((count) => count + 1));
    const { items } = await cluster.at(3).client.reader.entries.list({ limit: 50 });
    expect(items).toHaveLength(paths.length);
    expect(paths.map((path) => feeds.requests(path).length)).toEqual(before.map((count) => count + 1));
  });
});
