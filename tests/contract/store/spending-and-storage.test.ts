import { expect, test } from 'vitest';
import type { NewRun } from '#engine/ports.ts';
import { type RunOutcome } from '#engine/ports.ts';
import { spendingRowSchema, storageReportSchema } from '#schema/wire.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  makeFailure,
  makePayload,
  makeSuccess,
  slot,
} from './make-run.ts';
import { createThread, fold, makeFold, requireThread, talk } from './make-thread.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const hourMs = 3_600_000;

describeEachStore('spending', (current) => {
  test('is what runs cost that were created since', async () => {
    const { store } = current();
    expect(await store.runs.sumCost(0)).toBe(0);
    await spend(store, { createdAt: noon, costUsd: 0.25 });
    await spend(store, { createdAt: noon + 1, costUsd: 0.5 });
    await spend(store, { createdAt: noon + 2, costUsd: null });
    await createRun(store, { createdAt: noon + 3 });
    expect(await store.runs.sumCost(0)).toBe(0.75);
    expect(await store.runs.sumCost(noon + 1)).toBe(0.5);
    expect(await store.runs.sumCost(noon + 2)).toBe(0);
  });

  test('is summed by day, task, provider and model', async () => {
    const { store } = current();
    await spend(store, { createdAt: noon, costUsd: 0.25 });
    await spend(store, { createdAt: noon + hourMs, costUsd: 0.5 });
    await spend(store, { createdAt: noon + hourMs, costUsd: null });
    await spend(store, { createdAt: noon, costUsd: 1, model: 'other' });
    await spend(store, { createdAt: noon, costUsd: 2, taskType: 'fold' });
    await spend(store, { createdAt: noon, costUsd: null, provider: null, model: null });
    await spend(store, { createdAt: noon - 24 * hourMs, costUsd: 4 });
    await spend(store, { createdAt: noon - 72 * hourMs, costUsd: 8 });
    // The usage of the following runs is unknown.
    await createRun(store, { createdAt: noon });
    const failed = await createRunning(store, { createdAt: noon });
    await endRun(store, makeFailure(failed.id));

    const rows = await store.runs.listSpending({ since: noon - 48 * hourMs, utcOffsetMinutes: 0 });
    const one = { inputTokens: 100, cachedInputTokens: 20, outputTokens: 30, unpricedRuns: 0, runs: 1 };
    const usual = { taskType: 'summary', provider: 'openai', model: 'gpt' };
    expect(rows.map((row) => spendingRowSchema.parse(row))).toEqual([
      { day: '2026-01-30', ...usual, ...one, costUsd: 4 },
      { day: '2026-01-31', ...usual, ...one, taskType: 'fold', costUsd: 2 },
      {
        day: '2026-01-31',
        ...usual,
        runs: 3,
        inputTokens: 300,
        cachedInputTokens: 60,
        outputTokens: 90,
        costUsd: 0.75,
        unpricedRuns: 1,
      },
      { day: '2026-01-31', ...usual, ...one, model: 'other', costUsd: 1 },
      { day: '2026-01-31', ...usual, ...one, provider: null, model: null, costUsd: 0, unpricedRuns: 1 },
    ]);
  });

  test.each([
    [0, ['2026-01-30', '2026-01-31']],
    [60, ['2026-01-31']],
    [-60, ['2026-01-30']],
    [840, ['2026-01-31']],
    [330, ['2026-01-31']],
  ])('counts the days of the time zone %i minutes east', async (utcOffsetMinutes, days) => {
    const { store } = current();
    await spend(store, { createdAt: Date.UTC(2026, 0, 30, 23, 30), costUsd: 1 });
    await spend(store, { createdAt: Date.UTC(2026, 0, 31, 0, 30), costUsd: 1 });
    const rows = await store.runs.listSpending({ since: 0, utcOffsetMinutes });
    expect(rows.map(({ day }) => day)).toEqual(days);
    expect(rows.reduce((sum, { runs }) => sum + runs, 0)).toBe(2);
  });
});

const databaseReportSchema = storageReportSchema.extend({
  counts: storageReportSchema.shape.counts.omit({ images: true }),
});

describeEachStore('storage', (current) => {
  test('is measured in bytes and counted by kind', async () => {
    const { store, dialect } = current();
    const empty = databaseReportSchema.parse(await store.measureStorage());
    const nothing = { summaries: 0, runs: 0, issues: 0, entries: 0, threads: 0, messages: 0, tags: 0 };
    expect(empty).toMatchObject({ dialect, counts: nothing });
    expect(empty.databaseBytes).toBeGreaterThan(10_000);
    await createSucceeded(store, { finish: { payload: makePayload({ text: 'x'.repeat(400_000) }) } });
    await endRun(store, makeFailure((await createRunning(store)).id));
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    const full = databaseReportSchema.parse(await store.measureStorage());
    expect(full.counts).toEqual({
      ...nothing,
      summaries: 1,
      translations: 0,
      runs: 3,
      issues: 1,
      threads: 1,
      messages: 2,
    });
    if (dialect === 'sqlite') {
      expect(full.databaseBytes - empty.databaseBytes).toBeGreaterThan(200_000);
    }
  });

  test('loses finished runs with their events when asked, but none that something shown refers to', async () => {
    const { store } = current();
    const replaced = await createSucceeded(store);
    const shown = await createSucceeded(store);
    const failed = await createRunning(store);
    await endRun(store, makeFailure(failed.id));
    const queued = await createRun(store);
    const running = await createRunning(store);
    const { id } = await createThread(store);
    const [, answer] = await talk(store, id, 'Peas');
    const earlier = await fold(store, makeFold(await requireThread(store, id)));
    const latest = await fold(store, makeFold(await requireThread(store, id)));

    expect(await store.runs.clearFinishedRuns()).toBe(3);
    for (const runId of [replaced.id, failed.id, earlier.runId]) {
      expect(await store.runs.getRun(runId)).toBeNull();
      expect(await store.runs.readEvents({ runId, afterSeq: 0, limit: 5 })).toEqual([]);
    }
    const { items } = await store.runs.listRuns({ limit: 50 });
    expect(new Set(items.map((run) => run.id))).toEqual(
      new Set([shown.id, queued.id, running.id, answer?.runId, latest.runId]),
    );
    expect(await store.reader.getSummary(slot)).toMatchObject({ runId: shown.id });
    expect((await store.runs.listIssues({ limit: 5 })).items).toMatchObject([{ runId: null }]);
    expect(await store.runs.clearFinishedRuns()).toBe(0);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('loses more finished runs than one batch holds', async () => {
    const { store } = current();
    for (let index = 0; index < 130; index += 1) {
      await endRun(store, makeFailure((await createRun(store)).id, { attempt: null, issue: null }));
    }
    expect(await store.runs.clearFinishedRuns()).toBe(130);
  });

  test('loses all summaries when asked, but not those of threads, and no run', async () => {
    const { store } = current();
    for (const detailLevel of ['short', 'medium', 'detailed'] as const) {
      await createSucceeded(store, { finish: { payload: makePayload({ detailLevel }) } });
    }
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    await fold(store, makeFold(await requireThread(store, id)));
    expect(await store.reader.deleteAllSummaries()).toBe(3);
    expect(await store.reader.deleteAllSummaries()).toBe(0);
    expect(await store.reader.listSummaries(slot.source)).toEqual([]);
    expect((await requireThread(store, id)).summary).not.toBeNull();
    expect((await store.runs.listRuns({ limit: 50 })).items).toHaveLength(5);
  });
});

/** Makes a succeeded run with a hundred input tokens and thirty output tokens. */
async function spend(
  store: Store,
  of: { createdAt: number; costUsd: number | null } & Partial<Pick<RunOutcome, 'provider' | 'model'>> &
    Partial<Pick<NewRun, 'taskType'>>,
): Promise<void> {
  const { createdAt, costUsd, taskType = 'summary', provider = 'openai', model = 'gpt' } = of;
  const run = await createRunning(store, { createdAt, taskType });
  const finish = makeSuccess(run.id);
  const usage = { inputTokens: 100, cachedInputTokens: 20, outputTokens: 30, costUsd, reported: true };
  await endRun(store, { ...finish, outcome: { ...finish.outcome, usage, provider, model }, payload: null });
}
