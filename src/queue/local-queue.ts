import type { Job, Log, Queue } from '#engine/ports.ts';
import { backOff } from '#schema/back-off.ts';
import { waitAtMost } from './wait-at-most.ts';

const retries = { firstMs: 1_000, maxMs: 60_000 };

interface Entry {
  job: Job;
  /** Order of arrival. A retried job keeps its position. */
  position: number;
  failures: number;
}

/** Jobs exist only in this process. The store's recovery finds those still queued when the process ends. */
export function createLocalQueue({ log }: { log: Log }): Queue {
  const waiting: Entry[] = [];
  const running = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const delayed = new Set<NodeJS.Timeout>();
  let handler: ((job: Job) => Promise<void>) | null = null;
  let arrivals = 0;
  let soon: NodeJS.Immediate | undefined;
  let closed = false;

  return {
    enqueue,
    // The jobs of a dead process no longer exist, so none needs to be removed first.
    enqueueAgain: enqueue,
    async work(newHandler) {
      handler = newHandler;
      handOutSoon();
    },
    async close(graceMs) {
      closed = true;
      clearImmediate(soon);
      for (const timer of delayed) clearTimeout(timer);
      waiting.length = 0;
      await waitAtMost(graceMs, Promise.all(underWay));
    },
  };

  async function enqueue(job: Job): Promise<void> {
    arrivals += 1;
    const entry = { job, position: arrivals, failures: 0 };
    if (job.notBefore === undefined) add(entry);
    else addLater(entry, Math.max(0, job.notBefore - Date.now()));
  }

  function add(entry: Entry): void {
    if (closed) return;
    const before = waiting.findLastIndex((other) => isBefore(other, entry));
    waiting.splice(before + 1, 0, entry);
    handOutSoon();
  }

  /** The embedded store commits within the microtasks after `enqueue`. An immediate runs after all of them. */
  function handOutSoon(): void {
    if (closed || soon) return;
    soon = setImmediate(() => {
      soon = undefined;
      handOut();
    });
  }

  function handOut(): void {
    if (!handler) return;
    for (let index = 0; index < waiting.length; ) {
      const entry = waiting[index];
      if (!entry || countRunning(entry.job.group) >= entry.job.groupLimit) {
        index += 1;
        continue;
      }
      waiting.splice(index, 1);
      const work = run(entry, handler);
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    }
  }

  async function run(entry: Entry, handle: (job: Job) => Promise<void>): Promise<void> {
    const { group, runId } = entry.job;
    running.set(group, countRunning(group) + 1);
    try {
      await handle(entry.job);
    } catch (error) {
      const delayMs = backOff(entry.failures, retries);
      log.warn({ err: error, runId, delayMs }, 'job failed; will retry');
      addLater({ ...entry, failures: entry.failures + 1 }, delayMs);
    }
    const left = countRunning(group) - 1;
    if (left > 0) running.set(group, left);
    else running.delete(group);
    handOutSoon();
  }

  function addLater(entry: Entry, delayMs: number): void {
    if (closed) return;
    const timer = setTimeout(() => {
      delayed.delete(timer);
      add(entry);
    }, delayMs);
    delayed.add(timer);
  }

  function countRunning(group: string): number {
    return running.get(group) ?? 0;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  if (one.job.priority !== other.job.priority) return one.job.priority > other.job.priority;
  return one.position < other.position;
}
