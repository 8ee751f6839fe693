import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SessionEvent, sessionIdSchema } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import { watchSessions } from './sessions.ts';

let handlers: Set<(event: SessionEvent) => void>;
let leaving: AbortController;
const describeEvent = vi.fn<(event: SessionEvent) => Promise<SessionNews | null>>();

beforeEach(() => {
  vi.useFakeTimers();
  handlers = new Set();
  leaving = new AbortController();
  describeEvent.mockReset();
  describeEvent.mockImplementation(async (event) => ({ ...event }) as unknown as SessionNews);
});
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
});

function openSource() {
  return {
    subscribe(handler: (event: SessionEvent) => void) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    describe: describeEvent,
  };
}

function publish(number: number): void {
  const event = { type: 'session_started', sessionDbId: sessionIdSchema.parse(number) } as const;
  for (const handler of handlers) handler(event);
}

async function join(source: ReturnType<typeof openSource>, signal = leaving.signal) {
  const news = watchSessions(source, signal);
  expect((await news.next()).value).toEqual([{ type: 'connected' }]);
  return news;
}

const numbersOf = (news: SessionNews[] | undefined) =>
  news?.map((one) => (one as unknown as { sessionDbId: number }).sessionDbId);

test('all readers get the same batch, described once: the first event at once, the others together', async () => {
  const source = openSource();
  const readers = [await join(source), await join(source), await join(source)];
  expect(handlers.size).toBe(1);
  publish(1);
  const first = await Promise.all(readers.map((reader) => reader.next()));
  for (let number = 2; number <= 9; number++) publish(number);
  const rest = readers.map((reader) => reader.next());
  await vi.advanceTimersByTimeAsync(100);
  const second = await Promise.all(rest);
  expect(numbersOf(first[0]?.value)).toEqual([1]);
  expect(numbersOf(second[0]?.value)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  // All readers get the same array, so that it is serialized once.
  for (const batch of second) expect(batch.value).toBe(second[0]?.value);
  expect(describeEvent).toHaveBeenCalledTimes(9);
});

test('a reader gets what happens after it has come, and the others all', async () => {
  const source = openSource();
  const early = await join(source);
  publish(1);
  await early.next();
  publish(2);
  const late = await join(source);
  publish(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(numbersOf((await early.next()).value)).toEqual([2, 3]);
  expect(numbersOf((await late.next()).value)).toEqual([3]);
});

test('a reader that is behind misses the oldest, and keeps nobody else waiting', async () => {
  const source = openSource();
  const slow = await join(source);
  const quick = await join(source);
  let heard = 0;
  const reading = (async () => {
    for await (const news of quick) heard += news.length;
  })();
  for (let number = 1; number <= 1500; number++) {
    publish(number);
    if (number % 100 === 0) await vi.advanceTimersByTimeAsync(200);
  }
  expect(heard).toBe(1500);
  const first = numbersOf((await slow.next()).value)?.[0] ?? 0;
  expect(first).toBeGreaterThan(1);
  expect(first).toBeLessThanOrEqual(600);
  leaving.abort();
  await reading;
});

test('when events cannot be described, all streams end, and a new one works', async () => {
  const source = openSource();
  const readers = [await join(source), await join(source)];
  describeEvent.mockRejectedValueOnce(new Error('database away'));
  publish(1);
  for (const reader of readers) await expect(reader.next()).rejects.toThrow('database away');
  expect(handlers.size).toBe(0);
  const again = await join(source);
  await vi.advanceTimersByTimeAsync(100);
  publish(2);
  expect(numbersOf((await again.next()).value)).toEqual([2]);
});

test('the subscription ends with the last reader', async () => {
  const source = openSource();
  const own = new AbortController();
  const leaver = await join(source, own.signal);
  const stayer = await join(source);
  const left = leaver.next();
  own.abort();
  expect((await left).done).toBe(true);
  expect(handlers.size).toBe(1);
  const last = stayer.next();
  leaving.abort();
  expect((await last).done).toBe(true);
  expect(handlers.size).toBe(0);
});
