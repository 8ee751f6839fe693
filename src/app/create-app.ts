import { mergeSettings, type SettingsPatch } from '#schema/settings.ts';
import { createServer } from '#server/create-server.ts';
import { summarizeText } from '#sources/text/summarize-text.ts';
import { type Core, type CoreOptions, createCore } from './create-core.ts';
import { diagnose } from './diagnose.ts';
import { createLazyReader } from './open-reader.ts';
import { findShipped } from './package-root.ts';
import type { Config } from './read-config.ts';
import { servedHosts } from './served-hosts.ts';
import { hashText, systemClock } from './system-ports.ts';
import { version } from './version.ts';

export interface App {
  fetch(request: Request): Promise<Response>;
  core: Core;
  start(): Promise<void>;
  stop(graceMs: number): Promise<void>;
}

/** The core with its one way in: the server's routes, over a socket or called in process. */
export async function createApp(config: Config, options: CoreOptions): Promise<App> {
  const core = await createCore(config, options);
  const { engine, store, bus, profiles, templates } = core;
  const reader = createLazyReader(core, { config, log: options.log });
  const server = createServer({
    engine,
    summarizeText: (request) =>
      summarizeText({ engine, getSettings: () => store.getSettings(), hash: hashText }, request),
    fetchPage: (url) => fetchPageOnce(config, url),
    reader: reader.open,
    queries: store,
    profiles,
    templates,
    settings: {
      get: () => store.getSettings(),
      async patch(patch: SettingsPatch) {
        const merged = mergeSettings(await store.getSettings(), patch);
        await store.putSettings(merged);
        await bus.publish({ kind: 'changed', what: 'settings' });
        return merged;
      },
    },
    diagnose: () => diagnose({ config, store, profiles, templates }),
    bus,
    version,
    storeDialect: store.dialect,
    startedAt: systemClock.now(),
    now: systemClock.now,
    log: options.log,
    token: config.token,
    allowedHosts: servedHosts(config),
    webDir: findShipped('dist/web'),
  });
  return {
    fetch: async (request) => server.fetch(request),
    core,
    async start() {
      await engine.start({ executes: config.executes });
      if (options.mode === 'server') (await reader.open()).start();
    },
    async stop(graceMs) {
      await reader.stop();
      await core.close(graceMs);
    },
  };
}

/** Loaded on first need: the article parser is large, and most commands never fetch. */
async function fetchPageOnce(config: Config, url: string) {
  const [{ fetchPage }, { createGuardedFetch }] = await Promise.all([
    import('#sources/entry/fetch-page.ts'),
    import('#sources/entry/guarded-fetch.ts'),
  ]);
  return fetchPage(createGuardedFetch({ allowedHosts: config.allowedFetchHosts }), url);
}
