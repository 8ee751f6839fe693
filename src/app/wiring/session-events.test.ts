import { expect, test } from 'vitest';
import { createLog } from '#app/create-log.ts';
import { createLocalBus } from '#queue/local-bus.ts';
import { type SessionEvent, sessionIdSchema } from '#schema/sessions/session.ts';
import { createSessionEvents } from './session-events.ts';

const started: SessionEvent = { type: 'session_started', sessionDbId: sessionIdSchema.parse(1) };

/** Timers run only when the test tells them to. */
function open() {
  const state = { batches: 0, looks: 0, isAway: false };
  const waiting = new Set<() => void>();
  const events = createSessionEvents({
    bus: createLocalBus(),
    store: {
      async countBatches() {
        state.looks += 1;
        if (state.isAway) throw new Error('away');
        return state.batches;
      },
    },
    clock: {
      after(_, callback) {
        waiting.add(callback);
        return () => waiting.delete(callback);
      },
    },
    log: createLog({ level: 'silent' }),
  });
  const tick = () => {
    const due = [...waiting];
    waiting.clear();
    for (const callback of due) callback();
  };
  return { state, events, waiting, tick };
}

test('what another process imports is told to everyone who listens, once for many batches', async () => {
  const { state, events, waiting, tick } = open();
  state.batches = 7;
  const [one, other]: string[][] = [[], []];
  events.subscribe(({ type }) => one?.push(type));
  events.subscribe(({ type }) => other?.push(type));
  await expect.poll(() => waiting.size).toBe(1);
  expect([one, other]).toEqual([[], []]);
  state.batches = 12;
  tick();
  await expect.poll(() => waiting.size).toBe(1);
  tick();
  await expect.poll(() => waiting.size).toBe(1);
  expect([one, other]).toEqual([['sessions_imported'], ['sessions_imported']]);
  await events.publish(started);
  await expect.poll(() => one).toEqual(['sessions_imported', 'session_started']);
});

test('nobody looks while nobody listens, and a failure is no end', async () => {
  const { state, events, waiting, tick } = open();
  expect(state.looks).toBe(0);
  const heard: string[] = [];
  const leave = events.subscribe(({ type }) => heard.push(type));
  await expect.poll(() => waiting.size).toBe(1);
  state.isAway = true;
  state.batches = 1;
  tick();
  await expect.poll(() => waiting.size).toBe(1);
  state.isAway = false;
  tick();
  await expect.poll(() => waiting.size).toBe(1);
  expect(heard).toEqual(['sessions_imported']);
  leave();
  expect(waiting.size).toBe(0);
  state.batches = 2;
  events.subscribe(({ type }) => heard.push(type));
  await expect.poll(() => waiting.size).toBe(1);
  expect(heard).toEqual(['sessions_imported']);
});
