import { afterEach, beforeEach, expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type Cluster, makeText, openCluster } from './open-cluster.ts';

const profileId = modelProfileIdSchema.parse('scripted');
const chunks = numberSentences(200);
const whole = chunks.slice(0, 20).join('');

let cluster: Cluster;
beforeEach(async () => {
  cluster = await openCluster({ count: 2 });
  await cluster.at(0).client.models.put(scriptedProfile('scripted', cluster.model.baseUrl('openai')));
}, 180_000);
afterEach(() => cluster.close());

test('a run whose process is killed is taken over by another, and its readers there see one clean text to its end', {
  timeout: 120_000,
}, async () => {
  cluster.model.script({ chunks, delayMs: 100 }, { chunks: chunks.slice(0, 20) });
  const { id } = await cluster
    .at(0)
    .client.summarize({ text: textAround(chunks), modelProfileId: profileId });
  await expect.poll(() => cluster.model.requests[0]?.chunksSent).toBeGreaterThan(3);
  const executor = await cluster.executorOf(id);
  const other = cluster.servers.find((server) => server !== executor);
  const events: RunEvent[] = [];
  const reading = (async () => {
    for await (const event of other?.client.runs.events(id) ?? []) events.push(event);
  })();
  await expect.poll(() => events.length).toBeGreaterThan(3);

  await executor?.end('SIGKILL');
  const killedAt = Date.now();
  await expect.poll(() => cluster.model.requests.length, { timeout: 90_000 }).toBe(2);
  console.log(`a killed process: its run was taken over after ${Date.now() - killedAt} ms`);
  await reading;

  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(textOf(events)).toBe(whole);
  const { run, summary } = (await other?.client.runs.get(id)) ?? {};
  expect(run).toMatchObject({ status: 'succeeded', attempt: 2 });
  expect(summary?.text).toBe(whole.trimEnd());
});

test('a run that waits for the rate of its profile is not lost with the process that holds its job', {
  timeout: 180_000,
}, async () => {
  const profile = scriptedProfile('rated', cluster.model.baseUrl('openai'));
  await cluster.at(0).client.models.put({ ...profile, requestsPerMinute: 1 });
  const submit = (number: number) =>
    cluster.at(number).client.summarize({ text: makeText(number), modelProfileId: profile.id });
  const first = await submit(0);
  expect((await cluster.end(first.id)).status).toBe('succeeded');
  const runs = await Promise.all([1, 2, 3, 4].map(submit));
  const claimed = `select count(*)::int as count from precis_queue.job where state = 'active'`;
  const countClaimed = async () => (await cluster.query<{ count: number }>(claimed))[0]?.count;
  await expect.poll(countClaimed).toBe(runs.length);

  await cluster.servers.shift()?.end('SIGTERM');
  await cluster.at(0).client.models.put({ ...profile, requestsPerMinute: null });
  const ended = await Promise.all(runs.map(({ id }) => cluster.end(id)));
  expect(ended.map(({ status }) => status)).toEqual(runs.map(() => 'succeeded'));
  expect(cluster.model.requests).toHaveLength(runs.length + 1);
});

/** The text that a reader has after these events. */
function textOf(events: readonly RunEvent[]): string {
  let text = '';
  for (const event of events) {
    if (event.type === 'text-reset') text = '';
    if (event.type === 'text-delta') text += event.text;
  }
  return text;
}
