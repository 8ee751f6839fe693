import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Client } from '#client/create-client.ts';
import { article, follow, isFull } from './open-postgres-bench.ts';
import { expectFree, longestStopMs, openStartBench, type StartBench } from './open-start-bench.ts';

/** Longer than a connection takes to be refused and tried again. */
const outageMs = 400;
/** Of the statements, so many in the short form. */
const sampled = 4;
const ways = ['the database goes away', 'cut', 'cut-answer'] as const;

/** Every so many, beginning at a different one for each purpose; the registration of the worker is always among them. */
function choose(statements: string[], { from }: { from: number }): number[] {
  const all = statements.map((_, index) => index + 1);
  if (isFull) return all;
  const step = Math.ceil(all.length / sampled);
  const worker = 1 + statements.findIndex((statement) => statement.startsWith('insert into "workers"'));
  return all.filter((number) => number % step === from % step || number === worker);
}

describe('a server that starts while its PostgreSQL fails', () => {
  let bench: StartBench;
  let statements: string[];

  beforeAll(async () => {
    bench = await openStartBench(inject('postgresUrl'));
    await bench.readStatements();
    // The first start made the tables; all others look like this one.
    statements = await bench.readStatements();
    expect(statements.some((statement) => statement.startsWith('insert into "workers"'))).toBe(true);
  }, 120_000);
  afterAll(() => bench.close());

  async function expectWorking(client: Client, number: number): Promise<void> {
    expect((await client.health()).store).toBe('postgres');
    const run = await client.summarize({ text: `${number}. ${article}` });
    expect((await follow(client, run.id)).at(-1)).toMatchObject({ status: 'succeeded' });
  }

  test('at any statement for a moment: it is healthy soon after, works, and ends when it is asked to', {
    timeout: isFull ? 3_600_000 : 180_000,
  }, async () => {
    let starts = 0;
    for (const [index, number] of choose(statements, { from: 1 }).entries()) {
      for (const way of isFull ? ways : [ways[index % ways.length] ?? 'cut']) {
        const struck = bench.at(number, () => {
          if (way !== 'the database goes away') return way;
          bench.proxy.refuse();
          setTimeout(bench.proxy.resume, outageMs);
          return null;
        });
        const { child, port, ready, ended, written } = await bench.launch();
        await struck;
        const { client } = await ready;
        bench.proxy.onStatement(null);
        await expectWorking(client, number);
        child.kill('SIGTERM');
        expect(await ended(longestStopMs), `${way} at ${statements[number - 1]}: ${written()}`).toBe(0);
        await expectFree(port);
        starts += 1;
      }
    }
    console.log(`${starts} starts, cut at ${statements.length} statements: all healthy, all ended`);
  });

  test('at any statement for good: it ends with a code and a sentence, and its port is free', {
    timeout: isFull ? 3_600_000 : 180_000,
  }, async () => {
    for (const number of choose(statements, { from: 2 })) {
      const struck = bench.at(number, () => {
        bench.proxy.refuse();
        return null;
      });
      const { port, ended, written } = await bench.launch({ PRECIS_DATABASE_WAIT_SECONDS: '1' });
      await struck;
      expect(await ended(longestStopMs), `at ${statements[number - 1]}`).toBe(5);
      bench.proxy.resume();
      expect(written()).toContain('PostgreSQL cannot be used');
      expect(written()).toContain('DATABASE_URL');
      await expectFree(port);
    }
  });

  test.each(['refuse', 'freeze'] as const)(
    'at any statement and is asked to end meanwhile (%s): it ends in its time',
    { timeout: isFull ? 3_600_000 : 180_000 },
    async (how) => {
      for (const number of choose(statements, { from: 3 })) {
        const struck = bench.at(number, () => {
          bench.proxy[how]();
          return null;
        });
        const { child, port, ended } = await bench.launch();
        await struck;
        child.kill('SIGTERM');
        expect(await ended(longestStopMs), `at ${statements[number - 1]}`).toBe(0);
        bench.proxy.resume();
        await expectFree(port);
      }
    },
  );

  test('and is asked to end after it fell silent: it ends in its time', async () => {
    const { child, port, ready, ended } = await bench.launch();
    const { client } = await ready;
    bench.proxy.freeze();
    // Its own statements are on their way by then: beats, claims and the refresh of feeds.
    const unanswered = client.health().catch(() => undefined);
    await delay(1500);
    child.kill('SIGTERM');
    expect(await ended(longestStopMs)).toBe(0);
    bench.proxy.resume();
    await unanswered;
    await expectFree(port);
  });
});
