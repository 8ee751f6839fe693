import { createClient } from '#client/create-client.ts';
import { createServer } from '#server/create-server.ts';
import { type Core, type CoreOptions, createCore } from './create-core.ts';
import { createReadiness } from './create-readiness.ts';
import { createLazyReader } from './open-reader.ts';
import { startSessionSweep } from './open-sessions.ts';
import type { Config } from './read-config.ts';
import { mcpPortsOf } from './serve-mcp.ts';
import { serverPortsOf } from './server-ports.ts';
import { systemClock } from './system-ports.ts';

export interface App {
  fetch(request: Request): Promise<Response>;
  core: Core;
  start(): Promise<void>;
  /** Says to load balancers that it is no longer ready. */
  leave(): void;
  stop(graceMs: number): Promise<void>;
}

/** The core with its one way in: the server's routes, over a socket or called in process. */
export async function createApp(config: Config, options: CoreOptions): Promise<App> {
  const core = await createCore(config, options);
  const { log } = options;
  const readiness = createReadiness(core.store);
  const reader = createLazyReader(core, { config, log });
  const server = createServer({
    ...serverPortsOf(core, { config, readiness, reader, log }),
    mcp: async (request, body) => {
      // Loaded on first need: the protocol's library is large.
      const { answerMcp } = await import('#mcp/answer-mcp.ts');
      return answerMcp(mcpPortsOf(ownClient, log), { request, body });
    },
  });
  const ownClient = createClient({
    fetch: (request) => server.fetch(request),
    baseUrl: `http://127.0.0.1:${config.port}`,
    ...(config.token === null ? {} : { token: config.token }),
  });
  let stopSweep = async () => {};
  return {
    fetch: async (request) => server.fetch(request),
    core,
    async start() {
      await core.engine.start({ executes: config.executes });
      if (options.mode !== 'server') return;
      reader.start();
      stopSweep = startSessionSweep(core.sessions, { store: core.store, clock: systemClock, log });
    },
    leave: readiness.leave,
    async stop(graceMs) {
      await stopSweep();
      await reader.stop();
      await core.close(graceMs);
    },
  };
}
