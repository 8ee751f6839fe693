import { join } from 'node:path';

/**
 * The program as people get it: one bundle, with compiled code kept between starts. `ensure-built.ts` keeps it up to
 * date.
 */
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
