import { expect, test } from 'vitest';
import type { BusMessage } from '#engine/ports.ts';
import { watchChanges } from './watch-changes.ts';

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
