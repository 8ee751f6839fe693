import { setTimeout as delay } from 'node:timers/promises';
import type { Job, Log, Queue } from '#engine/ports.ts';
import { type ClaimedJob, heartbeatRefreshMs, openPgBoss } from './open-pg-boss.ts';
import { waitAtMost } from './wait-at-most.ts';

/** New jobs are notified. Polling finds retried jobs and jobs whose group has room again in another process. */
const pollMs = 1_000;
const settleMs = 3_000;
/** One minute. A restarting database is back sooner, and no other process takes the job while its heartbeat lasts. */
const settleTries = 60;
const settlePauseMs = 1_000;

/** A queue in PostgreSQL that all processes on the database share. Jobs of dead processes are taken over. */
export async function createPgBossQueue({
  connectionString,
  log,
  schema = 'precis_queue',
  localConcurrency = 32,
}: {
  connectionString: string;
  log: Log;
  schema?: string;
  /** The maximum number of active jobs in this process, over all groups. */
  localConcurrency?: number;
}): Promise<Queue> {
  const underWay = new Map<ClaimedJob, Promise<void>>();
  let handler: ((job: Job) => Promise<void>) | null = null;
  let claiming = false;
  let claimed: Promise<void> = Promise.resolve();
  let lookAgain = false;
  /** False if the last claim left no job waiting. Nothing can then be claimed until the next notification. */
  let hasMore = true;
  /** Whether a job ended during the claim in progress, which may have missed the freed place. */
  let isFreed = false;
  let failing = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let beatTimer: NodeJS.Timeout | undefined;
  let closed: Promise<void> | null = null;

  const boss = await openPgBoss({ connectionString, schema, log, onNewJobs: look });

  return {
    enqueue: (job, tx) => boss.send(job, tx),
    async enqueueAgain(job, tx) {
      await boss.forget(job, tx);
      await boss.send(job, tx);
    },
    async work(newHandler) {
      if (closed) return;
      handler = newHandler;
      pollTimer = setInterval(look, pollMs);
      beatTimer = setInterval(() => void beat(), heartbeatRefreshMs);
      look();
    },
    close(graceMs) {
      closed ??= close(graceMs);
      return closed;
    },
  };

  function look(): void {
    if (!handler || closed) return;
    lookAgain = true;
    if (!claiming) claimed = claimAll(handler);
  }

  async function claimAll(handle: (job: Job) => Promise<void>): Promise<void> {
    claiming = true;
    try {
      while (lookAgain && !closed && underWay.size < localConcurrency) {
        lookAgain = false;
        isFreed = false;
        const claim = await boss.claim(() => closed === null);
        const { job } = claim;
        hasMore = claim.hasMore;
        if (hasMore && (job || isFreed)) lookAgain = true;
        if (job) underWay.set(job, run(job, handle));
      }
      failing = false;
    } catch (error) {
      hasMore = true;
      if (!failing) log.error({ err: error }, 'queue unreachable; retrying every second');
      failing = true;
    } finally {
      claiming = false;
    }
  }

  async function run(job: ClaimedJob, handle: (job: Job) => Promise<void>): Promise<void> {
    const done = await succeeds(job, handle);
    await settle(job, () => (done ? boss.complete(job) : boss.release([job])));
    underWay.delete(job);
    isFreed = true;
    if (!claiming && (hasMore || lookAgain)) look();
  }

  async function settle(job: ClaimedJob, how: () => Promise<void>): Promise<void> {
    const { runId } = job.data;
    for (let tries = 1; underWay.has(job); tries++) {
      try {
        return await how();
      } catch (error) {
        if (closed || tries >= settleTries) {
          log.warn(
            { err: error, runId },
            'could not settle a job; it is redelivered when its heartbeat expires',
          );
          return;
        }
      }
      await delay(settlePauseMs);
    }
  }

  async function succeeds(job: ClaimedJob, handle: (job: Job) => Promise<void>): Promise<boolean> {
    try {
      await handle(job.data);
      return true;
    } catch (error) {
      const { runId } = job.data;
      log.warn({ err: error, runId, attempts: job.retryCount + 1 }, 'job failed; will retry');
      return false;
    }
  }

  async function beat(): Promise<void> {
    if (underWay.size === 0) return;
    try {
      await boss.touch([...underWay.keys()]);
    } catch (error) {
      log.warn({ err: error, jobs: underWay.size }, 'could not send the heartbeat of active jobs');
    }
  }

  async function close(graceMs: number): Promise<void> {
    clearInterval(pollTimer);
    // This wait ignores the grace period, because a job claimed now must be returned with the others.
    await waitAtMost(settleMs, claimed);
    await waitAtMost(graceMs, Promise.all(underWay.values()));
    clearInterval(beatTimer);
    const abandoned = [...underWay.keys()];
    underWay.clear();
    if (abandoned.length > 0) await waitAtMost(settleMs, boss.release(abandoned));
    await boss.close();
  }
}
