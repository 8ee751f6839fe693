import { expect, test } from 'vitest';
import { serveFull } from './small-disk.ts';

const isFull = process.env.PRECIS_FAULT === 'full';

/** Sizes below what the tables need. The file, its log, the shared-memory file or a migration step does not fit. */
const sizes = isFull ? [4, 8, 12, 16, 24, 32, 40, 48, 64, 128, 256, 512, 640] : [4, 16, 256];

test.each([
  ...sizes.map((kilobytes) => ({ kilobytes, used: false, what: 'for the first time' })),
  { kilobytes: 4096, used: true, what: 'on a database from before' },
])('a server that starts $what with $kilobytes KB says that the disk is full', ({ kilobytes, used }) => {
  const { status, stderr } = serveFull({ kilobytes, used });
  expect(stderr).toContain('The disk is full');
  expect(stderr).toContain('Free up some space');
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(status).toBe(5);
});
