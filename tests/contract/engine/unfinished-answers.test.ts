import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run } from '#schema/runs/run.ts';
import type { Reply } from '#tests/fixtures/scripted-model/reply.ts';
import { describeEachPlace } from '../each-store.ts';
import { type EngineBench, fallbackId, openBench, primaryId } from './open-bench.ts';

const prices = { inputPerMillionUsd: 1000, cachedInputPerMillionUsd: 1000, outputPerMillionUsd: 2000 };
const words = 'The harbour bridge is closed for two years. Everyone has to walk around it for as long. ';

describeEachPlace('an answer without an end', (current) => {
  let bench: EngineBench;
  beforeEach(async () => {
    bench = await openBench(current().place);
    await bench.setProfile('primary', { prices, maxOutputTokens: 50 });
    await bench.setProfile('fallback', { prices });
  });
  afterEach(() => bench.close());

  async function start(reply: Reply, route = [primaryId]): Promise<Run> {
    bench.primary.script(reply);
    return bench.core.engine.submit(bench.request({ route }));
  }

  async function end({ id }: Run): Promise<Run> {
    await bench.follow(id);
    const run = await bench.core.store.runs.getRun(id);
    if (run === null) throw new TypeError('the run is missing');
    return run;
  }

  function expectPriced({ usage }: Run): void {
    if (usage === null || usage.costUsd === null) throw new TypeError('the run cost nothing');
    expect(usage.reported).toBe(false);
    expect(usage.inputTokens).toBeGreaterThan(300);
    expect(usage.costUsd).toBeCloseTo((usage.inputTokens * 1000 + usage.outputTokens * 2000) / 1e6, 9);
  }

  test.each<[string, Reply, number, number]>([
    ['was cut', { text: words, fault: { kind: 'cut', afterChunks: 8 } }, 5, 20],
    ['ended without a reason', { text: words, fault: { kind: 'no-finish', afterChunks: 99 } }, 10, 40],
    ['was broken off at its limit', { chunks: [words], fault: { kind: 'endless' } }, 100, 300],
    ['stalled while it thought', { thinking: [words], fault: { kind: 'stall', afterChunks: 0 } }, 10, 40],
  ])('that %s is paid for, and the spending caps know it', async (_how, reply, least, most) => {
    await bench.setProfile('primary', {
      prices,
      maxOutputTokens: 50,
      timeouts: { firstTokenMs: 1000, idleMs: 1000, runMs: 20_000 },
    });
    const run = await end(await start(reply));
    expect(run.status).toBe('failed');
    expectPriced(run);
    expect(run.usage?.outputTokens).toBeGreaterThanOrEqual(least);
    expect(run.usage?.outputTokens).toBeLessThanOrEqual(most);
    expect(await bench.core.store.runs.sumCost(0)).toBeCloseTo(run.usage?.costUsd ?? 0, 5);

    const { spending } = await bench.core.store.configuration.getSettings();
    await bench.core.store.configuration.patchSettings({ spending: { ...spending, dailyCapUsd: 0.1 } });
    const automatic = bench.core.engine.submit(bench.request({ trigger: 'auto' }));
    await expect(automatic).rejects.toMatchObject({ code: 'spending_capped' });
  });

  test('that a person stops is paid for as far as it came', async () => {
    const run = await start({ text: words, fault: { kind: 'stall', afterChunks: 6 } });
    await expect.poll(() => bench.primary.requests[0]?.chunksSent).toBe(6);
    await bench.core.engine.cancel(run.id);
    const stopped = await end(run);
    expect(stopped.status).toBe('cancelled');
    expectPriced(stopped);
  });

  test('is paid for beside the answer of the fallback', async () => {
    const alone = await end(await start({ text: words, fault: { kind: 'cut', afterChunks: 8 } }));
    bench.fallback.script({ text: words, usage: { inputTokens: 500, outputTokens: 20 } });
    const both = await end(
      await start({ text: words, fault: { kind: 'cut', afterChunks: 8 } }, [primaryId, fallbackId]),
    );
    expect(both.status).toBe('succeeded');
    expectPriced(both);
    expect(both.usage?.inputTokens).toBe((alone.usage?.inputTokens ?? 0) + 500);
  });

  test('costs nothing where the provider refused the request', async () => {
    const run = await end(await start({ fault: { kind: 'status', status: 401 } }));
    expect(run).toMatchObject({ status: 'failed', usage: null });
  });
});
