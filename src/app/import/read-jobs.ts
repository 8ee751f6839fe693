import { createBatchBuilder } from './batch-builder.ts';
import type { FromThread, ImportJob } from './import-job.ts';
import { readClaudeMem } from './read-claude-mem.ts';
import { explainReadError } from './read-error.ts';
import { readFile } from './read-file.ts';
import { readOpenCode } from './read-opencode.ts';

/** Reads one job after the other. What cannot be read does not stop the rest. */
export async function* readJobs(jobs: readonly ImportJob[], now: number): AsyncGenerator<FromThread> {
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
