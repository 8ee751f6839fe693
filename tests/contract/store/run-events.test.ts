import { expect, test } from 'vitest';
import { runEventSchema } from '#schema/runs/run-event.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { createRunning, makeDeltas, makeEvents, makeRun, profileId } from './make-run.ts';

describeEachStore('the events of a run', (current) => {
  test('come back in order, whole and from where the reader left off', async () => {
    const { store } = current();
    const { id } = await createRunning(store);
    const events = makeEvents(id, 1, [
      { type: 'run-start', attempt: 1 },
      { type: 'model-start', modelProfileId: profileId, provider: 'openai', model: 'gpt' },
      { type: 'progress', phase: 'reading', done: 1, total: 3 },
      { type: 'text-delta', text: 'Tea “is” a\n\tdrink. 茶 🍵' },
      { type: 'text-reset', reason: 'fallback' },
    ]);
    expect(await store.runs.appendEvents({ runId: id, attempt: 1, events: events.slice(0, 2) })).toBe(true);
    expect(await store.runs.appendEvents({ runId: id, attempt: 1, events: events.slice(2) })).toBe(true);
    const read = await store.runs.readEvents({ runId: id, afterSeq: 0, limit: 100 });
    expect(read).toEqual(events);
    expect(read.map((event) => runEventSchema.parse(event))).toEqual(events);
    expect(await store.runs.readEvents({ runId: id, afterSeq: 1, limit: 2 })).toEqual(events.slice(1, 3));
    expect(await store.runs.readEvents({ runId: id, afterSeq: 5, limit: 2 })).toEqual([]);
  });

  test('of one run never appear under another', async () => {
    const { store } = current();
    const one = await createRunning(store);
    const two = await createRunning(store);
    await store.runs.appendEvents({ runId: one.id, attempt: 1, events: makeDeltas(one.id, 1, 3) });
    await store.runs.appendEvents({ runId: two.id, attempt: 1, events: makeDeltas(two.id, 1, 2) });
    const read = await store.runs.readEvents({ runId: two.id, afterSeq: 0, limit: 10 });
    expect(read).toEqual(makeDeltas(two.id, 1, 2));
  });

  test('can be thousands at once', async () => {
    const { store } = current();
    const { id } = await createRunning(store);
    const events = makeDeltas(id, 1, 2500);
    expect(await store.runs.appendEvents({ runId: id, attempt: 1, events })).toBe(true);
    expect(await store.runs.readEvents({ runId: id, afterSeq: 0, limit: 10_000 })).toEqual(events);
  });

  test('that are written again because the first response was lost are stored once', async () => {
    const { store } = current();
    const { id } = await createRunning(store);
    const events = makeDeltas(id, 1, 6);
    await store.runs.appendEvents({ runId: id, attempt: 1, events: events.slice(0, 3) });
    expect(await store.runs.appendEvents({ runId: id, attempt: 1, events: events.slice(1) })).toBe(true);
    expect(await store.runs.readEvents({ runId: id, afterSeq: 0, limit: 10 })).toEqual(events);
  });

  test('that are none only tell whether the attempt still owns the run', async () => {
    const { store } = current();
    const { id } = await createRunning(store);
    expect(await store.runs.appendEvents({ runId: id, attempt: 1, events: [] })).toBe(true);
    expect(await store.runs.appendEvents({ runId: id, attempt: 2, events: [] })).toBe(false);
    expect(await store.runs.appendEvents({ runId: makeRun().id, attempt: 1, events: [] })).toBe(false);
  });
});
