import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followRun } from '#client/follow-run.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import type { Run } from '#schema/runs/run.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';

const article = `The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken
barges across the main channel. The port authority hired a crane ship from Rotterdam to lift them. Meanwhile 40
ships waited outside, and the price of salted fish rose by a third. On 14 March the first ferry came in again.`;

let real: RealServer;
let model: ScriptedModel;
beforeEach(async () => {
  [real, model] = await Promise.all([openRealServer(), startScriptedModel()]);
});
afterEach(() => Promise.all([real.close(), model.close()]));

describe('spending', () => {
  test('is nothing at first, and nothing is paused', async () => {
    expect(await real.client.spending.get()).toEqual({ rows: [], todayUsd: 0, monthUsd: 0, paused: false });
  });

  test('counts what runs cost by day, task and model, and pauses at a cap', async () => {
    await usePriced();
    await finish(await real.client.summarize({ text: article }));
    const spending = await real.client.spending.get({ days: 2, utcOffsetMinutes: 600 });
    expect(spending.rows).toMatchObject([
      { taskType: 'summary', model: 'priced-1', runs: 1, inputTokens: 1_000_000, unpricedRuns: 0 },
    ]);
    const localDay = new Date(Date.now() + 600 * 60_000).toISOString().slice(0, 10);
    expect(spending.rows[0]?.day).toBe(localDay);
    expect(spending).toMatchObject({ todayUsd: 2, monthUsd: 2, paused: false });

    await real.client.settings.patch({ spending: { dailyCapUsd: 3 } });
    expect((await real.client.spending.get()).paused).toBe(false);
    await real.client.settings.patch({ spending: { dailyCapUsd: 2 } });
    expect((await real.client.spending.get()).paused).toBe(true);
    await real.client.settings.patch({ spending: { dailyCapUsd: null, monthlyCapUsd: 1 } });
    expect((await real.client.spending.get()).paused).toBe(true);
  });

  test.each(['days=0', 'days=400', 'utcOffsetMinutes=2000'])('cannot be asked for with %s', async (query) => {
    const response = await real.server.fetch(new Request(`http://localhost/api/spending?${query}`));
    expect(response.status).toBe(400);
  });
});

describe('storage', () => {
  test('says what the database holds, and is cleared part by part', async () => {
    await finish(await real.client.summarize({ text: article }));
    const report = await real.client.storage.get();
    expect(report).toMatchObject({
      dialect: 'sqlite',
      counts: { summaries: 1, runs: 1, issues: 0, entries: 0 },
    });
    expect(report.databaseBytes).toBeGreaterThan(4096);

    expect(await real.client.storage.clear('issues')).toBe(0);
    expect(await real.client.storage.clear('summaries')).toBe(1);
    expect(await real.client.storage.clear('finished-runs')).toBe(1);
    expect((await real.client.storage.get()).counts).toMatchObject({ summaries: 0, runs: 0 });
  });

  test('announces what was cleared', async () => {
    const seen: string[] = [];
    const unsubscribe = real.bus.subscribe((message) => {
      if (message.kind === 'changed') seen.push(message.what);
    });
    for (const what of ['summaries', 'finished-runs', 'issues'] as const)
      await real.client.storage.clear(what);
    await expect.poll(() => seen).toEqual(['entries', 'runs', 'issues']);
    unsubscribe();
  });

  test('is not cleared of anything else', async () => {
    const response = await real.server.fetch(
      new Request('http://localhost/api/storage/clear', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ what: 'everything' }),
      }),
    );
    expect(response.status).toBe(400);
  });
});

async function usePriced(): Promise<void> {
  const profile = modelProfileInputSchema.parse({
    id: 'priced',
    name: 'Priced',
    provider: 'openai-compatible',
    model: 'priced-1',
    baseUrl: model.baseUrl('openai'),
    prices: { inputPerMillionUsd: 2, cachedInputPerMillionUsd: 1, outputPerMillionUsd: 0 },
  });
  await real.client.models.put(profile);
  await real.client.settings.patch({ summaryAgent: { primaryModelProfileId: profile.id } });
  model.always({
    text: 'The harbour of Lunde is open again after the storm of 3 March.',
    usage: { inputTokens: 1_000_000, cachedInputTokens: 0, outputTokens: 10 },
  });
}

async function finish(run: Run) {
  let state = followRun.start(run.id);
  for await (const event of real.client.runs.events(run.id)) state = followRun.next(state, event);
  return state;
}
