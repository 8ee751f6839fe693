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

test('work for one host runs in order of arrival, and others do not wait for it', async () => {
  const run = createHostLimiter(2);
  const started: string[] = [];
  const work = (name: string) => async () => {
    started.push(name);
    await pause(1);
  };
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => run('a', work(name))),
    run('b', work('b1')),
    run('c', work('c1')),
  ]);
  expect(started.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(started.indexOf('b1')).toBeLessThan(started.indexOf('a3'));
});

test('thousands that wait for one host are not looked through for each of them', async () => {
  const run = createHostLimiter(6);
  let done = 0;
  // A search of the waiting work at each start would take far longer than the test's time limit.
  await Promise.all(
    Array.from({ length: 300_000 }, () =>
      run('a', async () => {
        done += 1;
      }),
    ),
  );
  expect(done).toBe(300_000);
});
