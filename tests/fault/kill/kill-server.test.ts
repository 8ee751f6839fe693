import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import {
  createDatabase,
  findFreePort,
  startPostgres,
  type TestPostgres,
} from '#tests/setup/start-postgres.ts';
import { killUnderLoad } from './kill-under-load.ts';
import { type OpenScene, openScene, sceneEnv } from './open-scene.ts';
import { createMortalServer, type MortalServer } from './servers.ts';

const seed = Number(process.env.PRECIS_FAULT_SEED ?? Date.now() % 1_000_000);

/** The full command kills 300 times in total, and the normal test run only a few times. */
const rounds =
  process.env.PRECIS_FAULT === 'full'
    ? { sqlite: 150, servers: 75, database: 75 }
    : { sqlite: 2, servers: 2, database: 1 };

const timeout = 180_000 + rounds.sqlite * 10_000;
/** The share of kills that are followed by another one during startup and possible recovery. */
const killedAtStart = 0.2;
const longestStartMs = 1500;

describe(`kill -9 under mixed load (seed ${seed})`, () => {
  let compileCache: string;
  let home: string;
  let random: () => number;
  let scene: OpenScene;
  let servers: MortalServer[];

  beforeAll(async () => {
    compileCache = mkdtempSync(join(tmpdir(), 'precis-compiled-'));
    // The cache is written only on a clean exit. With it, a server starts in half the time.
    const place = { home: compileCache, databaseUrl: null, env: { NODE_COMPILE_CACHE: compileCache } };
    await (await startServer(place)).end('SIGTERM');
  });
  afterAll(() => rmSync(compileCache, { recursive: true, force: true, maxRetries: 5 }));

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'precis-kill-'));
    random = createRandom(seed);
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) await server.kill();
    await scene.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts one server per environment, all on one database. */
  async function startServers(place: StorePlace, environments: Record<string, string>[]): Promise<void> {
    const ports = await Promise.all(environments.map(() => findFreePort()));
    scene = await openScene(random, ports);
    servers = ports.map((port, n) =>
      createMortalServer({
        ...place,
        port,
        env: { ...sceneEnv, NODE_COMPILE_CACHE: compileCache, ...environments[n] },
      }),
    );
    await Promise.all(servers.map((server) => server.start()));
  }

  async function killServer(): Promise<void> {
    const server = servers[Math.floor(random() * servers.length)];
    await server?.kill();
    if (random() < killedAtStart) await server?.startAndKill(random() * longestStartMs);
    await server?.start();
  }

  test('of the server on SQLite loses nothing acknowledged, tears nothing and leaves nothing hanging', {
    timeout,
  }, async ({ signal }) => {
    const place = { home, databaseUrl: null };
    await startServers(place, [{}]);
    const report = await killUnderLoad({
      place,
      scene,
      servers,
      rounds: rounds.sqlite,
      killOnce: killServer,
      signal,
    });
    console.log('sqlite, server killed:', report);
    expect(report.kills).toBe(rounds.sqlite);
  });

  test('of the one that serves or the one that executes on PostgreSQL does neither', {
    timeout,
  }, async ({ signal }) => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    const place = { home, databaseUrl };
    await startServers(place, [{ PRECIS_EXECUTE: 'off' }, {}]);
    const report = await killUnderLoad({
      place,
      scene,
      servers,
      rounds: rounds.servers,
      killOnce: killServer,
      signal,
    });
    console.log('postgres, one of two servers killed:', report);
    expect(report.kills).toBe(rounds.servers);
  });

  describe('with its own PostgreSQL', () => {
    let postgres: TestPostgres;
    beforeEach(async () => {
      postgres = await startPostgres({ isDurable: true });
    });
    afterEach(() => postgres.stop());

    test('of the database below two servers does neither', { timeout }, async ({ signal }) => {
      const place = { home, databaseUrl: await createDatabase(postgres.url) };
      // The servers would log at length that the database is unavailable.
      await startServers(place, [{ PRECIS_LOG_LEVEL: 'fatal' }, { PRECIS_LOG_LEVEL: 'fatal' }]);
      const killOnce = async () => {
        await postgres.crash();
        await postgres.restart();
      };
      const report = await killUnderLoad({
        place,
        scene,
        servers,
        rounds: rounds.database,
        killOnce,
        signal,
      });
      console.log('postgres, database killed:', report);
      expect(report.kills).toBe(rounds.database);
    });
  });
});
