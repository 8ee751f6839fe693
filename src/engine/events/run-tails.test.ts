import { expect, test } from 'vitest';
import type { BusMessage } from '#engine/ports.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { createRunTails } from './event-log.ts';

const runId = runIdSchema.parse('11111111-1111-4111-8111-111111111111');
const textEvent = (seq: number, text: string): RunEvent => ({
  type: 'text-delta',
  text,
  runId,
  seq,
  at: seq,
});

function openTails(stored: RunEvent[]) {
  let reads = 0;
  const handlers = new Set<(message: BusMessage) => void>();
  const tails = createRunTails({
    store: {
      readEvents: async ({ afterSeq }: { afterSeq: number }) => {
        reads += 1;
        return stored.filter(({ seq }) => seq > afterSeq);
      },
    } as never,
    bus: {
      publish: async (message) => {
        for (const handle of handlers) handle(message);
      },
      subscribe: (handler) => {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
      close: async () => {},
    },
    clock: { now: () => 0, after: () => () => {} },
  });
  return { tails, handlers, countReads: () => reads };
}

test('events that follow each other are read from memory, as often as someone asks', async () => {
  const { tails, countReads } = openTails([]);
  const tail = tails.join(runId, () => {});
  tails.hand(runId, [textEvent(1, 'one'), textEvent(2, 'two')]);
  tails.hand(runId, [textEvent(3, 'three')]);
  expect((await tail.readEvents(0)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect((await tail.readEvents(2)).map(({ seq }) => seq)).toEqual([3]);
  expect(countReads()).toBe(0);
});

test('a reader that is behind a gap, or has all that is in memory, reads the store', async () => {
  const { tails, countReads } = openTails([1, 2, 3, 4].map((seq) => textEvent(seq, 'stored')));
  const tail = tails.join(runId, () => {});
  tails.hand(runId, [textEvent(1, 'first')]);
  // Another process wrote the second event.
  tails.hand(runId, [textEvent(3, 'third')]);
  expect((await tail.readEvents(0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect((await tail.readEvents(3)).map(({ seq }) => seq)).toEqual([4]);
  expect(countReads()).toBe(2);
});

test('what the store keeps in another form is read from there', async () => {
  const { tails, countReads } = openTails([textEvent(1, 'a\ufffdb')]);
  const tail = tails.join(runId, () => {});
  tails.hand(runId, [textEvent(1, 'a\ud800b')]);
  expect(await tail.readEvents(0)).toEqual([textEvent(1, 'a\ufffdb')]);
  expect(countReads()).toBe(1);
});

test('only the readers of a run are woken, and nothing listens once the last has left', async () => {
  const { tails, handlers } = openTails([]);
  const woken: string[] = [];
  const tail = tails.join(runId, () => woken.push('reader'));
  const other = runIdSchema.parse('22222222-2222-4222-8222-222222222222');
  for (const handle of handlers) handle({ kind: 'run-events', runId: other });
  expect(woken).toEqual([]);
  for (const handle of handlers) handle({ kind: 'run-events', runId });
  expect(woken).toEqual(['reader']);
  tail.leave();
  expect(handlers.size).toBe(0);
});
