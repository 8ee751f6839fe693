import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenedDatabase, TablesTransaction } from '#store/database.ts';
import { migrate } from '#store/migrate.ts';
import { openSqlite } from './sqlite.ts';

describe('transactions asked for at the same time', () => {
  let home: string;
  let database: OpenedDatabase;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'precis-group-'));
    database = await openSqlite(home);
    await migrate(database);
  });
  afterEach(async () => {
    await database.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const addFolder = (trx: TablesTransaction, name: string) =>
    trx
      .insertInto('folders')
      .values({ name, auto_summary: 'inherit' })
      .returning('name')
      .executeTakeFirstOrThrow();
  const names = async () =>
    (await database.db.selectFrom('folders').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );

  test('all take place, each with its own answer, also when there are more than one group holds', async () => {
    const wanted = Array.from({ length: 100 }, (_, n) => `folder ${String(n).padStart(3, '0')}`);

    const added = await Promise.all(
      wanted.map((name) => database.transaction((trx) => addFolder(trx, name))),
    );

    expect(added.map(({ name }) => name)).toEqual(wanted);
    expect(await names()).toEqual(wanted);
  });

  test('keep their order where some take long', async () => {
    const added: string[] = [];
    const slowly = ['a', 'b', 'c', 'd'].map((name) =>
      database.transaction(async (trx) => {
        for (const until = performance.now() + 15; performance.now() < until; );
        added.push((await addFolder(trx, name)).name);
      }),
    );

    await Promise.all(slowly);
    expect(added).toEqual(['a', 'b', 'c', 'd']);
    expect(await names()).toEqual(added);
  });

  test('are all told when there is no database any more', async () => {
    const gone = mkdtempSync(join(tmpdir(), 'precis-group-'));
    const closed = await openSqlite(gone);
    await migrate(closed);
    await closed.close();
    const attempts = [1, 2, 3].map(() => closed.transaction(async () => 'done'));

    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    rmSync(gone, { recursive: true, force: true, maxRetries: 5 });
  });

  test('undo only themselves when they fail', async () => {
    const failing = database.transaction(async (trx) => {
      await addFolder(trx, 'half');
      throw new Error('enough');
    });
    const others = ['a', 'b'].map((name) => database.transaction((trx) => addFolder(trx, name)));

    await expect(failing).rejects.toThrow('enough');
    await Promise.all(others);
    expect(await names()).toEqual(['a', 'b']);
  });

  test('see what those before them wrote', async () => {
    const first = database.transaction((trx) => addFolder(trx, 'first'));
    const second = database.transaction((trx) => trx.selectFrom('folders').select('name').execute());

    await first;
    expect(await second).toEqual([{ name: 'first' }]);
  });
});
