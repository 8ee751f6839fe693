import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Checkpoints, checkpointInThread } from './checkpoint-in-thread.ts';

let home: string;
let database: DatabaseSync;
let checkpoints: Checkpoints;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-checkpoint-'));
  const path = join(home, 'precis.db');
  database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma wal_autocheckpoint = 0');
  database.exec('create table words (word text)');
  checkpoints = checkpointInThread(path);
});
afterEach(async () => {
  await checkpoints.close();
  database.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

function writeWords(count: number): void {
  const insert = database.prepare('insert into words values (?)');
  for (let n = 0; n < count; n++) {
    insert.run(`word ${n}`);
    checkpoints.note(10);
  }
}

test('after many commits the log is moved into the database, without a word from SQLite itself', async () => {
  const size = () => statSync(join(home, 'precis.db')).size;
  writeWords(499);
  const before = size();
  writeWords(1);
  await expect.poll(size).toBeGreaterThan(before);
});

test('after a few large commits too', async () => {
  const size = () => statSync(join(home, 'precis.db')).size;
  const before = size();
  database.prepare('insert into words values (?)').run('word'.repeat(100_000));
  checkpoints.note(3 * 1024 * 1024);
  expect(size()).toBe(before);
  checkpoints.note(1024 * 1024);
  await expect.poll(size).toBeGreaterThan(before);
});
