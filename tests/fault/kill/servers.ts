import type { ChildProcess } from 'node:child_process';
import { type ServerPlace, type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { pause } from './pause.ts';

/** A server that is killed and started again on the same port. */
export interface MortalServer {
  start(): Promise<void>;
  /** `kill -9` while it serves. */
  kill(): Promise<void>;
  /** Starts it and kills it before it is ready, or soon after. */
  startAndKill(afterMs: number): Promise<void>;
  /** Ended by itself, which it must not. */
  hasDied(): boolean;
}

export function createMortalServer(place: ServerPlace & { port: number }): MortalServer {
  let server: ServerProcess | null = null;
  return {
    async start() {
      server = await startServer(place);
    },
    async kill() {
      await server?.end('SIGKILL');
      server = null;
    },
    async startAndKill(afterMs) {
      let child: ChildProcess | undefined;
      const starting = startServer({
        ...place,
        onSpawn: (spawned) => {
          child = spawned;
        },
      });
      await pause(afterMs);
      child?.kill('SIGKILL');
      // It may have become ready before.
      await starting.then(({ end }) => end('SIGKILL')).catch(() => {});
    },
    hasDied: () => server !== null && (server.child.exitCode !== null || server.child.signalCode !== null),
  };
}
