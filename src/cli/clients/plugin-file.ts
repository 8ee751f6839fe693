import { readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findTarget, findWritable, writeWhole } from '#app/clients/whole-file.ts';
import { findShipped } from '#app/package-root.ts';
import type { Terminal } from '#cli/terminal.ts';
import { AppError } from '#schema/app-error.ts';

type Environment = Terminal['env'];

const fileName = 'opencode-mem.js';
/** Matches the first line of the plugin's bundle. */
const banner = /^\/\/ opencode-mem (\S+)/;

export interface InstalledPlugin {
  file: string;
  version: string | null;
  /** Whether the plugin is listed in an OpenCode configuration and comes from npm. */
  isNamed: boolean;
}

/** The plugin's paths in the two folders that OpenCode reads: the user's and the project's. */
export function placesOf(env: Environment, directory: string): { user: string; project: string } {
  return {
    user: join(configDir(env), 'plugins', fileName),
    project: join(directory, '.opencode', 'plugins', fileName),
  };
}

interface Installation {
  outcome: 'installed' | 'updated' | 'unchanged';
  version: string;
  before: string | null;
}

export async function installPlugin(file: string): Promise<Installation> {
  const shipped = await readShippedPlugin();
  if (shipped === null) {
    throw new AppError('not_found', 'The plugin is not built. In a source checkout, run npm run build.');
  }
  const target = await findWritable(file);
  const present = await readText(target);
  const before = present === null ? null : versionOf(present);
  if (present !== null && before === null) {
    throw new AppError('conflict', `${file} belongs to another program. Move it first.`);
  }
  const { text, version } = shipped;
  if (present === text) return { outcome: 'unchanged', version, before };
  await writeWhole(target, text, 0o644);
  return { outcome: present === null ? 'installed' : 'updated', version, before };
}

/** Returns false if the plugin was not installed. Keeps other programs' files. A link stays, its target goes. */
export async function removePlugin(file: string): Promise<boolean> {
  const target = await findTarget(file);
  const text = await readText(target);
  if (text === null || versionOf(text) === null) return false;
  await rm(target);
  return true;
}

export async function findPlugins(env: Environment, directory: string): Promise<InstalledPlugin[]> {
  const { user, project } = placesOf(env, directory);
  const configs = [configDir(env), directory].flatMap((dir) => [
    join(dir, 'opencode.json'),
    join(dir, 'opencode.jsonc'),
  ]);
  const files = [user, project].map(async (file): Promise<InstalledPlugin[]> => {
    const version = versionOf((await readText(file)) ?? '');
    return version === null ? [] : [{ file, version, isNamed: false }];
  });
  const named = configs.map(async (file): Promise<InstalledPlugin[]> => {
    const isNamed = /"opencode-precis(?:@[^"]*)?"/.test((await readText(file)) ?? '');
    return isNamed ? [{ file, version: null, isNamed }] : [];
  });
  return (await Promise.all([...files, ...named])).flat();
}

export async function readShippedPlugin(): Promise<{ text: string; version: string } | null> {
  const file = findShipped(join('dist', fileName), join('dist', 'packages', 'opencode-precis', fileName));
  const text = file === null ? null : await readText(file);
  const version = text === null ? null : versionOf(text);
  return text === null || version === null ? null : { text, version };
}

function configDir(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'opencode');
}

function versionOf(text: string): string | null {
  return banner.exec(text)?.[1] ?? null;
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}
