import { expect, test } from 'vitest';
import { runIdSchema } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { createEventLog } from './event-log.ts';

const runId = runIdSchema.parse('11111111-1111-4111-8111-111111111111');
const modelStart = { type: 'model-start', modelProfileId: 'm' as never, provider: 'p', model: 'm' } as const;

/** Opens a log with a clock that moves only when it is told to. */
function openLog() {
  const written: RunEvent['type'][][] = [];
  const timers = new Map<() => void, number>();
  let now = 1000;
  const log = createEventLog({
    runId,
    attempt: 1,
    lastSeq: 0,
    store: {
      appendEvents: async ({ events }) => {
        written.push(events.map(({ type }) => type));
        return true;
      },
    },
    bus: { publish: async () => {}, subscribe: () => () => {}, close: async () => {} },
    tails: { hand: () => {} },
    clock: {
      now: () => now,
      after(ms, callback) {
        timers.set(callback, now + ms);
        return () => timers.delete(callback);
      },
    },
    signal: new AbortController().signal,
    onLost: (error) => {
      throw error;
    },
  });
  async function pass(ms: number): Promise<void> {
    now += ms;
    for (const [callback, dueAt] of timers) {
      if (dueAt > now) continue;
      timers.delete(callback);
      callback();
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return { log, written, pass };
}

test('the events of a run that ends soon are left to its end', async () => {
  const { log, written, pass } = openLog();
  log.emit({ type: 'run-start', attempt: 1 });
  log.emit(modelStart);
  await pass(50);
  log.text('A short answer.');
  await pass(10);
  expect((await log.rest()).map(({ type, seq }) => [type, seq])).toEqual([
    ['run-start', 1],
    ['model-start', 2],
    ['text-delta', 3],
  ]);
  await pass(1000);
  expect(written).toEqual([]);
});

test('text is written soon, with what came before it', async () => {
  const { log, written, pass } = openLog();
  log.emit({ type: 'run-start', attempt: 1 });
  await pass(20);
  log.text('The first words ');
  log.text('of an answer.');
  await pass(40);
  expect(written).toEqual([['run-start', 'text-delta']]);
  log.text('More.');
  log.emit({ type: 'progress', phase: 'writing', done: 0, total: 1 });
  await pass(40);
  expect(written.slice(1)).toEqual([['text-delta', 'progress']]);
});

test('a run that takes longer shows that it has started, and what else happens is not delayed', async () => {
  const { log, written, pass } = openLog();
  log.emit({ type: 'run-start', attempt: 1 });
  await pass(149);
  expect(written).toEqual([]);
  await pass(1);
  expect(written).toEqual([['run-start']]);
  log.emit({ type: 'text-reset', reason: 'fallback' });
  await pass(40);
  expect(written).toEqual([['run-start'], ['text-reset']]);
});
