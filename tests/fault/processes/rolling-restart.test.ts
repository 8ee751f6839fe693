import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from '#client/create-client.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from '#tests/fixtures/round-robin-proxy.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type Cluster, isFull, makeText, openCluster } from './open-cluster.ts';

const profileId = modelProfileIdSchema.parse('scripted');
const processes = isFull ? 4 : 2;
const answer = 'The ferry leaves the harbour at noon, and its way to the island takes an hour.';
/** An answer that takes longer than a stopping process waits for its runs. */
const longAnswer = numberSentences(70);
const turnCount = 'select turn_count from conversations where id = $1';

let proxy: RoundRobinProxy;
let cluster: Cluster;
let client: Client;
beforeEach(async () => {
  proxy = await startRoundRobinProxy();
  const env = { PRECIS_PUBLIC_HOSTS: proxy.host, PRECIS_DRAIN_SECONDS: '3' };
  cluster = await openCluster({ count: processes, env });
  client = createClient({ fetch, baseUrl: proxy.url });
  await cluster.at(0).client.models.put({
    ...scriptedProfile('scripted', cluster.model.baseUrl('openai')),
    concurrency: 16,
  });
  for (const { url } of cluster.servers) proxy.add(url);
  await untilReady(processes);
}, 180_000);
afterEach(async () => {
  await cluster.close();
  await proxy.close();
});

function untilReady(count: number): Promise<void> {
  return expect.poll(() => proxy.ready().length, { interval: 20 }).toBe(count);
}

interface Followed {
  id: RunId;
  events: RunEvent[];
}

async function follow(id: RunId): Promise<Followed> {
  const events: RunEvent[] = [];
  for await (const event of client.runs.events(id)) events.push(event);
  return { id, events };
}

test('replacing one process after the other under load loses, doubles and refuses nothing', {
  timeout: 300_000,
}, async ({ signal }) => {
  let longCalls = 0;
  cluster.model.always(({ prompt }) => {
    if (!prompt.includes('Text long')) return { text: answer, delayMs: 10 };
    longCalls += 1;
    return { chunks: longAnswer, delayMs: longCalls === 1 ? 1000 : 1 };
  });
  const followed: Promise<Followed>[] = [];
  const turns: string[] = [];
  const failures: unknown[] = [];
  let isLoading = true;
  const submit = async (number: number | string) => {
    const text = number === 'long' ? `Text long. ${textAround(longAnswer)}` : makeText(number);
    const run = await client.summarize({ text, modelProfileId: profileId });
    followed.push(follow(run.id));
    return run;
  };
  const long = await submit('long');
  const load = Array.from({ length: 4 }, async (_, loader) => {
    for (let n = 0; isLoading && !signal.aborted; n++) {
      try {
        await submit(`${loader}.${n}`);
        const id = conversationIdSchema.parse(`talk-${loader}`);
        await client.conversations.addTurn(id, {
          user_message: `Question ${n}`,
          final_response: 'The ferry leaves at noon.',
        });
        turns.push(id);
        await client.settings.get();
      } catch (error) {
        failures.push(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  });

  await expect.poll(() => cluster.executorOf(long.id)).toBeDefined();
  const executor = await cluster.executorOf(long.id);
  const old = cluster.servers.toSorted((one) => (one === executor ? -1 : 1));
  for (const leaving of old) {
    proxy.add((await cluster.add()).url);
    await untilReady(processes + 1);
    await leaving.end('SIGTERM');
    expect(leaving.child.exitCode).toBe(0);
    await untilReady(processes);
  }
  isLoading = false;
  await Promise.all(load);

  expect(failures).toEqual([]);
  const results = await Promise.all(followed);
  for (const { id, events } of results) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'succeeded' });
    const { summary } = await client.runs.get(id);
    expect(summary?.text).toBe(id === long.id ? longAnswer.join('').trimEnd() : answer);
  }
  // Only the long run was handed back by a stopping process and started again.
  expect(longCalls).toBe(2);
  expect(cluster.model.requests).toHaveLength(results.length + 1);
  for (const loader of [0, 1, 2, 3]) {
    const id = conversationIdSchema.parse(`talk-${loader}`);
    const { turn_count: count } = (await cluster.query<{ turn_count: string }>(turnCount, [id]))[0] ?? {};
    expect(Number(count)).toBe(turns.filter((talk) => talk === id).length);
  }
  console.log(
    `${processes} processes replaced under load: ${results.length} runs and ${turns.length} turns, no failed request`,
  );
});
