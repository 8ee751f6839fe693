import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findShipped } from '#app/package-root.ts';
import type { FromThread, ImportJob } from './import-job.ts';

/** A line of 4 MB can take 100 MB while it is read. */
const heapMb = 144;
const youngMb = 8;

/** What the thread reads, one message at a time; it waits when nobody takes them. */
export async function* readInThread(
  jobs: readonly ImportJob[],
  { now, signal }: { now: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Exclude<FromThread, { isDone: true }>> {
  const worker = new Worker(findThread(), {
    workerData: { jobs, now },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
  });
  try {
    const messages = on(worker, 'message', { close: ['exit'], ...(signal === undefined ? {} : { signal }) });
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if ('isDone' in message) return;
      yield message;
      worker.postMessage('more', []);
    }
    throw new Error('the import thread ended early');
  } finally {
    await worker.terminate();
  }
}

function findThread(): string {
  const path = findShipped('src/app/import/import-thread.ts', 'dist/import-thread.js');
  if (path === null) throw new Error('the import thread is missing from this installation');
  return path;
}
