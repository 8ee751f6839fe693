import { expect, test } from 'vitest';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import {
  createRunning,
  createSucceeded,
  makePayload,
  makeSuccess,
  makeSummary,
  slot,
  startTime,
} from './make-run.ts';

describeEachStore('a slot', (current) => {
  test('holds only the latest summary, and the run before stays as history', async () => {
    const { store } = current();
    const old = await createSucceeded(store);
    const next = await createSucceeded(store, {
      finish: { at: startTime + 9000, payload: makePayload({ text: 'Newer.' }) },
    });
    expect(await store.reader.getSummary(slot)).toMatchObject({ text: 'Newer.', runId: next.id });
    expect(await store.reader.listSummaries(slot.source)).toHaveLength(1);
    expect(await store.reader.getSummaryByRun(old.id)).toBeNull();
    expect((await store.runs.getRun(old.id))?.status).toBe('succeeded');
  });

  test('is one of source, target language and detail level', async () => {
    const { store } = current();
    const summaries = [
      makeSummary(),
      makeSummary({ targetLanguage: 'zh-Hans' }),
      makeSummary({ detailLevel: 'short' }),
      makeSummary({ source: { kind: 'entry', id: 'article-2' } }),
      makeSummary({ source: { kind: 'text', id: 'article-1' } }),
    ];
    for (const each of summaries) await createSucceeded(store, { finish: { payload: makePayload(each) } });
    for (const each of summaries) expect(await store.reader.getSummary(each)).toMatchObject(each);
    expect(await store.reader.listSummaries(slot.source)).toHaveLength(3);
  });

  test('that fifty runs finish for at once has one row', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const runs = [];
    for (let index = 0; index < 50; index += 1) runs.push(await createRunning(store));
    const results = await Promise.all(
      runs.map((run, index) => {
        const payload = makePayload({ text: `Summary of ${run.id}` });
        return endRun(index % 2 === 0 ? store : other, makeSuccess(run.id, { payload }));
      }),
    );
    expect(new Set(results)).toEqual(new Set(['finished']));
    const summaries = await store.reader.listSummaries(slot.source);
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.text).toBe(`Summary of ${summaries[0]?.runId}`);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('can be cleared alone or with all of its source', async () => {
    const { store } = current();
    const run = await createSucceeded(store);
    await createSucceeded(store, { finish: { payload: makePayload({ detailLevel: 'short' }) } });
    await createSucceeded(store, { finish: { payload: makePayload({ detailLevel: 'detailed' }) } });
    const elsewhere = makeSummary({ source: { kind: 'entry', id: 'article-2' } });
    await createSucceeded(store, { finish: { payload: makePayload(elsewhere) } });

    expect(await store.reader.deleteSummary(slot)).toBe(true);
    expect(await store.reader.deleteSummary(slot)).toBe(false);
    expect(await store.reader.getSummary(slot)).toBeNull();
    expect((await store.runs.getRun(run.id))?.status).toBe('succeeded');
    expect(await store.reader.deleteSummaries(slot.source)).toBe(2);
    expect(await store.reader.listSummaries(slot.source)).toEqual([]);
    expect(await store.reader.getSummary(elsewhere)).not.toBeNull();
  });
});

describeEachStore('the cap on summaries', (current) => {
  test('evicts the oldest first and spares a slot that was renewed', async () => {
    const { store } = current();
    const add = (id: string, afterMs: number) =>
      addSummary(store, id, { at: startTime + afterMs, summaryCap: 3 });
    await add('a', 1000);
    await add('b', 2000);
    await add('c', 3000);
    await add('a', 4000);
    await add('d', 5000);
    expect(await presentOf(store, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    await add('e', 6000);
    expect(await presentOf(store, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'd', 'e']);
  });

  test('of one keeps the newest alone', async () => {
    const { store } = current();
    for (const id of ['a', 'b', 'c']) await addSummary(store, id, { summaryCap: 1 });
    expect(await presentOf(store, ['a', 'b', 'c'])).toEqual(['c']);
  });

  test('that was lowered takes effect with the next summary', async () => {
    const { store } = current();
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      await addSummary(store, id, { at: startTime + index, summaryCap: 10 });
    }
    await addSummary(store, 'e', { at: startTime + 100, summaryCap: 2 });
    expect(await presentOf(store, ['a', 'b', 'c', 'd', 'e'])).toEqual(['d', 'e']);
  });

  test('never evicts what was just made, even when the clock was set back', async () => {
    const { store } = current();
    await addSummary(store, 'a', { at: startTime + 1000, summaryCap: 2 });
    await addSummary(store, 'b', { at: startTime + 2000, summaryCap: 2 });
    await addSummary(store, 'c', { at: startTime - 5000, summaryCap: 2 });
    expect(await presentOf(store, ['a', 'b', 'c'])).toEqual(['b', 'c']);
  });

  test('is not exceeded when many runs finish at once on two connections', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const ids = Array.from({ length: 30 }, (_, index) => `article-${index}`);
    await Promise.all(
      ids.map((id, index) => addSummary(index % 2 === 0 ? store : other, id, { summaryCap: 5 })),
    );
    expect(await presentOf(store, ids)).toHaveLength(5);
  });
});

async function addSummary(
  store: Store,
  id: string,
  finish: { at?: number; summaryCap: number },
): Promise<void> {
  await createSucceeded(store, {
    finish: { ...finish, payload: makePayload({ source: { kind: 'entry', id } }) },
  });
}

async function presentOf(store: Store, ids: string[]): Promise<string[]> {
  const present = [];
  for (const id of ids) {
    const summaries = await store.reader.listSummaries({ kind: 'entry', id });
    if (summaries.length > 0) present.push(id);
  }
  return present;
}
