import { type Core, type CoreOptions, createCore } from '#app/wiring/create-core.ts';
import { createLazyReader } from '#app/wiring/open-reader.ts';
import { startSessionSweep } from '#app/wiring/open-sessions.ts';
import { serverPortsOf } from '#app/wiring/server-ports.ts';
import { systemClock } from '#app/wiring/system-ports.ts';
import { createClient } from '#client/create-client.ts';
import { outlastOutage } from '#engine/outlast-outage.ts';
import type { Log } from '#engine/ports.ts';
import { createServer, type Server } from '#server/create-server.ts';
import { createBatches } from '#store/batches.ts';
import type { Config } from './read-config.ts';
import { mcpPortsOf } from './serve-mcp.ts';
import { createOpenParts, createReadiness } from './wiring/lifecycle.ts';

export interface App extends Server {
  core: Core;
  start(): Promise<void>;
  /** Tells load balancers that this process is no longer ready. */
  leave(): void;
  stop(graceMs: number): Promise<void>;
}

/** Creates the core with its only interface: the server's routes, over a socket or in process. */
export async function createApp(config: Config, options: CoreOptions): Promise<App> {
  const { mode, log, signal } = options;
  const outlast = <T>(part: () => Promise<T>) =>
    mode === 'server' ? outlastStart(config, { log, signal }, part) : part();
  const core = await outlast(() => createCore(config, options));
  const parts = createOpenParts(log);
  parts.add('the core', core.close);
  const readiness = createReadiness(core.store.configuration);
  const reader = createLazyReader(core, { config, log });
  parts.add('the reader', reader.stop);
  const ports = serverPortsOf(core, { config, readiness, reader, log });
  parts.add('the sums of clients', ports.hooks.close);
  const server = createServer({
    ...ports,
    mcp: async (request, body) => {
      // The protocol's library is large, so it is loaded on first use.
      const { answerMcp } = await import('#mcp/answer-mcp.ts');
      return answerMcp(mcpPortsOf(ownClient, { log, project: null }), { request, body });
    },
  });
  const ownClient = createClient({
    fetch: (request) => server.fetch(request),
    baseUrl: `http://127.0.0.1:${config.port}`,
    ...(config.token === null ? {} : { token: config.token }),
  });
  return {
    ...server,
    core,
    async start() {
      await outlast(() => core.engine.start({ executes: config.executes }));
      const judging = createBatches(() => core.sessions.memories.judge());
      parts.add('the judging of memories', judging.close);
      judging.wake(0);
      if (mode !== 'server' || signal?.aborted) return;
      reader.start();
      const { sessions, meaning, spaces, store, tags } = core;
      void spaces.sendUnsent();
      tags.driver.start();
      tags.auto.start();
      meaning.reading.start();
      parts.add('the sweep', startSessionSweep(sessions, { store: store.runs, clock: systemClock, log }));
    },
    leave: readiness.leave,
    stop: parts.close,
  };
}

/** The interval is short enough to be noticed during startup and long enough to keep the log readable. */
const reportEveryMs = 5_000;

interface StartOptions {
  log: Log;
  signal?: AbortSignal | undefined;
}

/**
 * Runs one part of a server's startup and retries while PostgreSQL is unavailable, for as long as the configuration
 * allows. Errors that waiting cannot fix, such as a wrong password, are thrown immediately.
 */
async function outlastStart<T>(
  { databaseWaitMs }: Pick<Config, 'databaseWaitMs'>,
  { log, signal }: StartOptions,
  part: () => Promise<T>,
): Promise<T> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return outlastOutage(
    {
      clock: systemClock,
      signal: signal ?? new AbortController().signal,
      patienceMs: databaseWaitMs,
      onOutage(error, waitedMs) {
        if (waitedMs - reportedAt < reportEveryMs) return;
        reportedAt = waitedMs;
        const secondsLeft = Math.ceil((databaseWaitMs - waitedMs) / 1000);
        log.warn({ reason: error.message, secondsLeft }, 'waiting for the database');
      },
    },
    part,
  );
}
