import { expect } from 'vitest';
import { openStore } from '#store/open-store.ts';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { checkRuns, listRuns } from './check-runs.ts';
import { type Going, keepGoing } from './keep-going.ts';
import { loadFeeds } from './load-feeds.ts';
import { loadMessages } from './load-messages.ts';
import { loadRuns } from './load-runs.ts';
import { loadSessions } from './load-sessions.ts';
import { loadSettings } from './load-settings.ts';
import { loadTurns } from './load-turns.ts';
import type { OpenScene } from './open-scene.ts';
import { pause } from './pause.ts';
import type { Load } from './scene.ts';
import type { MortalServer } from './servers.ts';

interface KillUnderLoad {
  place: StorePlace;
  scene: OpenScene;
  /** The servers, which must be running. */
  servers: MortalServer[];
  rounds: number;
  /** Kills something and restarts it. */
  killOnce(): Promise<void>;
  signal: AbortSignal;
}

interface Report {
  kills: number;
  acknowledged: Record<string, number>;
  outcomes: Record<string, number>;
  refusals: Record<string, number>;
  settledMs: number;
}

/**
 * The largest number of further steps before a kill. A random delay follows, so that a kill can happen anywhere
 * between two steps.
 */
const mostSteps = 40;
/** The longest delay. It lets most runs finish first, because a run hit by five kills is abandoned. */
const longestPauseMs = 1200;
/** The longest wait for these steps, however slow the machine is. */
const longestWaitMs = 15_000;
const settleMs = 120_000;

/** Kills at random moments under the full load, then checks that everything acknowledged exists and is intact. */
export async function killUnderLoad(options: KillUnderLoad): Promise<Report> {
  const { place, scene, servers, rounds, killOnce, signal } = options;
  await scene.prepare();
  const loads = makeLoads(scene);
  const going = keepGoing(loads, scene);
  let kills = 0;
  for (; kills < rounds && !signal.aborted; kills++) {
    await untilSome(going, scene);
    await killOnce();
    expect(servers.map((server) => server.hasDied())).toEqual(servers.map(() => false));
  }
  await going.stop();
  await Promise.all(loads.map(async (load) => load.settle?.()));
  const settledMs = await settle(scene);
  for (const server of servers) await server.kill();

  const store = await openStore(place);
  try {
    expect(await store.checkIntegrity()).toBeNull();
    expect(await store.correctCounters()).toBeNull();
    const runs = await listRuns(store);
    const outcomes = await checkRuns(store, runs);
    for (const load of loads) await load.check(store, runs);
    return { kills, acknowledged: count(loads), outcomes, refusals: going.refusals, settledMs };
  } finally {
    await store.close();
  }
}

async function untilSome(going: Going, { random }: OpenScene): Promise<void> {
  const target = going.steps() + random() * mostSteps;
  const deadline = performance.now() + longestWaitMs;
  while (going.steps() < target && performance.now() < deadline) await pause(5);
  await pause(random() * longestPauseMs);
}

function makeLoads(scene: OpenScene): Load[] {
  return [
    loadRuns(scene, 'a'),
    loadRuns(scene, 'b'),
    loadSessions(scene, 'a'),
    loadSessions(scene, 'b'),
    loadMessages(scene, 'a'),
    loadMessages(scene, 'b'),
    loadTurns(scene, 'a'),
    loadFeeds(scene, 'a'),
    loadSettings(scene, 'retention'),
    loadSettings(scene, 'context'),
  ];
}

/** Waits until no run is left, and returns how long that took. */
async function settle({ client }: OpenScene): Promise<number> {
  const startedAt = performance.now();
  const unfinished = async () => {
    const pages = [
      await client().runs.list({ status: 'queued' }),
      await client().runs.list({ status: 'running' }),
    ];
    return pages.flatMap(({ items }) =>
      items.map(({ id, taskType, status }) => `${status} ${taskType} ${id}`),
    );
  };
  await expect.poll(unfinished, { timeout: settleMs, interval: 200 }).toEqual([]);
  return Math.round(performance.now() - startedAt);
}

function count(loads: Load[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, acknowledged } of loads) counts[name] = (counts[name] ?? 0) + acknowledged();
  return counts;
}
