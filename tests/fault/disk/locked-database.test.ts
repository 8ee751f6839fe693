import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

let home: string;
let server: ServerProcess;
/** The connection of another program that has the file open. */
let other: DatabaseSync;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-locked-'));
  server = await startServer({ home, databaseUrl: null });
  other = new DatabaseSync(join(home, 'precis.db'));
});
afterEach(async () => {
  other.close();
  await server.end('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
  12,
);

test('what is written while another program holds the file for a moment waits for it', async () => {
  other.exec('begin exclusive');
  const submitted = server.client.summarize({ text });
  await pause(500);
  other.exec('commit');
  const { id } = await submitted;
  await expect.poll(async () => (await server.client.runs.get(id)).run.status).toBe('succeeded');
});

test('what is written while another program keeps the file is refused with words, and works when it is free', async () => {
  other.exec('begin exclusive');
  await expect(server.client.summarize({ text })).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('another process holds its lock'),
  });
  expect((await server.client.runs.list({ limit: 5 })).items).toEqual([]);
  other.exec('rollback');
  const { id } = await server.client.summarize({ text });
  await expect.poll(async () => (await server.client.runs.get(id)).run.status).toBe('succeeded');
});

test('a start while another program keeps the file says so', async () => {
  await server.end('SIGTERM');
  other.exec('begin exclusive');
  await expect(startServer({ home, databaseUrl: null, hear: () => {} })).rejects.toThrow(
    /ended at start with 5: .*another process holds its lock/s,
  );
});
