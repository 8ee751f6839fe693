import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHostLimiter } from './host-limiter.ts';

test('no more than the given number runs at once, and never two for one host', async () => {
  const run = createHostLimiter(3);
  const running: string[] = [];
  let most = 0;
  const hosts = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'b', 'a'];
  const started: string[] = [];
  await Promise.all(
    hosts.map((host) =>
      run(host, async () => {
        expect(running).not.toContain(host);
        running.push(host);
        started.push(host);
        most = Math.max(most, running.length);
        await pause(2);
        running.splice(running.indexOf(host), 1);
      }),
    ),
  );
  expect(most).toBe(3);
  expect(started.slice(0, 3)).toEqual(['a', 'b', 'c']);
  expect(started.toSorted()).toEqual(hosts.toSorted());
});

test('work that fails makes room for the next, and its failure reaches who asked', async () => {
  const run = createHostLimiter(1);
  const failing = run('a', async () => {
    throw new Error('no');
  });
  const next = run('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
