import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import type { Job, Log, Queue, Transaction } from '#engine/ports.ts';
import { createLocalQueue } from '#queue/local-queue.ts';
import { createPgBossQueue } from '#queue/pg-boss-queue.ts';
import { runIdSchema } from '#schema/ids.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
export const settled = { timeout: 30_000, interval: 10 };
const opened: Queue[] = [];

interface Backend {
  name: string;
  prepare(): Promise<void>;
  /** Separates the queues opened from here on from those before. They share no jobs. */
  startAfresh(): void;
  open(options?: { localConcurrency: number }): Promise<Queue>;
  inTransaction(work: (tx: Transaction) => Promise<void>): Promise<void>;
  finish(): Promise<void>;
}

export function localBackend(): Backend {
  return {
    name: 'local',
    prepare: async () => undefined,
    startAfresh: () => undefined,
    open: async () => createLocalQueue({ log: silent }),
    inTransaction: (work) => work({ executeSql: async () => ({ rows: [] }) }),
    finish: async () => undefined,
  };
}

interface Address {
  connectionString: string;
  schema: string;
}

export function pgBossBackend(): Backend & { address(): Address } {
  let connectionString = '';
  let schema = '';
  let pool: pg.Pool;
  return {
    name: 'pg-boss',
    address: () => ({ connectionString, schema }),
    async prepare() {
      connectionString = await createDatabase(inject('postgresUrl'));
      pool = new pg.Pool({ connectionString });
    },
    startAfresh() {
      schema = `queue_${randomUUID().replaceAll('-', '')}`;
    },
    open: (options) => createPgBossQueue({ connectionString, log: silent, schema, ...options }),
    async inTransaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work({ executeSql: (text, values) => client.query(text, values) });
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    finish: () => pool.end(),
  };
}

/** Starts a process that takes one job, reports which, and never finishes it. */
export function spawnHolder(address: Address): ChildProcessByStdio<null, Readable, null> {
  const program = `
    import { createPgBossQueue } from '#queue/pg-boss-queue.ts';
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const queue = await createPgBossQueue({ ...JSON.parse(process.argv[1]), log });
    await queue.work((job) => new Promise(() => console.log(job.runId)));
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(address)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export async function open(backend: Backend, options?: { localConcurrency: number }): Promise<Queue> {
  const queue = await backend.open(options);
  opened.push(queue);
  return queue;
}

export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((queue) => queue.close(0)));
}

export async function enqueue(backend: Backend, queue: Queue, job: Job): Promise<void> {
  await backend.inTransaction((tx) => queue.enqueue(job, tx));
}

/** Makes a job. By default, each job has its own group, so that only the tested rule delays it. */
export function newJob(job: Partial<Job> = {}): Job {
  const runId = runIdSchema.parse(randomUUID());
  return { runId, group: runId, groupLimit: 1, priority: 0, ...job };
}

export async function collect(queue: Queue, count: number): Promise<Job[]> {
  const seen: Job[] = [];
  await queue.work(async (job) => void seen.push(job));
  await vi.waitFor(() => expect(seen).toHaveLength(count), settled);
  return seen;
}

/** Makes a handler that counts concurrent jobs. Each of its jobs runs until it is released. */
export function gatedWork() {
  const gates: (() => void)[] = [];
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  let started = 0;
  let finished = 0;
  const change = (group: string, by: number) => {
    const count = (running.get(group) ?? 0) + by;
    running.set(group, count);
    most.set(group, Math.max(count, most.get(group) ?? 0));
  };
  const work = {
    started: () => started,
    finished: () => finished,
    running: (group: string) => running.get(group) ?? 0,
    most: (group: string) => most.get(group) ?? 0,
    async handler(job: Job): Promise<void> {
      started += 1;
      change(job.group, 1);
      await new Promise<void>((resolve) => gates.push(resolve));
      change(job.group, -1);
      finished += 1;
    },
    finishOne: () => gates.shift()?.(),
    async finishAll(count: number): Promise<void> {
      await vi.waitFor(
        () => {
          work.finishOne();
          expect(finished).toBe(count);
        },
        { timeout: 20_000, interval: 2 },
      );
    },
  };
  return work;
}
