import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import { whileRefused } from '#tests/contract/store/while-refused.ts';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';
import { describeEachPlace } from '../each-store.ts';
import { type EngineBench, openBench } from './open-bench.ts';

const words = 'The harbour bridge is closed for two years. Everyone has to walk around it for as long.';
const prices = { inputPerMillionUsd: 1000, cachedInputPerMillionUsd: 1000, outputPerMillionUsd: 2000 };

describeEachPlace('a write that the database refuses for good', (current) => {
  let bench: EngineBench;
  beforeEach(async () => {
    bench = await openBench(current().place);
    await bench.setProfile('primary', { prices });
    await bench.setProfile('fallback', { prices });
  });
  afterEach(() => bench.close());

  const getRun = async ({ id }: Run) => bench.core.store.runs.getRun(id);
  const countCalls = () => bench.primary.requests.length + bench.fallback.requests.length;

  async function ask(reply: Reply = { text: words }): Promise<Run> {
    bench.primary.always(reply);
    bench.fallback.always(reply);
    return bench.core.engine.submit(bench.request());
  }

  test.each<[string, string, Reply]>([
    ['the events of', 'run_events', { text: words }],
    ['the events, in the middle, of', 'run_events', { text: words, delayMs: 100 }],
    ['the prompt of', 'run_prompts', { text: words }],
    ['the issue of', 'issues', { text: 'I', fault: { kind: 'no-finish', afterChunks: 9 } }],
    ['the slot of', 'slots', { text: words }],
  ])(
    'ends the run after one paid call of each model, which counts: %s a run',
    async (_what, table, reply) => {
      await whileRefused(current().place, { what: 'insert', table }, async () => {
        const run = await ask(reply);
        const events = await bench.follow(run.id);
        expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'failed' });
        const ended = await getRun(run);
        expect(ended).toMatchObject({ status: 'failed', attempt: 1 });
        if (table !== 'issues') expect(ended?.errorCode).toBe('result_unsaved');
        expect(await bench.core.store.runs.sumCost(0)).toBeCloseTo(ended?.usage?.costUsd ?? -1, 5);
        await bench.core.engine.recover();
      });
      expect(countCalls()).toBe(table === 'issues' ? 2 : 1);
    },
  );

  test('ends the run without its usage where just that is refused', async () => {
    await whileRefused(current().place, { what: 'update of usage_input_tokens', table: 'runs' }, async () => {
      const run = await ask();
      await bench.follow(run.id);
      expect(await getRun(run)).toMatchObject({ errorCode: 'result_unsaved', attempt: 1, usage: null });
    });
    expect(countCalls()).toBe(1);
  });

  test('is tried again later, without the model, where it is the end of the run itself', async () => {
    const ending = { what: 'update', table: 'runs', when: 'new.finished_at is not null' };
    const run = await whileRefused(current().place, ending, async () => {
      const asked = await ask();
      await expect.poll(countCalls).toBe(1);
      await bench.core.engine.recover();
      // This is longer than the time between two heartbeats.
      const until = Date.now() + 13_000;
      await expect.poll(() => Date.now() > until, { timeout: 15_000 }).toBe(true);
      expect(await getRun(asked)).toMatchObject({ status: 'running', attempt: 1 });
      return asked;
    });
    await expect.poll(async () => (await getRun(run))?.errorCode, { timeout: 20_000 }).toBe('result_unsaved');
    expect(await getRun(run)).toMatchObject({ status: 'failed', attempt: 1 });
    expect((await getRun(run))?.usage?.costUsd).toBeGreaterThan(0);
    expect(countCalls()).toBe(1);
  });

  test('lets the runs that waited for this one begin', async () => {
    await whileRefused(current().place, { what: 'insert', table: 'issues' }, async () => {
      const failing: Reply = { text: words, fault: { kind: 'no-finish', afterChunks: 2 }, delayMs: 200 };
      const first = await ask(failing);
      const second = await bench.core.engine.submit(
        bench.request({ afterRunId: first.id, text: `Another. ${words.repeat(9)}` }),
      );
      await expect.poll(async () => (await getRun(first))?.status, { timeout: 20_000 }).toBe('failed');
      bench.primary.always({ text: words });
      await expect.poll(async () => (await getRun(second))?.finishedAt, { timeout: 20_000 }).not.toBeNull();
    });
  });
});
