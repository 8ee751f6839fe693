import { expect, test } from 'vitest';
import { serveReadOnly } from './small-disk.ts';

test('a server that cannot write its folder says so in a sentence, and what to do', () => {
  const { status, stderr, left } = serveReadOnly();
  expect(stderr).toMatch(/cannot be opened for writing/);
  expect(stderr).toMatch(/Check the path, its permissions/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(status).toBe(5);
  expect(left).toBe('');
});
