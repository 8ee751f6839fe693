import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CutProxy, Strike } from '#tests/fixtures/cut-proxy.ts';
import type { MortalServer } from './servers.ts';

interface Parts {
  proxy: CutProxy;
  servers: MortalServer[];
  random(): number;
}

/**
 * The largest number of statements before the fault. These take some tenths of a second under load, and most of a
 * start.
 */
const mostStatements = 60;
const longestOutageMs = 3000;
/**
 * The longest wait for that statement. After it, the fault happens between two statements, because the load sends few
 * of them.
 */
const longestWaitMs = 5000;

export type Blow =
  | 'connection cut'
  | 'connection cut after the answer'
  | 'database away'
  | 'server killed'
  | 'server killed, database away while it starts'
  | 'server stopped while the database is away';

const blows: Blow[] = [
  'connection cut',
  'connection cut after the answer',
  'database away',
  'server killed',
  'server killed, database away while it starts',
  'server stopped while the database is away',
];

/**
 * Creates a function that injects these faults in turn, at a random statement of any server. All servers are up
 * afterwards.
 */
export function createCutter({ proxy, servers, random }: Parts): () => Promise<Blow> {
  let turn = 0;

  async function atRandomStatement(act: () => Strike['how'] | null): Promise<void> {
    let left = 1 + Math.floor(random() * mostStatements);
    const { promise, resolve } = Promise.withResolvers<void>();
    proxy.onStatement(() => {
      left -= 1;
      if (left !== 0) return null;
      resolve();
      return act();
    });
    await Promise.race([promise, pause(longestWaitMs)]);
    proxy.onStatement(null);
    if (left > 0 && act() !== null) proxy.cut();
  }

  function goAway(): Promise<void> {
    return pause(100 + random() * longestOutageMs).then(proxy.resume);
  }

  async function awayAtRandomStatement(): Promise<void> {
    let back = Promise.resolve();
    await atRandomStatement(() => {
      proxy.refuse();
      back = goAway();
      return null;
    });
    await back;
  }

  const strike: Record<Blow, (server: MortalServer) => Promise<void>> = {
    'connection cut': () => atRandomStatement(() => 'cut'),
    'connection cut after the answer': () => atRandomStatement(() => 'cut-answer'),
    'database away': awayAtRandomStatement,
    'server killed': async (server) => {
      let killed = Promise.resolve();
      await atRandomStatement(() => {
        killed = server.kill();
        return null;
      });
      await killed;
      await server.start();
    },
    'server killed, database away while it starts': async (server) => {
      await server.kill();
      const back = awayAtRandomStatement();
      await server.start();
      await back;
    },
    'server stopped while the database is away': async (server) => {
      let stopped: Promise<number | null> = Promise.resolve(0);
      let back = Promise.resolve();
      await atRandomStatement(() => {
        proxy.refuse();
        back = goAway();
        stopped = server.stop();
        return null;
      });
      expect(await stopped, 'the exit code of a server that was asked to stop').toBe(0);
      await back;
      await server.start();
    },
  };

  return async () => {
    const blow = blows[turn % blows.length] as Blow;
    turn += 1;
    await strike[blow](servers[Math.floor(random() * servers.length)] as MortalServer);
    return blow;
  };
}
