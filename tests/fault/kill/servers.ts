import type { ChildProcess } from 'node:child_process';
import { type ServerPlace, type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { pause } from './pause.ts';

/** A server that is killed and started again on the same port. */
export interface MortalServer {
  start(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. Rejects if the server does not exit in time. */
  stop(): Promise<number | null>;
  /** Kills the server with SIGKILL while it serves. */
  kill(): Promise<void>;
  /** Starts the server and kills it before it is ready, or soon after. */
  startAndKill(afterMs: number): Promise<void>;
  /** Whether the server exited without being asked to, which must not happen. */
  hasDied(): boolean;
}

/** The time that supervisors allow. */
const longestStopMs = 30_000;

export function createMortalServer(place: ServerPlace & { port: number }): MortalServer {
  let server: ServerProcess | null = null;
  return {
    async start() {
      server = await startServer(place);
    },
    async stop() {
      const stopped = server;
      server = null;
      if (stopped === null) return null;
      const late = pause(longestStopMs).then(() => {
        stopped.child.kill('SIGKILL');
        throw new Error('a server ignored SIGTERM');
      });
      late.catch(() => undefined);
      await Promise.race([stopped.end('SIGTERM'), late]);
      return stopped.child.exitCode;
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
      // The server may have become ready before the kill.
      await starting.then(({ end }) => end('SIGKILL')).catch(() => {});
    },
    hasDied: () => server !== null && (server.child.exitCode !== null || server.child.signalCode !== null),
  };
}
