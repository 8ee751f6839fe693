import { join } from 'node:path';

/** The program as shipped: one bundle, with a code cache between starts. `build-once.ts` rebuilds it when needed. */
export const program = join(
  import.meta.dirname,
  '..',
  '..',
  'dist',
  'packages',
  'precis',
  'bin',
  'precis.cjs',
);
