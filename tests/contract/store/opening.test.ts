import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Transaction } from '#engine/ports.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import { openStore } from '#store/open-store.ts';
import type { Store } from '#store/store.ts';
import { describeEachPlace, describeEachStore } from '#tests/contract/each-store.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';
import {
  createRun,
  createRunning,
  createSucceeded,
  makeDeltas,
  makeFailure,
  makeRun,
  prepareRun,
  startTime,
} from './make-run.ts';
import { createThread, talk } from './make-thread.ts';
import { startStoreProcess } from './start-store-process.ts';

describeEachStore('an open store', (current) => {
  test('says which dialect it speaks and finds itself in order', async () => {
    const { store, dialect } = current();
    await createSucceeded(store);
    await createRunning(store);
    expect(store.dialect).toBe(dialect);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('notices rows that contradict each other', async () => {
    const { store, openAnother } = current();
    const run = await createSucceeded(store);
    await spoil(store, `update runs set status = 'failed' where id = '${run.id}'`);
    const other = await openAnother();
    expect(await other.checkIntegrity()).toContain(run.id);
    await spoil(store, `update runs set status = 'succeeded', finished_at = null where id = '${run.id}'`);
    expect(await other.checkIntegrity()).toContain('inconsistent');
    await spoil(store, `update runs set finished_at = 1 where id = '${run.id}'`);
    await spoil(store, 'delete from run_inputs');
    expect(await other.checkIntegrity()).toContain('no input');
  });

  test('notices a thread that contradicts its messages, and a message that search does not know', async () => {
    const { store } = current();
    const { id } = await createThread(store);
    await talk(store, id, 'Peas');
    for (const column of ['message_count', 'last_seq', 'total_tokens', 'live_tokens']) {
      await spoil(store, `update threads set ${column} = ${column} + 1`);
      expect(await store.checkIntegrity()).toContain(id);
      await spoil(store, `update threads set ${column} = ${column} - 1`);
      expect(await store.checkIntegrity()).toBeNull();
    }
    await spoil(store, 'delete from message_search where true');
    expect(await store.checkIntegrity()).toBe('2 messages are stored, but 0 are in the search index');
  });

  test('keeps no reference to a run that is not there', async () => {
    const { store } = current();
    const gone = makeRun().id;
    await expect(
      store.runs.appendEvents({ runId: gone, attempt: 1, events: makeDeltas(gone, 1, 1) }),
    ).resolves.toBe(false);
    const { issue } = makeFailure(gone);
    if (issue === null) throw new Error('a failure has an issue');
    await store.runs.addIssue({ ...issue, runId: gone, lastEvents: [] });
    expect((await store.runs.listIssues({ limit: 1 })).items).toMatchObject([{ runId: null }]);
  });

  test('keeps what it has for the next who opens it', async () => {
    const { store, openAnother } = current();
    const run = await createSucceeded(store);
    const { items } = await (await openAnother()).runs.listRuns({ limit: 5 });
    expect(items.map(({ id }) => id)).toEqual([run.id]);
  });
});

describeEachPlace('a process that is killed', (current) => {
  test('has lost nothing that it acknowledged', async () => {
    const { place } = current();
    const writer = await startStoreProcess('acknowledge', place);
    const acknowledged = await writer.killAfter(40);
    const store = await openStore(place);
    for (const id of acknowledged.map((line) => runIdSchema.parse(line))) {
      expect((await store.runs.getRun(id))?.status).toBe('succeeded');
      expect(await store.reader.getSummaryByRun(id)).not.toBeNull();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(await store.checkIntegrity()).toBeNull();
    await store.close();
  });
});

describe('the embedded database', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-store-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  const open = (directory: string) => openStore({ home: directory, databaseUrl: null });

  test('is for its owner alone, with the directory that is made for it', async () => {
    const directory = join(home, 'new', 'deep');
    const store = await open(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const file of ['precis.db', 'precis.db-wal', 'precis.db-shm']) {
      expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  test('that others could read is made private', async () => {
    await (await open(home)).close();
    chmodSync(join(home, 'precis.db'), 0o644);
    await (await open(home)).close();
    expect(statSync(join(home, 'precis.db')).mode & 0o777).toBe(0o600);
  });

  test('writes ahead, so that a reader beside it is never locked out', async () => {
    const store = await open(home);
    const beside = new DatabaseSync(join(home, 'precis.db'));
    beside.exec('begin; select * from runs');
    const run = await createRun(store);
    beside.exec('commit');
    expect(beside.prepare('select id from runs').get()).toEqual({ id: run.id });
    beside.close();
    await store.close();
  });

  test('that is not a database is refused and left alone', async () => {
    writeFileSync(
      join(home, 'precis.db'),
      'These are my notes, and they are not a database at all.'.repeat(50),
    );
    await expect(open(home)).rejects.toMatchObject({
      code: 'database_damaged',
      message: expect.stringContaining('not a database'),
    });
  });

  test('in a place that cannot be written names the file', async () => {
    writeFileSync(join(home, 'file'), '');
    await expect(open(join(home, 'file'))).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('precis.db'),
    });
  });

  test('waits for the lock of another process without stopping its own', async () => {
    const store = await open(home);
    const other = new DatabaseSync(join(home, 'precis.db'));
    other.exec('begin immediate');
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
      if (ticks === 10) other.exec('commit');
    }, 10);
    await createRun(store);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThanOrEqual(10);
    other.close();
    await store.close();
  });

  test('whose lock is never freed is unavailable, and usable afterwards', async () => {
    const store = await open(home);
    const other = new DatabaseSync(join(home, 'precis.db'));
    other.exec('begin immediate');
    await expect(createRun(store)).rejects.toMatchObject({ code: 'database_unavailable', retry: true });
    expect((await store.runs.listRuns({ limit: 5 })).items).toEqual([]);
    other.exec('rollback');
    other.close();
    await createRun(store);
    await store.close();
  });
});

describe('PostgreSQL', () => {
  test('that cannot be reached is unavailable', async () => {
    const databaseUrl = `postgres://someone:secret-word@127.0.0.1:${await findFreePort()}/none`;
    const error = await openStore({ home: '', databaseUrl }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'database_unavailable', retry: true });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret-word');
  });

  test.each(['mysql://a:secret-word@host/db', 'secret-word', 'postgres://a:secret-word@host:port/db'])(
    'at the address %s is refused without repeating it',
    async (databaseUrl) => {
      const error = await openStore({ home: '', databaseUrl }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'database_unavailable' });
      expect(String(error)).not.toContain('secret-word');
    },
  );

  test('of another name on the server is unavailable', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/there_is_no_such_database';
    await expect(openStore({ home: '', databaseUrl: url.href })).rejects.toMatchObject({
      code: 'database_unavailable',
    });
  });

  test('whose tables another version changed meanwhile is used with new plans', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    const store = await openStore({ home: '', databaseUrl });
    const earlier = await createRunning(store);
    await store.runs.readEvents({ runId: earlier.id, afterSeq: 0, limit: 10 });

    await change(databaseUrl, 'alter table runs add column of_a_newer_version text');
    await change(databaseUrl, 'alter table run_events add column of_a_newer_version text');

    const later = await createRun(store);
    expect(await store.runs.getRun(later.id)).toEqual(later);
    expect(await store.runs.readEvents({ runId: earlier.id, afterSeq: 0, limit: 10 })).toEqual([]);
    await store.close();
  });

  test('that drops its connections loses only what was in progress', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    const warnings: string[] = [];
    const ignore = () => {};
    const warn = (_fields: object, message: string) => warnings.push(message);
    const log = { debug: ignore, info: ignore, warn, error: ignore };
    const store = await openStore({ home: '', databaseUrl, log });
    const kept = await createRun(store);

    await dropConnections(databaseUrl);
    await expect.poll(() => warnings).not.toEqual([]);
    // A query fails once on a connection that is not yet known to be gone.
    const find = (id: RunId) => store.runs.getRun(id).catch(() => 'unavailable');
    await expect.poll(() => find(kept.id)).toEqual(kept);

    const lost = makeRun();
    const enqueue = () => dropConnections(databaseUrl);
    await expect(store.runs.createRun(prepareRun(lost, { enqueue }))).rejects.toMatchObject({
      code: 'database_unavailable',
    });
    await expect.poll(() => find(lost.id)).toBeNull();
    expect(await store.runs.markCancelled(kept.id, startTime)).toBe('queued');
    await store.close();
  });
});

async function spoil(store: Store, statement: string): Promise<void> {
  const enqueue = async (tx: Transaction) => {
    await tx.executeSql(statement);
  };
  await store.runs.createRun(prepareRun(makeRun(), { enqueue }));
}

function dropConnections(databaseUrl: string): Promise<void> {
  return change(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
}

async function change(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
