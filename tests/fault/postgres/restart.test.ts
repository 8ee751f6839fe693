import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { openStore } from '#store/open-store.ts';
import { createRunning, makeDeltas } from '#tests/contract/store/make-run.ts';
import { numberSentences, textAround } from '#tests/fixtures/long-summary.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { program } from '#tests/setup/program.ts';
import {
  createDatabase,
  findFreePort,
  startPostgres,
  type TestPostgres,
} from '#tests/setup/start-postgres.ts';
import {
  article,
  expectOneResult,
  expectUnavailable,
  follow,
  isFull,
  openPostgresBench,
  type PostgresBench,
  profileId,
  untilWell,
} from './open-postgres-bench.ts';

const crashes = isFull ? 10 : 1;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe('a PostgreSQL that crashes and comes back under two servers', () => {
  let bench: PostgresBench;
  let reader: ServerProcess;
  let executor: ServerProcess;

  beforeAll(async () => {
    bench = await openPostgresBench(postgres.url);
    // The first server only serves readers, so the second one executes every run.
    [reader, executor] = await Promise.all([bench.start({ PRECIS_EXECUTE: 'off' }), bench.start()]);
  });
  afterAll(() => bench.close());

  test.each(Array.from({ length: crashes }, (_, n) => n + 1))(
    'crash %i: open streams go on, runs end once, requests are told to come again',
    async (crash) => {
      const chunks = numberSentences(250);
      bench.model.script({ chunks, delayMs: 12 });
      const asked = bench.model.requests.length;
      const text = `${crash}. ${textAround(chunks)}`;
      const run = await reader.client.summarize({ text, modelProfileId: profileId });
      const followed = [reader, executor].map(({ client }) => follow(client, run.id));
      // Each crash happens at a different moment of the stream.
      const moment = (crash * 37) % 150;
      await expect
        .poll(() => bench.model.requests[asked]?.chunksSent ?? 0, { interval: 5 })
        .toBeGreaterThan(moment);

      await postgres.crash();
      const ask = (path: string) => fetch(reader.url + path, { signal: AbortSignal.timeout(60_000) });
      await expectUnavailable(await ask('/api/runs'));
      await expectUnavailable(await ask('/api/health'));
      await expectUnavailable(await ask(`/api/runs/${run.id}/events`));
      expect((await ask('/api/version')).status).toBe(200);
      await postgres.restart();
      const backMs = await untilWell(() => reader.client.health());

      for (const events of await Promise.all(followed))
        await expectOneResult(bench, {
          client: executor.client,
          runId: run.id,
          events,
          text: chunks.join(''),
        });
      expect(bench.model.requests).toHaveLength(asked + 1);

      const startedAt = performance.now();
      const next = await reader.client.summarize({ text: `After ${crash}. ${article}` });
      const events = await follow(reader.client, next.id);
      expect(events.at(-1)).toMatchObject({ status: 'succeeded' });
      const nextMs = Math.round(performance.now() - startedAt);
      console.log(`crash ${crash}: answers ${backMs} ms after the restart, the next run took ${nextMs} ms`);
    },
  );
});

describe('a server that is started before its PostgreSQL', () => {
  let databaseUrl: string;
  let home: string;
  let written: string;

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgres.url);
    home = mkdtempSync(join(tmpdir(), 'precis-start-first-'));
  });
  beforeEach(() => {
    written = '';
  });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  const hear = (text: string) => {
    written += text;
  };

  async function serveUntilEnd(env: Record<string, string>): Promise<number | null> {
    const child = spawn(process.execPath, [program, 'serve'], {
      env: { ...process.env, PRECIS_HOME: home, PRECIS_PORT: String(await findFreePort()), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => hear(chunk.toString()));
    const [code] = await once(child, 'close', { signal: AbortSignal.timeout(120_000) });
    return code;
  }

  test('says that it is waiting, and is ready soon after PostgreSQL', async () => {
    await postgres.crash();
    const starting = startServer({ home, databaseUrl, env: { PRECIS_LOG_LEVEL: 'warn' }, hear });
    await expect.poll(() => written).toContain('waiting for the database');
    await postgres.restart();
    const startedAt = performance.now();
    const server = await starting;
    try {
      expect((await server.client.health()).store).toBe('postgres');
      console.log(
        `a server that waited was there ${Math.round(performance.now() - startedAt)} ms after PostgreSQL`,
      );
    } finally {
      await server.end('SIGTERM');
    }
  });

  test('exits with its own code and message if PostgreSQL does not come up', async () => {
    await postgres.crash();
    const code = await serveUntilEnd({ DATABASE_URL: databaseUrl, PRECIS_DATABASE_WAIT_SECONDS: '1' });
    await postgres.restart();

    expect(code).toBe(5);
    expect(written).toContain('waiting for the database');
    expect(written).toContain('PostgreSQL is unavailable');
    expect(written).toContain('DATABASE_URL');
  });

  test('does not wait for a database that does not exist', async () => {
    const missing = new URL(databaseUrl);
    missing.pathname = '/nothing-of-this-name';
    expect(await serveUntilEnd({ DATABASE_URL: missing.href })).toBe(5);
    expect(written).toContain('nothing-of-this-name');
    expect(written).not.toContain('waiting for the database');
  });
});

test('events that were acknowledged, and so perhaps read, are still there after a crash', async () => {
  // Without the background writer, only what a commit flushed survives the crash.
  await configure(postgres.url, `alter system set wal_writer_delay = '10s'`);
  const home = mkdtempSync(join(tmpdir(), 'precis-events-'));
  const store = await openStore({ home, databaseUrl: await createDatabase(postgres.url) });
  try {
    const run = await createRunning(store);
    const append = (events: RunEvent[]) => store.runs.appendEvents({ runId: run.id, attempt: 1, events });
    for (const event of makeDeltas(run.id, 1, 50)) expect(await append([event])).toBe(true);

    await postgres.crash();
    await postgres.restart();

    const read = () => store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 1000 });
    expect(await read()).toEqual(makeDeltas(run.id, 1, 50));
    // The response to a write may be lost. Then the same events are sent again and change nothing.
    expect(await append(makeDeltas(run.id, 50, 2))).toBe(true);
    expect(await read()).toEqual(makeDeltas(run.id, 1, 51));
  } finally {
    await store.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function configure(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.query('select pg_reload_conf()');
  await client.end();
}
