import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { copyEmpty } from './sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precis-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test('a new database begins as the copy, for its owner alone', () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, 'tables');
  copyEmpty(empty, join(folder, 'precis.db'));
  expect(readFileSync(join(folder, 'precis.db'), 'utf8')).toBe('tables');
  expect(statSync(join(folder, 'precis.db')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['empty', 'precis.db']);
});

test('an existing database stays as it is', () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, 'tables');
  writeFileSync(join(folder, 'precis.db'), 'everything');
  copyEmpty(empty, join(folder, 'precis.db'));
  expect(readFileSync(join(folder, 'precis.db'), 'utf8')).toBe('everything');
  expect(readdirSync(folder).sort()).toEqual(['empty', 'precis.db']);
});

test('without a copy to begin with, the migrations make the tables', async () => {
  const home = join(folder, 'home');
  const empty = join(folder, 'missing');
  const store = await openStore({ home, databaseUrl: null, empty });
  try {
    expect(await store.reader.listFeeds()).toEqual([]);
    expect(existsSync(empty)).toBe(false);
  } finally {
    await store.close();
  }
});
