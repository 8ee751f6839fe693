import { afterEach, expect, test, vi } from 'vitest';
import type { BusMessage } from '#engine/ports.ts';
import { watchChanges } from './status.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the first change is told at once, those that follow together, each thing once', async () => {
  const handlers = new Set<(message: BusMessage) => void>();
  const subscribe = (handler: (message: BusMessage) => void) => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  };
  const publish = (what: 'runs' | 'issues') => {
    for (const handler of handlers) handler({ kind: 'changed', what });
  };
  const leaving = new AbortController();
  const changes = watchChanges({ subscribe }, leaving.signal);
  const first = changes.next();
  publish('runs');
  expect((await first).value).toEqual([{ what: 'runs' }]);
  const second = changes.next();
  for (let n = 0; n < 50; n++) publish('runs');
  publish('issues');
  expect((await second).value).toEqual([{ what: 'runs' }, { what: 'issues' }]);
  const third = changes.next();
  leaving.abort();
  expect((await third).done).toBe(true);
  expect(handlers.size).toBe(0);
});

test('many readers are told less often each, and leave at once in the middle of a pause', async () => {
  vi.useFakeTimers();
  const handlers = new Set<(message: BusMessage) => void>();
  const subscribe = (handler: (message: BusMessage) => void) => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  };
  const publish = () => {
    for (const handler of handlers) handler({ kind: 'changed', what: 'runs' });
  };
  const leaving = new AbortController();
  const bus = { subscribe };
  let told = 0;
  const reading = Array.from({ length: 1000 }, async () => {
    for await (const changes of watchChanges(bus, leaving.signal)) told += changes.length;
  });
  expect(handlers.size).toBe(1);
  publish();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toBe(1000);
  publish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toBe(1000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(told).toBe(2000);
  leaving.abort();
  await Promise.all(reading);
  expect(handlers.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
