import type { TextWork } from './ports.ts';

/** All of it on the spot. The jobs are loaded on first use: their tables take a moment and much memory. */
export const localTextWork: TextWork = {
  async run(name, given, signal) {
    const { textJobs } = await import('./text-jobs.ts');
    signal?.throwIfAborted();
    // The types were checked where the job was given.
    return (textJobs[name] as (...given: unknown[]) => never)(...given);
  },
};
