import { createServer } from '#server/create-server.ts';
import { type Core, type CoreOptions, createCore } from './create-core.ts';
import { createLazyReader } from './open-reader.ts';
import type { Config } from './read-config.ts';
import { serverPortsOf } from './server-ports.ts';

export interface App {
  fetch(request: Request): Promise<Response>;
  core: Core;
  start(): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

/** The core with its one way in: the server's routes, over a socket or called in process. */
export async function createApp(config: Config, options: CoreOptions): Promise<App> {
  const core = await createCore(config, options);
  const reader = createLazyReader(core, { config, log: options.log });
  const server = createServer(serverPortsOf(core, { config, reader, log: options.log }));
  return {
    fetch: async (request) => server.fetch(request),
    core,
    async start() {
      await core.engine.start({ executes: config.executes });
      if (options.mode === 'server') (await reader.open()).start();
    },
    async stop(graceMs) {
      await reader.stop();
      await core.close(graceMs);
    },
  };
}
