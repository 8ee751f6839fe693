import { parentPort, workerData } from 'node:worker_threads';
import type { ImportJob } from './import-job.ts';
import { readJobs } from './read-jobs.ts';

/** One batch is written while the next is read; more would only take memory. */
const ahead = 2;

/** Reads transcripts beside the thread that writes: each keeps one core busy. */
async function work({ jobs, now }: { jobs: ImportJob[]; now: number }): Promise<void> {
  let places = ahead;
  let onPlace = () => {};
  parentPort?.on('message', () => {
    places += 1;
    onPlace();
  });
  for await (const message of readJobs(jobs, now)) {
    while (places === 0) {
      await new Promise<void>((resolve) => {
        onPlace = resolve;
      });
    }
    places -= 1;
    parentPort?.postMessage(message, []);
  }
  parentPort?.close();
}

await work(workerData as { jobs: ImportJob[]; now: number });
