import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '#app/read-config.ts';
import { serveApp } from '#app/serve-app.ts';
import { type CutProxy, startCutProxy } from '#tests/fixtures/cut-proxy.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';

/** A server process that starts behind a proxy, and may become ready or fail. */
export interface Launch {
  child: ChildProcess;
  port: number;
  /** The stderr of the process so far. */
  written(): string;
  /** Resolves when the server is ready. Rejects if it ends before. */
  ready: Promise<ServerProcess>;
  /** Resolves with the exit code, or rejects after the time limit. */
  ended(withinMs: number): Promise<number | null>;
}

export interface LaunchHere {
  url: string;
  port: number;
  /** Resolves when the server is ready. Rejects if it fails before. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

export interface StartBench {
  proxy: CutProxy;
  launch(env?: Record<string, string>): Promise<Launch>;
  /** Starts the server inside this process, which is fast enough for one start per statement. */
  launchHere(env?: Record<string, string>): Promise<LaunchHere>;
  /** The statements of one undisturbed start, in order. */
  readStatements(): Promise<string[]>;
  /** Calls `act` at the statement with this number, counted from 1, and then resolves. */
  at(number: number, act: Parameters<CutProxy['onStatement']>[0] & object): Promise<void>;
  close(): Promise<void>;
}

/**
 * The time for open requests, the teardown of a silent database, and a margin for a busy machine. Supervisors allow
 * 30 s.
 */
export const longestStopMs = 28_000;

export async function openStartBench(postgresUrl: string): Promise<StartBench> {
  const home = mkdtempSync(join(tmpdir(), 'precis-start-fault-'));
  const proxy = await startCutProxy(await createDatabase(postgresUrl));
  const children: ChildProcess[] = [];

  async function launch(env: Record<string, string> = {}): Promise<Launch> {
    const port = await findFreePort();
    const words: string[] = [];
    const spawned = Promise.withResolvers<ChildProcess>();
    const ready = startServer({
      home,
      databaseUrl: proxy.url,
      port,
      // With the compile cache, the second start takes half the time.
      env: { PRECIS_LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: join(home, 'compiled'), ...env },
      hear: (text) => void words.push(text),
      onSpawn: spawned.resolve,
    });
    ready.catch(() => undefined);
    const child = await spawned.promise;
    children.push(child);
    return {
      child,
      port,
      ready,
      written: () => words.join(''),
      ended: (withinMs) => untilEnd(child, withinMs),
    };
  }

  async function launchHere(env: Record<string, string> = {}): Promise<LaunchHere> {
    const port = await findFreePort();
    const config = readConfig({
      PRECIS_HOME: home,
      PRECIS_PORT: String(port),
      DATABASE_URL: proxy.url,
      PRECIS_LOG_LEVEL: 'silent',
      ...env,
    });
    const stopping = new AbortController();
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    ready.catch(() => undefined);
    const served = serveApp(config, { quiet: true, signal: stopping.signal, onReady: () => resolve() }).catch(
      reject,
    );
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      ready,
      async stop() {
        stopping.abort();
        await served;
      },
    };
  }

  return {
    proxy,
    launch,
    launchHere,
    async readStatements() {
      const statements: string[] = [];
      proxy.onStatement((statement) => {
        statements.push(statement);
        return null;
      });
      // A start in this process is what the tests disturb. One in a process of its own is asked for its settings too.
      const { ready, stop } = await launchHere();
      await ready;
      const count = statements.length;
      proxy.onStatement(null);
      await stop();
      return statements.slice(0, count);
    },
    at(number, act) {
      let seen = 0;
      return new Promise((resolve) => {
        proxy.onStatement((statement) => {
          seen += 1;
          if (seen !== number) return null;
          resolve();
          return act(statement);
        });
      });
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await proxy.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function untilEnd(child: ChildProcess, withinMs: number): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(withinMs) });
  return code;
}

/** Checks that nothing listens on the port any more. */
export async function expectFree(port: number): Promise<void> {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve('someone listens'));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => socket.destroy());
  });
  expect(answer).toBe('ECONNREFUSED');
}
