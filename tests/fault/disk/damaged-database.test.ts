import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { program } from '#tests/setup/program.ts';
import { fillDatabase } from './fill-database.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-damaged-'));
  file = join(home, 'precis.db');
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const environment = 5;

/** Starts a server that is expected to fail. */
function serve() {
  const env = { ...process.env, PRECIS_HOME: home, PRECIS_PORT: '1' };
  return spawnSync(process.execPath, [program, 'serve'], { env, encoding: 'utf8', timeout: 90_000 });
}

/** Checks that a server fails as expected and leaves the file as it is. Returns its message. */
function refuse(): string {
  const before = readFileSync(file);
  const { status, stderr } = serve();
  expect(stderr).toMatch(/backup.*PRECIS_HOME/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(status).toBe(environment);
  expect(readFileSync(file).equals(before)).toBe(true);
  return stderr;
}

describe('a server whose database file', () => {
  test('has its head overwritten says so, and leaves the file as it is', async () => {
    await fillDatabase(home, 50);
    overwrite(0, Buffer.alloc(100, 0x5a));
    expect(refuse()).toMatch(/not a database/);
  });

  test('is a text says so, and leaves it as it is', () => {
    writeFileSync(file, 'Dear diary, this is not a database. '.repeat(200));
    expect(refuse()).toMatch(/not a database/);
  });

  test('belongs to another program says so, and leaves it as it is', () => {
    const other = new DatabaseSync(file);
    other.exec("create table recipes (name text); insert into recipes values ('bread')");
    other.close();
    expect(refuse()).toMatch(/another program/);
  });

  test('has its list of tables overwritten says so, and leaves the file as it is', async () => {
    await fillDatabase(home, 50);
    overwrite(100, Buffer.alloc(3000, 0xee));
    expect(refuse()).toMatch(/damaged/);
  });

  test('was cut in the middle gives what it can, tells the rest, and is not overwritten', async () => {
    await fillDatabase(home, 400);
    truncateSync(file, Math.floor(readFileSync(file).length / 2 / 4096) * 4096);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'doctor'], {
      env: { ...process.env, PRECIS_HOME: home },
      encoding: 'utf8',
      timeout: 90_000,
    });
    expect(`${stdout}${stderr}`).toMatch(/damaged|malformed|disorder|database/i);
    expect(`${stdout}${stderr}`).toMatch(/backup/);
    expect(status).toBe(environment);
  });
});

test('pages that were overwritten fail only the requests that need them, with words', async () => {
  await fillDatabase(home, 400);
  spoilTable('summaries');
  const server = await startServer({ home, databaseUrl: null });
  try {
    const { items } = await server.client.runs.list({ limit: 5 });
    expect(items).toHaveLength(5);
    const shown = await fetch(`${server.url}/api/runs/${items[0]?.id}`);
    expect(shown.status).toBe(500);
    expect(await shown.json()).toMatchObject({ code: 'database_damaged' });
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    const { checks } = await server.client.diagnosis();
    expect(checks.find(({ name }) => name === 'database')).toMatchObject({
      state: 'failed',
      remedy: expect.stringContaining('backup'),
    });
  } finally {
    await server.end('SIGKILL');
  }
});

test('an empty file, as a full disk leaves it, becomes a new database', async () => {
  writeFileSync(file, '');
  const store = await openStore({ home, databaseUrl: null });
  expect(await store.checkIntegrity()).toBeNull();
  await store.close();
});

test('garbage in the log of the last changes costs nothing that was in the file', async () => {
  await fillDatabase(home, 50);
  writeFileSync(`${file}-wal`, Buffer.alloc(50_000, 0x37));
  const store = await openStore({ home, databaseUrl: null });
  expect((await store.runs.listRuns({ limit: 100 })).items).toHaveLength(50);
  expect(await store.checkIntegrity()).toBeNull();
  await store.close();
});

function overwrite(at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** Overwrites the root page of the table, which leads to all its other pages. */
function spoilTable(name: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const root = database.prepare('select rootpage as page from sqlite_schema where name = ?').get(name);
  const size = database.prepare('pragma page_size').get();
  database.close();
  const bytes = Number(size?.page_size);
  overwrite((Number(root?.page) - 1) * bytes, Buffer.alloc(bytes, 0xee));
}
