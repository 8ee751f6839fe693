import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { endRun } from '#tests/contract/store/end-run.ts';
import { createRunning, makeSuccess } from '#tests/contract/store/make-run.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

/** The lock that the store takes to write summaries one at a time. */
const summaryLock = [0x70_72_65_02, 0];

test('a transaction that PostgreSQL sacrifices to a deadlock is done again and succeeds', async () => {
  const home = mkdtempSync(join(tmpdir(), 'precis-deadlock-'));
  const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
  const store = await openStore({ home, databaseUrl });
  const rival = new pg.Client({ connectionString: databaseUrl });
  await rival.connect();
  try {
    const run = await createRunning(store);
    // The rival never checks for deadlocks, so PostgreSQL aborts the store's transaction.
    await rival.query(`set deadlock_timeout = '1min'`);
    await rival.query('begin');
    await rival.query('select pg_advisory_xact_lock($1, $2)', summaryLock);

    const finished = endRun(store, makeSuccess(run.id));
    await expect.poll(() => countWaiting(databaseUrl), { interval: 10 }).toBe(1);
    await rival.query('select id from runs where id = $1 for update', [run.id]);
    await rival.query('commit');

    expect(await finished).toBe('finished');
    expect((await store.runs.getRun(run.id))?.status).toBe('succeeded');
    const countDeadlocks = async () => {
      const { rows } = await rival.query<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      return rows[0]?.deadlocks;
    };
    // A PostgreSQL session reports its numbers only when it is idle.
    await expect.poll(countDeadlocks).toBe(1);
  } finally {
    await rival.end();
    await store.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function countWaiting(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  await client.end();
  return rows.length;
}
