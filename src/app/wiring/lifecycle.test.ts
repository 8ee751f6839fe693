import { expect, test } from 'vitest';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { createOpenParts } from './lifecycle.ts';

test('parts are closed newest first, each once, and one that fails keeps no other open', async () => {
  const { log, lines } = createLineLog();
  const parts = createOpenParts(log);
  const closed: string[] = [];
  const graces: number[] = [];
  parts.add('the database', async (graceMs) => {
    graces.push(graceMs);
    closed.push('the database');
  });
  parts.add('the bus', async () => {
    throw new Error('the connection is gone');
  });
  parts.add('the port', async () => {
    closed.push('the port');
  });

  await parts.close(7);
  await parts.close(7);

  expect(closed).toEqual(['the port', 'the database']);
  expect(graces).toEqual([7]);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ part: 'the bus' }) }),
  ]);
});
