import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#app/read-config.ts';
import { AppError } from '#schema/app-error.ts';
import { parseJson } from '#schema/parse-json.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import { addEntries, findChangedAt, hasEntries, type KeptFile, removeEntries } from './kept-file.ts';
import { launcherCommand } from './launcher.ts';
import { clientFolder, isLocalPath } from './local-path.ts';

export interface ClientPlace {
  client: HookClient;
  config: Config;
  /** The folder of the only project to connect, or null for all projects of the user. */
  project: string | null;
}

/** A checked file and what happened to it. */
export interface ChangedFile {
  file: string;
  outcome: 'written' | 'unchanged' | 'restored' | 'edited' | 'absent';
}

export async function installHooks(place: ClientPlace): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const { kept, add } of filesOf(place)) {
    const isWritten = await addEntries(kept, add);
    changed.push({ file: kept.file, outcome: isWritten ? 'written' : 'unchanged' });
  }
  return changed;
}

export async function uninstallHooks(place: ClientPlace): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const { kept } of filesOf(place))
    changed.push({ file: kept.file, outcome: await removeEntries(kept) });
  return changed;
}

/** Finds the files that have entries of Precis. */
export async function findInstalled(place: ClientPlace): Promise<string[]> {
  const files = filesOf(place).map(({ kept }) => kept);
  const found = await Promise.all(files.map(hasEntries));
  return files.filter((_, at) => found[at]).map(({ file }) => file);
}

/**
 * Returns the time since which the hooks of all projects, or of this folder's project, are unchanged. It is null if
 * Precis did not install them.
 */
export async function findConnectedAt(place: ClientPlace): Promise<number | null> {
  const { project } = place;
  const scopes = project === null || !isLocalPath(project) ? [null] : [null, project];
  const files = scopes.flatMap((scope) => filesOf({ ...place, project: scope }).map(({ kept }) => kept));
  const times = (await Promise.all(files.map(findChangedAt))).filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Describes how to tell whether the client runs the installed hooks, and lists those that it does not run. Returns
 * null if the client always runs them.
 */
export async function checkHooks(
  place: ClientPlace,
): Promise<{ name: string; silent: readonly string[]; problem: string; remedy: string } | null> {
  const { events, hooks } = clientDefinitions[place.client];
  if (hooks.check === undefined) return null;
  const { name, file, findSilent, problem, remedy } = hooks.check;
  const text = await readFile(join(clientFolder(place.client, place.config.env), file), 'utf8').catch(
    () => '',
  );
  return { name, silent: findSilent(text, { file: settingsFile(place), events }), problem, remedy };
}

/**
 * Returns what the user has to do after an installation, as lines of text. The text is empty if nothing is needed.
 */
export function noteFor({ client, config }: ClientPlace): string {
  return clientDefinitions[client].hooks.noteFor({ hasToken: config.token !== null });
}

interface OwnFile {
  kept: KeptFile;
  add(text: string | null): string;
}

function filesOf(place: ClientPlace): OwnFile[] {
  const { client, config, project } = place;
  const file = settingsFile(place);
  const hooks: OwnFile = {
    kept: { file, home: config.home, strip: (text) => removeHooks(text, { file, client }) },
    add: (text) => addHooks(text, { file, entries: entriesOf(place) }),
  };
  const { notify } = clientDefinitions[client].hooks;
  if (notify === undefined || project !== null) return [hooks];
  const kept = {
    file: join(clientFolder(client, config.env), notify.file),
    home: config.home,
    strip: notify.strip,
  };
  return [hooks, { kept, add: (text) => notify.add(text, commandOf(place)) }];
}

function settingsFile({ client, config, project }: ClientPlace): string {
  const { folder, hooks } = clientDefinitions[client];
  return project === null
    ? join(clientFolder(client, config.env), hooks.files.user)
    : join(project, folder.name, hooks.files.project);
}

function entriesOf(place: ClientPlace): HookEntries {
  const { client, config } = place;
  const { hooks } = clientDefinitions[client];
  const given = {
    command: commandOf(place),
    hasToken: config.token !== null,
    isWindows: process.platform === 'win32',
  };
  const entries = Object.entries(hooks.events).map(([event, told]) => {
    const handler = hooks.handlerOf({
      ...told,
      ...given,
      url: `${urlOf(config)}/api/hooks/${client}/${event}`,
    });
    const isCall = told.kind === 'tool' || told.kind === 'failed-tool';
    return [event, [{ ...(isCall ? { matcher: '*' } : {}), hooks: [handler] }]];
  });
  return Object.fromEntries(entries);
}

function urlOf({ port }: Config): string {
  return `http://127.0.0.1:${port}`;
}

function commandOf({ client, config }: ClientPlace): string[] {
  return [...launcherCommand(), 'hook', client, '--url', urlOf(config)];
}

/** The handlers of each event, in the form that all clients read. */
export type HookEntries = Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;

type Settings = Record<string, unknown> & { hooks?: unknown };

/** Returns a settings file with the entries added. The rest keeps its order and indentation. */
export function addHooks(
  text: string | null,
  { file, entries }: { file: string; entries: HookEntries },
): string {
  const settings = text === null || text.trim() === '' ? {} : parseSettings(text, file);
  const hooks = hooksOf(settings, file);
  const added = Object.entries(entries).map(([event, groups]) => [
    event,
    [...(hooks[event] ?? []), ...groups],
  ]);
  return format({ ...settings, hooks: { ...hooks, ...Object.fromEntries(added) } }, text ?? '');
}

/** Returns the file without what Precis added. */
export function removeHooks(text: string, { file, client }: { file: string; client: HookClient }): string {
  if (text.trim() === '') return text;
  const settings = parseSettings(text, file);
  const before = hooksOf(settings, file);
  let isChanged = false;
  const left = Object.entries(before).flatMap(([event, groups]) => {
    const kept = groups.flatMap((group) => {
      if (!isRecord(group) || !Array.isArray(group.hooks)) return [group];
      const hooks = group.hooks.filter((handler) => !isOwn(handler, client));
      if (hooks.length === group.hooks.length) return [group];
      isChanged = true;
      return hooks.length === 0 ? [] : [{ ...group, hooks }];
    });
    return kept.length === 0 && groups.length > 0 ? [] : [[event, kept] as const];
  });
  if (!isChanged) return text;
  const { hooks: _, ...rest } = settings;
  return format(left.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(left) }, text);
}

/** Recognizes entries by what they call, so that entries of other versions and places are found too. */
function isOwn(handler: unknown, client: HookClient): boolean {
  if (!isRecord(handler)) return false;
  if (typeof handler.url === 'string') return handler.url.includes(`/api/hooks/${client}/`);
  const args = Array.isArray(handler.args) ? handler.args : [];
  const command = [handler.command, ...args].filter((part) => typeof part === 'string').join(' ');
  return command.includes('precis') && `${command} `.includes(` hook ${client} `);
}

function parseSettings(text: string, file: string): Settings {
  const settings = parseJson(text.replace(/^\uFEFF/, ''));
  if (isRecord(settings)) return settings;
  throw new AppError(
    'conflict',
    `${file} is not a JSON object. Precis leaves it as it is; fix the file first.`,
  );
}

function hooksOf({ hooks = {} }: Settings, file: string): Record<string, unknown[]> {
  if (isRecord(hooks) && Object.values(hooks).every((groups) => Array.isArray(groups)))
    return hooks as Record<string, unknown[]>;
  throw new AppError(
    'conflict',
    `The “hooks” in ${file} have an unknown form. Precis leaves the file as it is; fix them first.`,
  );
}

/** Formats settings like the text before: its indentation, line ends, byte order mark and last line. */
function format(settings: Settings, text: string): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const lines = `${JSON.stringify(settings, null, indent)}${text === '' || text.endsWith('\n') ? '\n' : ''}`;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
