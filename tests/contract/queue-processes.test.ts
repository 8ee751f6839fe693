import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '#engine/ports.ts';
import {
  closeAll,
  collect,
  enqueue,
  gatedWork,
  newJob,
  open,
  pgBossBackend,
  settled,
  spawnHolder,
} from './queue-backends.ts';

afterEach(closeAll);

describe('pg-boss queues of several processes', () => {
  const backend = pgBossBackend();
  beforeAll(() => backend.prepare());
  beforeEach(() => backend.startAfresh());
  afterAll(() => backend.finish());

  test('all come up when they start at the same moment on an empty schema', async () => {
    const queues = await Promise.all([open(backend), open(backend), open(backend)]);
    const jobs = queues.map(() => newJob());
    for (const [index, queue] of queues.entries()) await enqueue(backend, queue, jobs[index] ?? newJob());

    const seen = await collect(queues[0], jobs.length);

    expect(seen).toEqual(jobs);
  });

  test('go on after the server ended their connections', async () => {
    const queue = await open(backend);
    const seen: Job[] = [];
    await queue.work(async (job) => void seen.push(job));
    const jobs = [newJob(), newJob()];
    for (const job of jobs) {
      await backend.inTransaction(async (tx) => {
        const text = `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like $1 and datname = current_database()`;
        await tx.executeSql(text, ['precis %']);
        await queue.enqueue(job, tx);
      });
    }

    await vi.waitFor(() => expect(seen).toEqual(jobs), settled);
  });

  test('take a job back that was given back after closing', async () => {
    const [leaving, staying] = await Promise.all([open(backend), open(backend)]);
    const job = newJob();
    await leaving.close(0);
    await enqueue(backend, leaving, job);

    expect(await collect(staying, 1)).toEqual([job]);
  });

  test('nothing is handed out when the transaction rolled back', async () => {
    const queue = await open(backend);
    const seen: Job[] = [];
    await queue.work(async (job) => void seen.push(job));
    const kept = newJob();

    const rolledBack = backend.inTransaction(async (tx) => {
      await queue.enqueue(newJob({ priority: 1 }), tx);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await enqueue(backend, queue, kept);

    await vi.waitFor(() => expect(seen).toEqual([kept]), settled);
  });

  test('share the work, each job once', async () => {
    // The two queues can run more jobs at once than either one alone.
    const options = { localConcurrency: 4 };
    const queues = await Promise.all([open(backend, options), open(backend, options)]);
    const work = gatedWork();
    const taken: string[] = [];
    const owners = new Set<number>();
    for (const [index, queue] of queues.entries()) {
      await queue.work((job) => {
        taken.push(job.runId);
        owners.add(index);
        return work.handler(job);
      });
    }
    const jobs = Array.from({ length: 20 }, () => newJob({ group: 'shared', groupLimit: 6 }));
    for (const job of jobs) await enqueue(backend, queues[0], job);

    await vi.waitFor(() => expect(work.running('shared')).toBe(6), settled);
    await work.finishAll(jobs.length);

    expect(owners).toEqual(new Set([0, 1]));
    expect(taken.toSorted()).toEqual(jobs.map((job) => job.runId).toSorted());
  });

  test('hold the limit of a group together, even when all claim at the same moment', async () => {
    const queues = await Promise.all([open(backend), open(backend), open(backend), open(backend)]);
    const groups = Array.from({ length: 12 }, (_, index) => `group ${index}`);
    // Jobs of one group are adjacent, so concurrent claims compete for the same last place.
    const jobs = groups.flatMap((group) => [1, 2, 3, 4].map(() => newJob({ group, groupLimit: 2 })));
    for (const job of jobs) await enqueue(backend, queues[0], job);
    const work = gatedWork();

    await Promise.all(queues.map((queue) => queue.work(work.handler)));
    await vi.waitFor(() => expect(work.started()).toBeGreaterThanOrEqual(groups.length * 2), settled);
    await work.finishAll(jobs.length);

    expect(groups.map(work.most)).toEqual(groups.map(() => 2));
  });

  test('a job that its process could not finish before closing comes again elsewhere', async () => {
    const [leaving, staying] = await Promise.all([open(backend), open(backend)]);
    const work = gatedWork();
    await leaving.work(work.handler);
    const job = newJob();
    await enqueue(backend, leaving, job);
    await vi.waitFor(() => expect(work.started()).toBe(1), settled);
    await leaving.close(0);

    const seen = await collect(staying, 1);

    expect(seen).toEqual([job]);
    work.finishOne();
  });

  test('a job whose process was killed is taken over', { timeout: 60_000 }, async () => {
    const queue = await open(backend);
    const job = newJob();
    await enqueue(backend, queue, job);
    const doomed = spawnHolder(backend.address());
    const [output] = await once(doomed.stdout, 'data');
    expect(String(output).trim()).toBe(job.runId);
    const exited = once(doomed, 'exit');
    doomed.kill('SIGKILL');
    await exited;

    const seen: Job[] = [];
    await queue.work(async (taken) => void seen.push(taken));

    await vi.waitFor(() => expect(seen).toEqual([job]), { timeout: 40_000, interval: 50 });
  });

  test('a job that is enqueued again in place of a dead one has its place in the group at once', async () => {
    // This queue is busy with its only job, so it acts like a dead one.
    const dead = await open(backend, { localConcurrency: 1 });
    const queue = await open(backend);
    const work = gatedWork();
    await dead.work(work.handler);
    const job = newJob();
    await enqueue(backend, dead, job);
    await vi.waitFor(() => expect(work.started()).toBe(1), settled);
    const seen: Job[] = [];
    await queue.work(async (taken) => void seen.push(taken));

    await backend.inTransaction((tx) => queue.enqueueAgain(job, tx));

    // The queue itself would take longer to notice that the other one is silent.
    await vi.waitFor(() => expect(seen).toEqual([job]), { timeout: 30_000, interval: 10 });
    work.finishOne();
  });
});
