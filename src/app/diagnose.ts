import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelProfiles } from '#models/create-model-profiles.ts';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { Check, Diagnosis, TemplateList } from '#schema/wire.ts';
import type { Store } from '#store/store.ts';
import { findShipped } from './package-root.ts';
import type { Config } from './read-config.ts';
import { version } from './version.ts';

interface DiagnosePorts {
  config: Config;
  store: Store;
  profiles: ModelProfiles;
  templates: { list(): Promise<TemplateList> };
}

/** Checks the installation and says what to fix. It calls the configured models. */
export async function diagnose({ config, store, profiles, templates }: DiagnosePorts): Promise<Diagnosis> {
  const { summaryAgent } = await store.configuration.getSettings();
  const checks = await Promise.all([
    ok('program', `Precis ${version} on Node ${process.versions.node}`),
    checkHome(config.home),
    checkDatabase(store, config),
    checkWebApp(),
    checkTemplates(templates, config.home),
    checkReach(config),
    ...summaryRoute(summaryAgent).map((id) => checkModel(profiles, id)),
  ]);
  return { checks };
}

async function checkHome(home: string): Promise<Check> {
  try {
    await access(home, constants.W_OK);
    const exposure = await findExposure(home);
    if (exposure === null) return await ok('data', `Stored in ${home}`);
    return warning('data', exposure.message, exposure.remedy);
  } catch {
    return failed(
      'data',
      `${home} is not writable.`,
      'Fix its permissions, or set PRECIS_HOME to another folder.',
    );
  }
}

async function checkDatabase(store: Store, config: Config): Promise<Check> {
  const fault = await store.checkIntegrity();
  if (fault !== null)
    return failed(
      'database',
      fault,
      'Restore a backup, or export what can still be read before you continue.',
    );
  const corrected = await store.correctCounters();
  if (corrected !== null) return warning('database', corrected, 'No action is needed.');
  return ok(
    'database',
    config.databaseUrl === null
      ? 'SQLite, embedded; integrity OK'
      : 'PostgreSQL (DATABASE_URL); integrity OK',
  );
}

async function checkWebApp(): Promise<Check> {
  if (findShipped('dist/web') !== null) return ok('web app', 'Built');
  return warning('web app', 'The web app is not built.', 'npm run build');
}

async function checkTemplates(templates: DiagnosePorts['templates'], home: string): Promise<Check> {
  const { items, notices } = await templates.list();
  const first = notices[0];
  const own = items.filter((item) => item.origin === 'user').length;
  if (first === undefined) {
    return ok('templates', `${items.length} templates, ${own} of your own (${join(home, 'templates')})`);
  }
  const more = notices.length > 1 ? ` (and ${notices.length - 1} more)` : '';
  return warning(
    'templates',
    `${first.message}${more}`,
    'Fix the file. The built-in template is used until then.',
  );
}

async function checkReach({ host, token }: Config): Promise<Check> {
  const local = host === '127.0.0.1' || host === 'localhost' || host === '::1';
  if (local) return ok('network', 'Accepts local connections only');
  if (token !== null) return ok('network', `Listens on ${host}, protected by a token`);
  return failed(
    'network',
    `Listening on ${host} requires a token.`,
    'Set PRECIS_TOKEN, or set PRECIS_HOST to 127.0.0.1.',
  );
}

async function checkModel(profiles: ModelProfiles, id: ModelProfileId): Promise<Check> {
  const name = `model ${id}`;
  if (id === builtinModelProfileId) {
    return ok(
      name,
      'Offline extract: works without a key. For AI-written summaries, add a model: precis models add --help',
    );
  }
  try {
    const result = await profiles.test(id);
    if (result.ok) return await ok(name, `${result.message} (${result.durationMs} ms)`);
    return failed(name, result.message, `Run precis models test ${id}, then fix the profile.`);
  } catch {
    return failed(
      name,
      `Model profile “${id}” not found.`,
      'Run precis models list, then precis models use <id>.',
    );
  }
}

async function ok(name: string, message: string): Promise<Check> {
  return { name, state: 'ok', message, remedy: null };
}

function warning(name: string, message: string, remedy: string): Check {
  return { name, state: 'warning', message, remedy };
}

function failed(name: string, message: string, remedy: string): Check {
  return { name, state: 'failed', message, remedy };
}

interface Exposure {
  message: string;
  /** A command that fixes the problem. */
  remedy: string;
}

/**
 * Checks whether other users of this machine can open the data folder. Returns null also if the folder does not
 * exist.
 */
export async function findExposure(home: string): Promise<Exposure | null> {
  // Windows has no such permissions, and its folders always look open to everyone.
  if (process.platform === 'win32') return null;
  const found = await stat(home).catch(() => null);
  if (found === null || (found.mode & 0o077) === 0) return null;
  const rights = (found.mode & 0o777).toString(8);
  return {
    message: `Other users of this machine can open the data folder ${home} (mode ${rights}).`,
    remedy: `chmod 700 ${quote(home)}`,
  };
}

/** Quotes a path as one word of a shell. */
function quote(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
