import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenedDatabase } from '#store/database.ts';
import { migrate } from '#store/migrate.ts';
import { openSqlite } from './sqlite.ts';

let home: string;
let database: OpenedDatabase;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-dialect-'));
  database = await openSqlite(home);
  await migrate(database);
});
afterEach(async () => {
  await database.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const addFolder = CompiledQuery.raw("insert into folders (name, auto_summary) values ('new', 'inherit')");
const readNames = CompiledQuery.raw('select name from folders');
const readAll = CompiledQuery.raw('select * from folders');

test('a read does not see what a transaction has written until it is committed', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  const adding = database.transaction(async (trx) => {
    await trx.executeQuery(addFolder);
    expect((await trx.executeQuery(readNames)).rows).toEqual([{ name: 'new' }]);
    begun();
    await held;
    throw new Error('changed its mind');
  });
  await beginning;
  const read = database.db.executeQuery(readNames);
  finish();
  await expect(adding).rejects.toThrow('changed its mind');
  expect((await read).rows).toEqual([]);
});

test('a failed statement says why, and the next one works', async () => {
  await expect(database.db.executeQuery(CompiledQuery.raw('select nothing from folders'))).rejects.toThrow(
    'nothing',
  );
  expect((await database.db.executeQuery(readNames)).rows).toEqual([]);
});

test('rows have their columns by name, also after another process has added one', async () => {
  await database.db.executeQuery(addFolder);
  expect((await database.db.executeQuery(readAll)).rows).toMatchObject([{ name: 'new' }]);
  expect((await database.db.executeQuery(readNames)).rows).toEqual([{ name: 'new' }]);
  const other = await openSqlite(home);
  await other.db.executeQuery(CompiledQuery.raw("alter table folders add column later text default 'x'"));
  await other.close();
  expect((await database.db.executeQuery(readAll)).rows).toMatchObject([{ name: 'new', later: 'x' }]);
  expect((await database.db.executeQuery(readNames)).rows).toEqual([{ name: 'new' }]);
});

test('statements that were not used for long are prepared again', async () => {
  await database.db.executeQuery(addFolder);
  for (let at = 0; at < 450; at += 1) {
    const numbered = CompiledQuery.raw(`select ${at} as at`);
    expect((await database.db.executeQuery(numbered)).rows).toEqual([{ at }]);
    expect((await database.db.executeQuery(readNames)).rows).toEqual([{ name: 'new' }]);
  }
});
