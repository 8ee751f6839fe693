import { expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { outlastOutage } from './outlast-outage.ts';
import type { Clock } from './ports.ts';

const away = new AppError('database_unavailable', 'PostgreSQL is unavailable.', { retryAfterMs: 1000 });

/** Makes a clock whose time passes as soon as someone waits for it. */
function createClock(): Clock {
  let at = 0;
  return {
    now: () => at,
    after(ms, callback) {
      at += ms;
      queueMicrotask(callback);
      return () => {};
    },
  };
}

function failing(times: number, error: Error) {
  const work = { tries: 0, do: async () => 'done' };
  work.do = async () => {
    work.tries += 1;
    if (work.tries <= times) throw error;
    return 'done';
  };
  return work;
}

test('work is done again until the database is back', async () => {
  const work = failing(5, away);
  const { signal } = new AbortController();
  expect(await outlastOutage({ clock: createClock(), signal }, work.do)).toBe('done');
  expect(work.tries).toBe(6);
});

test('patience ends after a minute', async () => {
  const clock = createClock();
  const { signal } = new AbortController();
  await expect(outlastOutage({ clock, signal }, failing(Infinity, away).do)).rejects.toBe(away);
  expect(clock.now()).toBeGreaterThan(60_000);
  expect(clock.now()).toBeLessThan(65_000);
});

test('a caller may have more or less patience, and hears of each time that the work is done again', async () => {
  const clock = createClock();
  const heard: number[] = [];
  const options = {
    clock,
    signal: new AbortController().signal,
    patienceMs: 1000,
    onOutage: (error: AppError, waitedMs: number) => {
      expect(error).toBe(away);
      heard.push(waitedMs);
    },
  };
  await expect(outlastOutage(options, failing(Infinity, away).do)).rejects.toBe(away);
  expect(heard).toEqual([0, 100, 300, 700]);
  expect(clock.now()).toBe(1500);
});

test('a database whose disk is full for a while is waited for too', async () => {
  const full = new AppError('disk_full', 'The disk of PostgreSQL is full.', { retryAfterMs: 1000 });
  const { signal } = new AbortController();
  expect(await outlastOutage({ clock: createClock(), signal }, failing(2, full).do)).toBe('done');
});

test('nobody waits once the work is called off', async () => {
  const controller = new AbortController();
  controller.abort();
  const work = failing(Infinity, away);
  await expect(outlastOutage({ clock: createClock(), signal: controller.signal }, work.do)).rejects.toBe(
    away,
  );
  expect(work.tries).toBe(1);
});

test.each([
  ['a bug', new Error('a bug')],
  ['a fault of the database that does not pass', new AppError('database_unavailable', 'a bug')],
  ['a full disk of one’s own', new AppError('disk_full', 'a bug')],
])('%s is thrown at once', async (_, error) => {
  const work = failing(1, error);
  const { signal } = new AbortController();
  await expect(outlastOutage({ clock: createClock(), signal }, work.do)).rejects.toThrow('a bug');
  expect(work.tries).toBe(1);
});
