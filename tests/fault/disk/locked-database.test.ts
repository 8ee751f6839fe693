import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, type TestContext, test } from 'vitest';
import { startServer } from '#tests/fixtures/start-server.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';

/** A server, and another program that has its file open. */
async function openBoth({ onTestFinished }: TestContext) {
  const home = mkdtempSync(join(scratchFolder(), 'precis-locked-'));
  const server = await startServer({ home, databaseUrl: null });
  const other = new DatabaseSync(join(home, 'precis.db'));
  onTestFinished(async () => {
    other.close();
    await server.end('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  return { home, server, other };
}

const text = 'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(
  12,
);

// They mostly wait for a lock.
describe.concurrent('a database file that is locked', () => {
  test('what is written while another program holds the file for a moment waits for it', async (context) => {
    const { expect } = context;
    const { server, other } = await openBoth(context);
    other.exec('begin exclusive');
    const submitted = server.client.summarize({ text });
    await pause(500);
    other.exec('commit');
    const { id } = await submitted;
    await expect.poll(async () => (await server.client.runs.get(id)).run.status).toBe('succeeded');
  });

  test('what is written while another program keeps the file is refused with words, and works when it is free', async (context) => {
    const { expect } = context;
    const { server, other } = await openBoth(context);
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

  test('a start while another program keeps the file says so', async (context) => {
    const { expect } = context;
    const { home, server, other } = await openBoth(context);
    await server.end('SIGTERM');
    other.exec('begin exclusive');
    await expect(startServer({ home, databaseUrl: null, hear: () => {} })).rejects.toThrow(
      /ended at start with 5: .*another process holds its lock/s,
    );
  });
});
