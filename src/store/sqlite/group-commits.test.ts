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
    rmSync(home, { recursive: true, force: true });
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
