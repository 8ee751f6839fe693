import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '#engine/ports.ts';
import {
  closeAll,
  collect,
  enqueue,
  gatedWork,
  localBackend,
  newJob,
  open,
  pgBossBackend,
  settled,
} from './queue-backends.ts';

afterEach(closeAll);

describe.each([localBackend(), pgBossBackend()])('the $name queue', (backend) => {
  beforeAll(() => backend.prepare());
  beforeEach(() => backend.startAfresh());
  afterAll(() => backend.finish());

  test('hands out jobs of equal priority in the order of their arrival', async () => {
    const queue = await open(backend);
    const jobs = [newJob(), newJob(), newJob(), newJob()];
    for (const job of jobs) await enqueue(backend, queue, job);

    const seen = await collect(queue, jobs.length);

    expect(seen).toEqual(jobs);
  });

  test('hands out jobs of higher priority first', async () => {
    const queue = await open(backend);
    const [low, high, middle] = [newJob({ priority: -1 }), newJob({ priority: 5 }), newJob({ priority: 0 })];
    for (const job of [low, high, middle]) await enqueue(backend, queue, job);

    const seen = await collect(queue, 3);

    expect(seen).toEqual([high, middle, low]);
  });

  test('keeps a job back until its time, and hands out those behind it', async () => {
    const queue = await open(backend);
    const notBefore = Date.now() + 1500;
    const [late, soon] = [newJob({ notBefore }), newJob()];
    for (const job of [late, soon]) await enqueue(backend, queue, job);

    const seen = await collect(queue, 2);

    expect(seen).toEqual([soon, late]);
    expect(Date.now()).toBeGreaterThanOrEqual(notBefore - 50);
  });

  test('never runs more jobs of a group than its limit, while other groups go on', async () => {
    const queue = await open(backend);
    const work = gatedWork();
    await queue.work(work.handler);
    for (let count = 0; count < 6; count += 1)
      await enqueue(backend, queue, newJob({ group: 'slow', groupLimit: 2 }));
    for (let count = 0; count < 3; count += 1)
      await enqueue(backend, queue, newJob({ group: 'wide', groupLimit: 3 }));

    await vi.waitFor(() => expect([work.running('slow'), work.running('wide')]).toEqual([2, 3]), settled);
    await work.finishAll(9);

    expect(work.most('slow')).toBe(2);
    expect(work.most('wide')).toBe(3);
  });

  test('hands a job out again, later, when its handler rejected', async () => {
    const queue = await open(backend);
    const attemptedAt: number[] = [];
    await queue.work(async () => {
      attemptedAt.push(performance.now());
      if (attemptedAt.length < 3) throw new Error('not yet');
    });
    await enqueue(backend, queue, newJob());

    await vi.waitFor(() => expect(attemptedAt).toHaveLength(3), settled);

    const [first = 0, second = 0, third = 0] = attemptedAt;
    expect(second - first).toBeGreaterThan(900);
    expect(third - second).toBeGreaterThan(1_500);
  });

  test('works on other jobs while a rejected one waits', async () => {
    const queue = await open(backend);
    const bad = newJob();
    const good = newJob();
    const seen: Job[] = [];
    await queue.work(async (job) => {
      seen.push(job);
      if (job.runId === bad.runId) throw new Error('never');
    });
    await enqueue(backend, queue, bad);
    await vi.waitFor(() => expect(seen).toEqual([bad]), settled);
    await enqueue(backend, queue, good);

    await vi.waitFor(() => expect(seen).toEqual([bad, good]), settled);
  });

  test('hands a job out only after the transaction that enqueued it had the chance to commit', async () => {
    const queue = await open(backend);
    const events: string[] = [];
    await queue.work(async () => void events.push('handed out'));

    await backend.inTransaction(async (tx) => {
      await queue.enqueue(newJob(), tx);
      await Promise.resolve();
      events.push('about to commit');
    });

    await vi.waitFor(() => expect(events).toEqual(['about to commit', 'handed out']), settled);
  });

  test('picks a job up within milliseconds', async () => {
    const queue = await open(backend);
    const seen: Job[] = [];
    await queue.work(async (job) => void seen.push(job));
    await enqueue(backend, queue, newJob());
    await vi.waitFor(() => expect(seen).toHaveLength(1), settled);

    const waitsMs: number[] = [];
    for (let count = 2; count <= 6; count += 1) {
      const startedAt = performance.now();
      await enqueue(backend, queue, newJob());
      await vi.waitFor(() => expect(seen).toHaveLength(count), { ...settled, interval: 1 });
      waitsMs.push(performance.now() - startedAt);
    }

    // Polling once a second would wait for half a second on average.
    expect(Math.min(...waitsMs)).toBeLessThan(400);
  });

  test('waits at close for the job under way and takes no other', async () => {
    const queue = await open(backend);
    const work = gatedWork();
    await queue.work(work.handler);
    await enqueue(backend, queue, newJob({ group: 'one', groupLimit: 1 }));
    await enqueue(backend, queue, newJob({ group: 'one', groupLimit: 1 }));
    await vi.waitFor(() => expect(work.started()).toBe(1), settled);

    const closing = queue.close(10_000).then(() => 'closed');
    expect(await Promise.race([closing, delay(200, 'waiting')])).toBe('waiting');
    work.finishOne();
    await closing;

    await enqueue(backend, queue, newJob());
    await delay(200);
    expect(work.started()).toBe(1);
  });

  test('gives up waiting at close after the grace time', async () => {
    const queue = await open(backend);
    const work = gatedWork();
    await queue.work(work.handler);
    await enqueue(backend, queue, newJob());
    await vi.waitFor(() => expect(work.started()).toBe(1), settled);

    await queue.close(100);

    expect(work.finished()).toBe(0);
    work.finishOne();
  });
});
