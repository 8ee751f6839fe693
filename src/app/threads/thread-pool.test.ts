import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'tests', 'fixtures', 'threads', 'odd-thread.ts');
const limitMs = 60_000;
const mebi = 1024 ** 2;
const opened: ThreadPool[] = [];

function openPool({ maxThreads = 1, heapMb = 256, patienceMs = 0 } = {}): ThreadPool {
  const failure = () => new AppError('text_work_failed', 'too much');
  const pool = createThreadPool({ script, maxThreads, heapMb, patienceMs, failure });
  opened.push(pool);
  return pool;
}

/** A task that keeps its thread busy until it is released. */
function spin(pool: ThreadPool, signal?: AbortSignal) {
  const shared = new SharedArrayBuffer(8);
  const marks = new Int32Array(shared);
  const done = pool.run({ name: 'spin', given: [shared] }, { limitMs, signal });
  done.catch(() => {});
  return {
    done,
    hasBegun: () => Atomics.load(marks, 0) === 1,
    async began() {
      while (Atomics.load(marks, 0) === 0) await nextTick();
    },
    release: () => Atomics.store(marks, 1, 1),
  };
}

const echo = (pool: ThreadPool, value: unknown) => pool.run({ name: 'echo', given: [value] }, { limitMs });

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

test('the event loop goes on while a thread works without a pause', async () => {
  const task = spin(openPool());
  await task.began();
  for (let ticks = 0; ticks < 100; ticks++) await nextTick();
  task.release();
  expect(await task.done).toBe('spun');
});

test('a cancelled task ends its thread, and the next one gets a new thread', async () => {
  const pool = openPool();
  const cancel = new AbortController();
  const reason = new AppError('run_cancelled', 'enough');
  const task = spin(pool, cancel.signal);
  await task.began();
  cancel.abort(reason);
  await expect(task.done).rejects.toBe(reason);
  expect(await echo(pool, 'next')).toBe('next');
});

test('a task that is cancelled while it waits is never begun', async () => {
  const pool = openPool();
  const first = spin(pool);
  const cancel = new AbortController();
  const second = spin(pool, cancel.signal);
  await first.began();
  cancel.abort(new Error('not needed'));
  await expect(second.done).rejects.toThrow('not needed');
  first.release();
  await first.done;
  expect(await echo(pool, 1)).toBe(1);
  expect(second.hasBegun()).toBe(false);
});

test('a task whose signal is aborted already is refused', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  await expect(openPool().run({ name: 'echo', given: [1] }, { limitMs, signal })).rejects.toThrow('too late');
});

test.each(['die', 'fillMemory'])('a thread that ends (%s) fails only its own task', async (name) => {
  const pool = openPool({ heapMb: 32 });
  const dying = pool.run({ name, given: [] }, { limitMs });
  const behind = echo(pool, 'unharmed');
  await expect(dying).rejects.toMatchObject({ code: 'text_work_failed' });
  expect(await behind).toBe('unharmed');
});

test('a task that takes too long fails, and its thread is replaced', async () => {
  const pool = openPool();
  const endless = pool.run({ name: 'spin', given: [new SharedArrayBuffer(8)] }, { limitMs: 50 });
  await expect(endless).rejects.toMatchObject({ code: 'text_work_failed' });
  expect(await echo(pool, 2)).toBe(2);
});

test('a task that holds more than it may, buffers included, fails', async () => {
  const pool = openPool();
  const task = { name: 'grow', given: [200 * mebi, new SharedArrayBuffer(8)] };
  const grown = pool.run(task, { limitMs, maxHeldBytes: 100 * mebi });
  await expect(grown).rejects.toMatchObject({ code: 'text_work_failed' });
  expect(await echo(pool, 3)).toBe(3);
});

test('a thread that grew is ended, and the next task begins once its memory is given back', async () => {
  const pool = openPool();
  const shared = new SharedArrayBuffer(8);
  const marks = new Int32Array(shared);
  const growing = pool.run({ name: 'grow', given: [600 * mebi, shared] }, { limitMs });
  const next = pool.run({ name: 'threadId', given: [] }, { limitMs });
  while (Atomics.load(marks, 0) === 0) await nextTick();
  const grownBytes = process.memoryUsage.rss();
  Atomics.store(marks, 1, 1);
  const [grown, other] = [await growing, await next];
  expect(other).not.toBe(grown);
  expect(process.memoryUsage.rss()).toBeLessThan(grownBytes - 400 * mebi);
});

test('errors come back as what they are', async () => {
  const pool = openPool();
  const run = (name: string) => pool.run({ name, given: [] }, { limitMs });
  await expect(run('refuse')).rejects.toMatchObject({ code: 'file_unsupported', details: { why: 'odd' } });
  await expect(run('breakDown')).rejects.toThrow('breakDown failed: a defect');
});

test('no more threads work at once than allowed', async () => {
  const pool = openPool({ maxThreads: 2 });
  const [first, second, third] = [spin(pool), spin(pool), spin(pool)];
  await Promise.all([first.began(), second.began()]);
  expect(third.hasBegun()).toBe(false);
  first.release();
  await third.began();
  second.release();
  third.release();
  await Promise.all([first.done, second.done, third.done]);
});

test('closing gives up what runs and what waits', async () => {
  const pool = openPool();
  const [running, waiting] = [spin(pool), spin(pool)];
  await running.began();
  await pool.close();
  await expect(running.done).rejects.toThrow('closed');
  await expect(waiting.done).rejects.toThrow('closed');
  await expect(echo(pool, 3)).rejects.toThrow('closed');
});

test('a further thread is opened only for a task that has waited', async () => {
  for (const patienceMs of [1, limitMs]) {
    const pool = openPool({ maxThreads: 2, patienceMs });
    expect(pool.isOpen()).toBe(false);
    const slow = spin(pool);
    await slow.began();
    expect(pool.isOpen()).toBe(true);
    const next = echo(pool, 'next').then((answer) => ({ answer, isBeside: !released }));
    let released = false;
    if (patienceMs === 1) await next;
    else for (let ticks = 0; ticks < 100; ticks++) await nextTick();
    released = true;
    slow.release();
    expect(await next).toEqual({ answer: 'next', isBeside: patienceMs === 1 });
    expect(await slow.done).toBe('spun');
  }
});

test('a thread ends ten seconds after its last task, not after an earlier one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = openPool();
  for (let tasks = 0; tasks < 3; tasks++) {
    expect(await echo(pool, tasks)).toBe(tasks);
    vi.advanceTimersByTime(9000);
    expect(pool.isOpen()).toBe(true);
  }
  vi.advanceTimersByTime(1000);
  expect(pool.isOpen()).toBe(false);
});
