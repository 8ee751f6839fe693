import { parentPort, workerData } from 'node:worker_threads';
import { createBatchBuilder } from './batch-builder.ts';
import { explainReadError, type FromThread, type ImportJob } from './import-job.ts';
import { readClaudeMem } from './read-claude-mem.ts';
import { readFile } from './read-file.ts';
import { readOpenCode } from './read-opencode.ts';

/** The number of batches in advance. One is written while the next is read, and more would only take memory. */
const ahead = 2;

/** Reads transcripts in parallel with the thread that writes. Each keeps one core busy. */
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

/** Reads one job after the other. A job that cannot be read does not stop the rest. */
async function* readJobs(jobs: readonly ImportJob[], now: number): AsyncGenerator<FromThread> {
  const builder = createBatchBuilder();
  for (const job of jobs) {
    try {
      for await (const _ of readJob(job, { builder, now }))
        if (builder.isFull()) yield { batch: builder.take() };
    } catch (error) {
      yield { failed: explainReadError(error), path: job.path };
    }
    if (builder.isFull()) yield { batch: builder.take() };
  }
  if (!builder.isEmpty()) yield { batch: builder.take() };
  yield { isDone: true };
}

function readJob(
  job: ImportJob,
  options: { builder: ReturnType<typeof createBatchBuilder>; now: number },
): AsyncIterable<void> | Iterable<void> {
  if (job.kind !== 'database') return readFile(job, options);
  return job.client === 'opencode' ? readOpenCode(job, options) : readClaudeMem(job, options);
}
