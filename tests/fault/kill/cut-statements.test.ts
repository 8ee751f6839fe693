import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createRandom } from '#tests/fixtures/create-random.ts';
import { type CutProxy, startCutProxy } from '#tests/fixtures/cut-proxy.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';
import { createCutter } from './cut-statements.ts';
import { killUnderLoad } from './kill-under-load.ts';
import { type OpenScene, openScene, sceneEnv } from './open-scene.ts';
import { createMortalServer, type MortalServer } from './servers.ts';

const seed = Number(process.env.PRECIS_FAULT_SEED ?? Date.now() % 1_000_000);
const rounds = process.env.PRECIS_FAULT === 'full' ? 60 : 6;
const wellWithinMs = 60_000;

let home: string;
let databaseUrl: string;
let proxy: CutProxy;
let scene: OpenScene;
let servers: MortalServer[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-cut-'));
  databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
  proxy = await startCutProxy(databaseUrl);
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  await scene.close();
  await proxy.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test(`PostgreSQL cut at random statements under mixed load loses nothing acknowledged, leaves nothing hanging and no server that is up but not well (seed ${seed})`, {
  timeout: 240_000 + rounds * 60_000,
}, async ({ signal }) => {
  const random = createRandom(seed);
  const ports = [await findFreePort(), await findFreePort()];
  scene = await openScene(random, ports);
  const env = { ...sceneEnv, PRECIS_LOG_LEVEL: 'fatal', NODE_COMPILE_CACHE: join(home, 'compiled') };
  servers = ports.map((port) => createMortalServer({ home, databaseUrl: proxy.url, port, env }));
  await Promise.all(servers.map((server) => server.start()));

  const strike = createCutter({ proxy, servers, random });
  const blows: Record<string, number> = {};
  const recoveredMs: number[] = [];
  const killOnce = async () => {
    const blow = await strike();
    blows[blow] = (blows[blow] ?? 0) + 1;
    const startedAt = performance.now();
    for (const port of ports) {
      const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status;
      await expect.poll(health, { timeout: wellWithinMs, message: `health after: ${blow}` }).toBe(200);
    }
    recoveredMs.push(Math.round(performance.now() - startedAt));
  };
  const place = { home, databaseUrl };
  const report = await killUnderLoad({ place, scene, servers, rounds, killOnce, signal });
  console.log('postgres, cut at random statements:', { ...report, blows, slowest: Math.max(...recoveredMs) });
  expect(report.kills).toBe(rounds);
});
