import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueIdSchema } from '#schema/ids.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  makeFailure,
  prompt,
  slot,
  startTime,
} from './make-run.ts';
import { createThread, fold, makeFold, requireThread, talk } from './make-thread.ts';

const nothing = { eventsBefore: 0, runsBefore: 0, issuesBefore: 0, keysBefore: 0 };

describeEachStore('sweeping', (current) => {
  test('is for one of many processes in its span, whatever the clock did', async () => {
    const { store, openAnother } = current();
    const stores = [store, await openAnother()];
    const claim = (at: number) =>
      Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (stores[n % 2] ?? store).runs.claimSweep({ name: 'runs', at, everyMs: 600_000 }),
        ),
      );
    const winners = async (at: number) => (await claim(at)).filter(Boolean).length;
    expect(await winners(startTime)).toBe(1);
    expect(await winners(startTime + 599_999)).toBe(0);
    expect(await winners(startTime + 600_000)).toBe(1);
    expect(await winners(startTime - 3_600_000)).toBe(1);
    expect(await store.runs.claimSweep({ name: 'sessions', at: startTime, everyMs: 1 })).toBe(true);
  });

  test('drops the replay log of runs that ended before the time, and of no other', async () => {
    const { store } = current();
    const old = await createSucceeded(store, { finish: { at: startTime + 1000 } });
    const recent = await createSucceeded(store, { finish: { at: startTime + 5000 } });
    await store.runs.sweep({ ...nothing, eventsBefore: startTime + 5000 });
    expect(await store.runs.readEvents({ runId: old.id, afterSeq: 0, limit: 5 })).toEqual([]);
    expect(await store.runs.readEvents({ runId: recent.id, afterSeq: 0, limit: 5 })).toHaveLength(1);
    expect(await store.runs.getRun(old.id)).not.toBeNull();
  });

  test('drops ended runs past their retention, but never an unfinished one or one whose summary is kept', async () => {
    const { store } = current();
    const replaced = await createSucceeded(store);
    const shown = await createSucceeded(store);
    const failed = await createFailed(store, startTime + 2100);
    const recent = await createFailed(store, startTime + 50_000);
    const queued = await createRun(store);
    const running = await createRunning(store);
    await store.runs.sweep({ ...nothing, runsBefore: startTime + 50_000 });
    expect(await store.runs.getRun(replaced.id)).toBeNull();
    expect(await store.runs.getRun(failed.id)).toBeNull();
    expect(await store.runs.getInput(failed.id)).toBeNull();
    for (const gone of [replaced, failed]) expect(await store.runs.getPrompt(gone.id)).toBeNull();
    expect(await store.runs.getPrompt(shown.id)).toEqual(prompt);
    expect(await store.runs.readEvents({ runId: failed.id, afterSeq: 0, limit: 5 })).toEqual([]);
    for (const kept of [shown, recent, queued, running])
      expect(await store.runs.getRun(kept.id)).not.toBeNull();
    expect(await store.reader.getSummary(slot)).toMatchObject({ runId: shown.id });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('keeps an issue whose run is gone, until its own time is over', async () => {
    const { store } = current();
    await createFailed(store, startTime + 2100);
    await store.runs.sweep({ ...nothing, runsBefore: startTime + 50_000 });
    const { items } = await store.runs.listIssues({ limit: 5 });
    expect(items).toMatchObject([{ runId: null, code: 'model_stream_cut' }]);
    expect(items[0]?.lastEvents).toHaveLength(1);
    await store.runs.sweep({ ...nothing, issuesBefore: startTime + 2101 });
    expect((await store.runs.listIssues({ limit: 5 })).total).toBe(0);
  });

  test('drops the runs of a thread like any other: its messages and summary say by themselves who wrote them', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    const [question, answer] = await talk(store, id, 'Peas');
    const { runId } = await fold(store, makeFold(await requireThread(store, id)));
    const before = await requireThread(store, id);
    await store.runs.sweep({ ...nothing, runsBefore: startTime + 50_000 });
    expect((await store.runs.listRuns({ limit: 5 })).items).toEqual([]);
    expect(await store.spaces.listMessages({ threadId: id, limit: 5 })).toEqual([question, answer]);
    expect(await requireThread(store, id)).toEqual(before);
    expect(before).toMatchObject({ summaryRunId: runId, summaryModel: 'small-2025' });
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('goes through more runs than one batch holds', async () => {
    const { store } = current();
    for (let index = 0; index < 130; index += 1) {
      await endRun(store, makeFailure((await createRun(store)).id, { attempt: null, issue: null }));
    }
    await store.runs.sweep({
      ...nothing,
      eventsBefore: startTime + 50_000,
      runsBefore: startTime + 50_000,
    });
    expect((await store.runs.listRuns({ limit: 200 })).items).toEqual([]);
  });
});

async function createFailed(store: Store, at: number) {
  const run = await createRunning(store);
  const failure = makeFailure(run.id, { at });
  const id = issueIdSchema.parse(randomUUID());
  await endRun(store, { ...failure, issue: failure.issue && { ...failure.issue, id, createdAt: at } });
  return run;
}
