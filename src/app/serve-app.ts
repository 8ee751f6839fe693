import { setTimeout as delay } from 'node:timers/promises';
import { waitAtMost } from '#queue/wait-at-most.ts';
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
/** Requests under way get at least this long. */
const leastRequestGraceMs = 2000;
/** For the answers to requests that were given up. */
const lastAnswersMs = 1000;

interface ServeOptions {
  quiet: boolean;
  /** Aborted when the program is asked to stop. */
  signal: AbortSignal;
}

export async function serveApp(config: Config, { quiet, signal }: ServeOptions): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel ?? (quiet ? 'warn' : 'info') });
  const app = await createApp(config, { mode: 'server', log, signal });
  try {
    const { host, port, token, drainMs } = config;
    const requestGraceMs = Math.max(drainMs, leastRequestGraceMs);
    const closeGraceMs = requestGraceMs + lastAnswersMs;
    const listening = await listen({ fetch: app.fetch, host, port, token, closeGraceMs });
    await app.start();
    log.info({ url: listening.url, store: app.core.store.dialect }, 'listening');
    return {
      url: listening.url,
      async stop() {
        app.leave();
        listening.leave();
        await delay(drainMs);
        const closed = listening.close();
        // A turn that takes longer is answered, while its connection stands, with the advice to send it again.
        await waitAtMost(requestGraceMs, closed);
        await app.core.conversations.stop();
        await closed;
        await app.stop(graceMs);
        log.info({}, 'stopped');
      },
    };
  } catch (error) {
    await app.stop(0);
    throw error;
  }
}
