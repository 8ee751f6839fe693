import { randomUUID } from 'node:crypto';
import { createClientFiles } from '#app/clients/client-files.ts';
import { findConnectedAt } from '#app/clients/client-settings.ts';
import { diagnose } from '#app/diagnose.ts';
import { createCatchUp } from '#app/import/catch-up.ts';
import { findShipped } from '#app/package-root.ts';
import type { Config } from '#app/read-config.ts';
import { version } from '#app/version.ts';
import type { ModelProfiles } from '#models/create-model-profiles.ts';
import { AppError } from '#schema/app-error.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Provider } from '#schema/models/profile-fields.ts';
import { modelFields, readField, templateFields } from '#schema/named-in-settings.ts';
import { mergeSettings, type Settings, type SettingsPatch } from '#schema/settings.ts';
import { templateSteps } from '#schema/template.ts';
import type { Change } from '#schema/wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { summarizeText } from '#sources/entry/summaries/start-summary.ts';
import { createHooks } from '#sources/session/clients/create-hooks.ts';
import type { Core, CoreOptions } from './create-core.ts';
import type { Readiness } from './lifecycle.ts';
import type { LazyReader } from './open-reader.ts';
import { hashLargeText, systemClock } from './system-ports.ts';

interface Wiring {
  config: Config;
  readiness: Readiness;
  reader: LazyReader;
  log: CoreOptions['log'];
}

/** Returns what the server needs from the core. */
export function serverPortsOf(
  core: Core,
  { config, readiness, reader, log }: Wiring,
): Omit<ServerPorts, 'mcp'> {
  const { engine, store, bus, profiles, agents, spaces, conversations, sessions, meaning } = core;
  const { checks, tags, templates } = core;

  const clientFiles = createClientFiles(config.env);

  async function announce<T>(change: Promise<T>, ...changed: Change['what'][]): Promise<T> {
    const result = await change;
    for (const what of changed) await bus.publish({ kind: 'changed', what });
    return result;
  }

  return {
    engine,
    parseBody: core.parseBody,
    keys: {
      store: store.runs,
      workerId: core.workerId,
      clock: systemClock,
      log,
      newId: randomUUID,
      hash: hashLargeText,
    },
    summarizeText: (request, { runId }) =>
      summarizeText(
        {
          engine,
          getSettings: store.recent.getSettings,
          hash: hashLargeText,
          requireNamed: profiles.requireNamed,
        },
        { ...request, runId },
      ),
    fetchPage: (url) => fetchPageOnce({ config, reader }, url),
    reader: reader.open,
    spaces,
    conversations,
    sessions,
    meaning,
    hooks: createHooks({
      ...clientFiles,
      sessions,
      store: store.sessions,
      catchUp: createCatchUp({
        store: store.sessions,
        sessions,
        env: config.env,
        identifyProject: clientFiles.identifyProject,
        connectedAt: (client, project) => findConnectedAt({ client, config, project }),
        clock: systemClock,
        log,
      }),
      clock: systemClock,
      log,
    }),
    checks,
    tags,
    queries: store.runs,
    summaries: store.reader,
    profiles: {
      ...profiles,
      // An agent's effective values depend on the profiles it names.
      put: (input) => announce(profiles.put(input), 'models', 'agents'),
      remove: (id, replacement) => announce(profiles.remove(id, replacement), 'models', 'agents', 'settings'),
    },
    agents: {
      ...agents,
      put: (id, input) => announce(agents.put(id, input), 'agents'),
      remove: (id, replacement) => announce(agents.remove(id, replacement), 'agents', 'spaces'),
    },
    templates,
    storage: {
      async measure() {
        const report = await store.measureStorage();
        return { ...report, counts: { ...report.counts, images: await reader.images.count() } };
      },
      clear: (what) => {
        if (what === 'summaries') return announce(store.reader.deleteAllSummaries(), 'entries');
        if (what === 'translations') return announce(store.translations.deleteAll(), 'entries', 'runs');
        if (what === 'images') return reader.images.clear();
        if (what === 'issues') return announce(store.runs.deleteIssues(), 'issues');
        return announce(store.runs.clearFinishedRuns(), 'runs');
      },
    },
    settings: {
      get: store.configuration.getSettings,
      async patch(patch: SettingsPatch) {
        const current = await store.configuration.getSettings();
        await checkSettings({ profiles, templates, current }, patch);
        const merged = await store.configuration.patchSettings(patch);
        await bus.publish({ kind: 'changed', what: 'settings' });
        if (patch.summaryAgent?.primaryModelProfileId !== undefined)
          await bus.publish({ kind: 'changed', what: 'agents' });
        return merged;
      },
    },
    checkReady: readiness.check,
    diagnose: () => diagnose({ config, store, profiles, templates }),
    bus,
    version,
    home: config.home,
    storeDialect: store.dialect,
    startedAt: systemClock.now(),
    now: systemClock.now,
    log,
    logins: store.configuration,
    token: config.token,
    allowedHosts: servedHosts(config),
    webDir: findShipped('dist/web'),
  };
}

/** The article parser is large and most commands never fetch, so it is loaded on first use. */
async function fetchPageOnce({ config, reader }: Pick<Wiring, 'config' | 'reader'>, url: string) {
  const [{ fetchPage }, { createGuardedFetch }] = await Promise.all([
    import('#sources/entry/pages/fetch-page.ts'),
    import('#sources/entry/fetch/guarded-fetch.ts'),
  ]);
  const guardedFetch = createGuardedFetch({ allowedHosts: config.allowedFetchHosts });
  return fetchPage({ guardedFetch, markup: reader.markup }, url);
}

/** Returns the Host headers that this server accepts. Any other name comes from a foreign page that points here. */
export function servedHosts({ host, port, publicHosts }: Config): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host];
  return [...new Set([...names.map((name) => `${name}:${port}`), ...publicHosts])];
}

interface Checked {
  profiles: Pick<ModelProfiles, 'requireNamed' | 'requireDifferent' | 'get'>;
  templates: Pick<Core['templates'], 'list'>;
  current: Settings;
}

/** Rejects settings that name something that does not exist or cannot do the work. */
async function checkSettings({ profiles, templates, current }: Checked, patch: SettingsPatch): Promise<void> {
  for (const named of modelFields) {
    const id = readField(patch, named);
    if (typeof id !== 'string') continue;
    await profiles.requireNamed(id as ModelProfileId, named.path);
    if (named.about.model?.embeds === true)
      await requireEmbedding(profiles, id as ModelProfileId, named.path);
  }
  await profiles.requireDifferent(current, mergeSettings(current, patch));
  for (const named of templateFields) {
    const id = readField(patch, named);
    if (typeof id === 'string') await requireTemplate(templates, { ...named, id });
  }
}

const withoutEmbeddings: ReadonlySet<Provider> = new Set(['builtin', 'anthropic']);

async function requireEmbedding(
  profiles: Checked['profiles'],
  id: ModelProfileId,
  path: string,
): Promise<void> {
  const { name, provider } = await profiles.get(id);
  if (!withoutEmbeddings.has(provider)) return;
  throw new AppError(
    'invalid_input',
    `${path}: “${name}” offers no embeddings. Choose a model of Ollama, OpenAI, Google or an OpenAI-compatible server.`,
  );
}

async function requireTemplate(
  templates: Checked['templates'],
  { path, about: { templateOf }, id }: (typeof templateFields)[number] & { id: string },
): Promise<void> {
  const fitting = (await templates.list()).items
    .filter((template) => template.taskType === templateOf && !templateSteps.has(template.id))
    .map((template) => template.id);
  if (fitting.includes(id)) return;
  throw new AppError(
    'invalid_input',
    `${path}: “${id}” is not a ${templateOf} template. Choose one of: ${fitting.join(', ')}.`,
  );
}
