import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerProcess } from '#tests/fixtures/start-server.ts';
import { startPostgres, type TestPostgres } from '#tests/setup/start-postgres.ts';
import {
  article,
  expectUnavailable,
  follow,
  ingest,
  isFull,
  openPostgresBench,
  type PostgresBench,
  untilWell,
} from './open-postgres-bench.ts';

const maxConnections = 30;
const requests = 40;

describe('a PostgreSQL with too few resources', () => {
  let postgres: TestPostgres;
  let bench: PostgresBench;
  let server: ServerProcess;

  beforeAll(async () => {
    postgres = await startPostgres({ maxConnections });
    bench = await openPostgresBench(postgres.url);
    server = await bench.start();
  });
  afterAll(async () => {
    await bench.close();
    await postgres.stop();
  });

  function ingestMany(name: string): Promise<Response[]> {
    return Promise.all(
      Array.from({ length: requests }, (_, n) => ingest(server, { session: `${name}-${n}`, learned: 'l' })),
    );
  }

  async function countIngested(name: string): Promise<number> {
    const rows = await bench.query(
      'select id from sessions where content_session_id like $1 and summaries = 1',
      [`${name}-%`],
    );
    return rows.length;
  }

  /** Makes every writer of a session summary wait until the returned function is called. */
  async function lockSummaries(): Promise<() => Promise<unknown>> {
    const holder = await bench.connect();
    await holder.query('begin');
    await holder.query('lock table session_summaries in access exclusive mode');
    return () => holder.query('rollback');
  }

  async function countWaiting(): Promise<number> {
    const [row] = await bench.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'precis'`,
    );
    return row?.count ?? 0;
  }

  test('more requests than connections wait for their turn, and none is lost', async () => {
    const unlock = await lockSummaries();
    const answers = ingestMany('waiting');
    await expect.poll(countWaiting).toBe(10);
    expect((await fetch(`${server.url}/api/version`)).status).toBe(200);
    await unlock();

    for (const answer of await answers) expect(await answer.json()).toMatchObject({ status: 'stored' });
    expect(await countIngested('waiting')).toBe(requests);
  });

  test.runIf(isFull)(
    'a lock that is not freed makes requests fail in time, and what was not acknowledged may come again',
    async () => {
      const unlock = await lockSummaries();
      const startedAt = performance.now();
      for (const answer of await ingestMany('locked')) await expectUnavailable(answer);
      const refusedMs = Math.round(performance.now() - startedAt);
      await unlock();

      const wellMs = await untilWell(() => server.client.health());
      for (const answer of await ingestMany('locked')) expect(answer.status).toBe(200);
      expect(await countIngested('locked')).toBe(requests);
      console.log(
        `a lock held for ever: ${requests} requests told within ${refusedMs} ms, well after ${wellMs} ms`,
      );
    },
  );

  test('no free connection: requests get a retry hint, and everything recovers when there are some', async () => {
    bench.proxy.refuse();
    const hogs = await hogConnections(postgres.url);
    bench.proxy.resume();
    const answers = await ingestMany('crowded');
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) await expectUnavailable(answer);

    await Promise.all(hogs.map((hog) => hog.end()));
    const wellMs = await untilWell(async () => {
      const statuses = (await ingestMany('crowded')).map(({ status }) => status);
      if (statuses.some((status) => status !== 200)) throw new Error(statuses.join(' '));
    });
    expect(await countIngested('crowded')).toBe(requests);
    const run = await server.client.summarize({ text: article });
    expect((await follow(server.client, run.id)).at(-1)).toMatchObject({ status: 'succeeded' });
    console.log(`no connections: ${refused.length} of ${requests} requests told, well after ${wellMs} ms`);
  });
});

/** Opens connections until the server has none left. */
async function hogConnections(url: string): Promise<pg.Client[]> {
  const hogs: pg.Client[] = [];
  for (let taken = 0; taken < maxConnections; taken++) {
    const hog = new pg.Client({ connectionString: url });
    hog.on('error', () => undefined);
    try {
      await hog.connect();
    } catch {
      return hogs;
    }
    hogs.push(hog);
  }
  return hogs;
}
