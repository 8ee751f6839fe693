import type { TextWork } from './ports.ts';
import { textJobs } from './text-jobs.ts';

/** All of it on the spot. */
export const localTextWork: TextWork = {
  async run(name, given, signal) {
    signal?.throwIfAborted();
    // The types were checked where the job was given.
    return (textJobs[name] as (...given: unknown[]) => never)(...given);
  },
};
