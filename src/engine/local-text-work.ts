import type { TextWork } from './ports.ts';

let jobs: Promise<typeof import('./text-jobs.ts')> | undefined;

/**
 * Does all text work on the spot. The jobs are loaded on first use, because their tables take a moment and much
 * memory.
 */
export const localTextWork: TextWork = {
  async run(name, given, signal) {
    // The promise is kept, because an import that has nothing to load still takes as long as a small job.
    jobs ??= import('./text-jobs.ts');
    const { textJobs } = await jobs;
    signal?.throwIfAborted();
    // The types were checked where the job was given.
    return (textJobs[name] as (...given: unknown[]) => never)(...given);
  },
};
