import { listen } from '#server/listen.ts';
import { createApp } from './create-app.ts';
import { createLog } from './create-log.ts';
import type { Config } from './read-config.ts';

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Runs under way get this long to finish when the program is asked to stop; then they go back to the queue. */
const graceMs = 5000;

export async function serveApp(config: Config, { quiet }: { quiet: boolean }): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel ?? (quiet ? 'warn' : 'info') });
  const app = await createApp(config, { mode: 'server', log });
  try {
    const { host, port, token } = config;
    const listening = await listen({ fetch: app.fetch, host, port, token });
    await app.start();
    log.info({ url: listening.url, store: app.core.store.dialect }, 'listening');
    return {
      url: listening.url,
      async stop() {
        await listening.close();
        await app.stop(graceMs);
        log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await app.stop(0);
    throw error;
  }
}
