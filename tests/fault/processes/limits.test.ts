import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type Cluster, isFull, makeText, mostAtOnce, openCluster } from './open-cluster.ts';

const sharedId = modelProfileIdSchema.parse('shared');
const ratedId = modelProfileIdSchema.parse('rated');
const brokenId = modelProfileIdSchema.parse('broken');
const freeId = modelProfileIdSchema.parse('free');
const agentId = agentIdSchema.parse('historian-of-shared');
const answer = 'The ferry leaves the harbour at noon, and its way takes an hour.';
const minuteMs = 60_000;
/** The largest delay between the count in the database and the arrival at the model. */
const jitterMs = 1000;

describe.each(isFull ? [2, 4] : [4])('%i processes on one PostgreSQL', (count) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await openCluster({ count });
  }, 180_000);
  afterAll(() => cluster.close());

  async function setProfile(id: string, changes: Partial<ModelProfileInput> = {}): Promise<void> {
    const profile = scriptedProfile(id, cluster.model.baseUrl('openai'));
    await cluster.at(0).client.models.put({ ...profile, ...changes });
  }

  function requestsOf(profile: string) {
    return cluster.model.requests.filter(({ model }) => model === `${profile}-model`);
  }

  function submit(number: number, modelProfileId?: typeof sharedId): Promise<Run> {
    const route = modelProfileId === undefined ? {} : { modelProfileId };
    return cluster.at(number).client.summarize({ text: makeText(number), ...route });
  }

  test("never exceed a profile's concurrency, whether as primary, as fallback or by an agent", async () => {
    const runsOfEach = isFull ? 24 : 10;
    await setProfile('shared', { concurrency: 3 });
    await setProfile('broken', { concurrency: 16 });
    await cluster.at(0).client.settings.patch({
      summaryAgent: { primaryModelProfileId: brokenId, fallbackModelProfileId: sharedId },
    });
    await cluster
      .at(0)
      .client.agents.put(agentId, agentInputSchema.parse({ name: 'Historian', llm: { model: 'shared' } }));
    const full = Promise.withResolvers<void>();
    cluster.model.always(async ({ model }) => {
      if (model === 'broken-model') return { fault: { kind: 'status', status: 401 } };
      // The first answers wait until the limit is reached, so that the allowed number is really used.
      if (requestsOf('shared').length >= 3) full.resolve();
      await full.promise;
      return { text: answer, firstTokenDelayMs: 120 };
    });

    const numbers = Array.from({ length: runsOfEach }, (_, n) => n);
    const turns = numbers.map((n) =>
      cluster.at(n).client.conversations.addTurn(conversationIdSchema.parse(`talk-${n}`), {
        agent_id: agentId,
        user_message: 'When does the ferry leave?',
        final_response: makeText(n),
      }),
    );
    const runs = await Promise.all(numbers.flatMap((n) => [submit(n, sharedId), submit(n + runsOfEach)]));
    const ended = await Promise.all(runs.map(({ id }) => cluster.end(id)));
    const results = await Promise.all(turns);

    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'succeeded'));
    expect(
      ended.filter(({ route }) => route.length === 2).every((run) => run.modelProfileId === sharedId),
    ).toBe(true);
    expect(results.flatMap(({ issues }) => issues)).toEqual([]);
    const most = mostAtOnce(requestsOf('shared'));
    console.log(
      `${count} processes: ${requestsOf('shared').length} calls, at most ${most} at once (limit 3)`,
    );
    expect(requestsOf('shared')).toHaveLength(3 * runsOfEach);
    expect(most).toBe(3);
  });

  test('together start no more calls in a minute than a profile allows, retries and fallbacks included', {
    timeout: 180_000,
  }, async () => {
    const perMinute = 6;
    await setProfile('rated', { concurrency: 8, requestsPerMinute: perMinute });
    await setProfile('broken');
    await setProfile('free', { concurrency: 16 });
    await cluster.at(0).client.settings.patch({
      summaryAgent: { primaryModelProfileId: brokenId, fallbackModelProfileId: ratedId },
    });
    let refusals = 0;
    cluster.model.always(({ model }) => {
      if (model === 'broken-model') return { fault: { kind: 'status', status: 401 } };
      if (model === 'rated-model' && refusals++ < 2) return { fault: { kind: 'status', status: 503 } };
      return { text: answer };
    });

    const limited = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => submit(n, ratedId)),
      ...Array.from({ length: 4 }, (_, n) => submit(n + 10)),
    ]);
    await expect.poll(() => requestsOf('rated').length).toBe(perMinute);
    // These calls give a call that would break the limit enough time to happen.
    const others = await Promise.all(Array.from({ length: 24 }, (_, n) => submit(n + 100, freeId)));
    await Promise.all(others.map(({ id }) => cluster.end(id)));
    expect(requestsOf('rated')).toHaveLength(perMinute);
    const countWaiting = async () => {
      const asked = await Promise.all(limited.map(({ id }) => cluster.at(0).client.runs.get(id)));
      return asked.filter(({ run }) => run.finishedAt === null).length;
    };
    // Two of the calls returned 503 and were retried.
    await expect.poll(countWaiting).toBe(limited.length - (perMinute - 2));
    if (!isFull) return;

    const ended = await Promise.all(limited.map(({ id }) => cluster.end(id).catch(() => cluster.end(id))));
    expect(ended.map(({ status }) => status)).toEqual(limited.map(() => 'succeeded'));
    const starts = requestsOf('rated').map(({ receivedAt }) => receivedAt);
    expect(starts).toHaveLength(limited.length + 2);
    const spans = starts.slice(perMinute).map((at, index) => at - (starts[index] ?? 0));
    console.log(
      `${count} processes: ${starts.length} calls, the next after ${perMinute} came ${spans[0]} ms later`,
    );
    for (const span of spans) expect(span).toBeGreaterThan(minuteMs - jitterMs);
  });
});
