import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { article, follow, isFull } from './open-postgres-bench.ts';
import { expectFree, longestStopMs, openStartBench, type StartBench } from './open-start-bench.ts';

/** This is longer than it takes for a connection to be refused and retried. */
const outageMs = 200;
const ways = ['the database goes away', 'cut', 'cut-answer'] as const;
type Way = (typeof ways)[number];
const registration = 'insert into "workers"';
const timeout = isFull ? 3_600_000 : 300_000;
/** The short version fails at every eighth statement. */
const isTried = (index: number) => isFull || index % 8 === 0;

describe('a server that starts while its PostgreSQL fails', () => {
  let bench: StartBench;
  let statements: string[];
  let firstStatements: number;

  beforeAll(async () => {
    bench = await openStartBench(inject('postgresUrl'));
    firstStatements = (await bench.readStatements()).length;
    // The first start created the tables. All later starts look like this one.
    statements = await bench.readStatements();
  }, timeout);
  afterAll(() => bench.close());

  /**
   * Checks that connections are closed. Not every start has every statement, since pg-boss occasionally maintains its
   * tables.
   */
  async function expectNothingLeft({ cuts, starts }: { cuts: number; starts: number }): Promise<void> {
    expect(cuts).toBeGreaterThan(starts * 0.7);
    bench.proxy.onStatement(null);
    await expect.poll(bench.proxy.connections).toBe(0);
  }

  /** Chooses all statements, or in the short version only the one that registers the worker. */
  function chooseForProcesses(): number[] {
    if (isFull) return statements.map((_, index) => index + 1);
    const number = 1 + statements.findIndex((statement) => statement.startsWith(registration));
    expect(number).toBeGreaterThan(0);
    return [number];
  }

  /** Makes the database fail at that statement and become available again soon. */
  function failFor({ at, proxy }: StartBench, { number, way }: { number: number; way: Way }): Promise<void> {
    return at(number, () => {
      if (way !== 'the database goes away') return way;
      proxy.refuse();
      setTimeout(proxy.resume, outageMs);
      return null;
    });
  }

  function fail(number: number, how: 'refuse' | 'freeze'): Promise<void> {
    return bench.at(number, () => {
      bench.proxy[how]();
      return null;
    });
  }

  test('at its statements for a moment, one start each: it is healthy soon after, and nothing is left of it', {
    timeout,
  }, async () => {
    let starts = 0;
    let cuts = 0;
    for (const [index, statement] of statements.entries()) {
      if (!isTried(index) && !statement.startsWith(registration)) continue;
      const way = ways[starts % ways.length] ?? 'cut';
      starts += 1;
      void failFor(bench, { number: index + 1, way }).then(() => {
        cuts += 1;
      });
      const { url, port, ready, stop } = await bench.launchHere();
      await ready;
      bench.proxy.onStatement(null);
      const { status } = await fetch(`${url}/api/health`);
      expect({ status, statement }).toEqual({ status: 200, statement });
      await stop();
      await expectFree(port);
    }
    await expectNothingLeft({ cuts, starts });
    console.log(`${cuts} starts, each cut at another statement: all healthy, nothing left`);
  });

  test('at its statements for good, one start each: the start fails with the reason, and nothing is left of it', {
    timeout,
  }, async () => {
    let starts = 0;
    let cuts = 0;
    for (const [index, statement] of statements.entries()) {
      if (!isTried(index) && !statement.startsWith(registration)) continue;
      starts += 1;
      const struck = fail(index + 1, 'refuse').then(() => true);
      const { port, ready, stop } = await bench.launchHere({ PRECIS_DATABASE_WAIT_SECONDS: '0' });
      if (await Promise.race([struck, ready.then(() => false)])) {
        cuts += 1;
        const failure = await ready.catch((error: unknown) => error);
        expect({ statement, failure }).toMatchObject({
          statement,
          failure: { code: 'database_unavailable' },
        });
      }
      await stop();
      await expectFree(port);
      bench.proxy.resume();
    }
    await expectNothingLeft({ cuts, starts });
  });

  test('while it makes the tables: the next attempt finds them unmade or made, and it is healthy', {
    timeout,
  }, async () => {
    const stepsApart = isFull ? 10 : 240;
    for (let number = 5; number < firstStatements; number += stepsApart) {
      const fresh = await openStartBench(inject('postgresUrl'));
      try {
        void failFor(fresh, { number, way: ways[number % ways.length] ?? 'cut' });
        const { url, ready, stop } = await fresh.launchHere();
        await ready;
        fresh.proxy.onStatement(null);
        const { status } = await fetch(`${url}/api/health`);
        expect({ status, number }).toEqual({ status: 200, number });
        await stop();
      } finally {
        await fresh.close();
      }
    }
  });

  test('as a process, for a moment: it works afterwards, and ends when it is asked to', {
    timeout,
  }, async () => {
    for (const number of chooseForProcesses()) {
      for (const way of isFull ? ways : (['the database goes away'] as const)) {
        void failFor(bench, { number, way });
        const { child, port, ready, ended, written } = await bench.launch();
        const { client } = await ready;
        bench.proxy.onStatement(null);
        const run = await client.summarize({ text: `${way} ${number}. ${article}` });
        expect((await follow(client, run.id)).at(-1)).toMatchObject({ status: 'succeeded' });
        child.kill('SIGTERM');
        expect(await ended(longestStopMs), `${way} at ${statements[number - 1]}: ${written()}`).toBe(0);
        await expectFree(port);
      }
    }
  });

  test('as a process, for good: it ends with a code and a sentence, and its port is free', {
    timeout,
  }, async () => {
    for (const number of chooseForProcesses()) {
      const struck = fail(number, 'refuse').then(() => true);
      const launch = await bench.launch({ PRECIS_DATABASE_WAIT_SECONDS: '1' });
      const { child, port, ready, ended, written } = launch;
      if (!(await Promise.race([struck, ready.then(() => false)]))) {
        child.kill('SIGKILL');
        continue;
      }
      expect(await ended(longestStopMs), `at ${statements[number - 1]}`).toBe(5);
      bench.proxy.resume();
      expect(written()).toContain('PostgreSQL is unavailable');
      expect(written()).toContain('DATABASE_URL');
      await expectFree(port);
    }
  });

  test.each(['refuse', 'freeze'] as const)(
    'as a process that is asked to end meanwhile (%s): it ends in its time',
    { timeout },
    async (how) => {
      for (const number of chooseForProcesses()) {
        const struck = fail(number, how);
        const { child, port, ready, ended } = await bench.launch();
        await Promise.race([struck, ready]);
        child.kill('SIGTERM');
        expect(await ended(longestStopMs), `at ${statements[number - 1]}`).toBe(0);
        bench.proxy.resume();
        await expectFree(port);
      }
    },
  );

  test('and is asked to end after its connections fell silent: it ends in its time', async () => {
    const { child, port, ready, ended } = await bench.launch();
    const { client } = await ready;
    bench.proxy.freeze();
    // This request starts a statement, so one is in progress when the server is asked to end.
    const unanswered = client.health().catch(() => undefined);
    child.kill('SIGTERM');
    expect(await ended(longestStopMs)).toBe(0);
    bench.proxy.resume();
    await unanswered;
    await expectFree(port);
  });
});
