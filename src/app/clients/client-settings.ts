import { dirname, join } from 'node:path';
import type { Config } from '#app/read-config.ts';
import { findRepository } from '#plugin/project-identity.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientDefinitions } from '#sources/session/clients/clients.ts';
import type { McpServers } from '#sources/session/clients/define-client.ts';
import { type HookEntries, putHooks, removeHooks } from './hook-entries.ts';
import {
  type Change,
  findChangedAt,
  type KeptFile,
  planEntries,
  planRemoval,
  readKept,
} from './kept-file.ts';
import { launcherCommand } from './launcher.ts';
import { clientFolder, isLocalPath, namedFolder } from './local-path.ts';

export interface ClientPlace {
  client: HookClient;
  config: Config;
  /** The folder of the only project to connect, or null for all projects of the user. */
  project: string | null;
}

/** A planned change of a file, with the names of what Precis has in it afterwards. */
export type PlannedChange = Change & { entries: string[] };

/** Plans all changes before any is made, so that a file that cannot be read stops them all. */
export async function planInstall(place: ClientPlace): Promise<PlannedChange[]> {
  const changes: PlannedChange[] = [];
  for (const { kept, parts } of await filesOf(place)) {
    const change = await planEntries(kept);
    const text = await readKept(kept.file);
    const entries = parts.filter((part) => hasEntries(part, part.put(text))).map(({ name }) => name);
    changes.push({ ...change, entries });
  }
  return changes;
}

export async function planUninstall(place: ClientPlace): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { kept } of await filesOf(place)) changes.push(await planRemoval(kept));
  return changes;
}

/** Finds the files that have entries of Precis, and says which. */
export async function findInstalled(place: ClientPlace): Promise<{ file: string; entries: string[] }[]> {
  const found = (await filesOf(place)).map(async ({ kept: { file }, parts }) => {
    const text = await readKept(file);
    const own = parts.filter((part) => text !== null && hasEntries(part, text));
    return own.length === 0 ? [] : [{ file, entries: own.map(({ name }) => name) }];
  });
  return (await Promise.all(found)).flat();
}

function hasEntries({ strip }: Part, text: string): boolean {
  try {
    return strip(text) !== text;
  } catch {
    return false;
  }
}

/** Finds a server named `precis` in the client's list of MCP servers. Returns null if it has no such list. */
export async function findServer(
  place: ClientPlace,
): Promise<{ file: string; state: 'own' | 'other' | 'none' } | null> {
  const { mcpServers } = clientDefinitions[place.client].hooks;
  if (mcpServers === undefined) return null;
  const file = serversFile(place, mcpServers);
  const text = await readKept(file);
  const project = await findRoot(place.project);
  try {
    return { file, state: text === null ? 'none' : mcpServers.find(text, project) };
  } catch {
    return { file, state: 'none' };
  }
}

/**
 * Returns the time since which the hooks of all projects, or of this folder's project, are unchanged. It is null if
 * Precis did not install them.
 */
export async function findConnectedAt(place: ClientPlace): Promise<number | null> {
  const { project } = place;
  const scopes = project === null || !isLocalPath(project) ? [null] : [null, project];
  const files = (await Promise.all(scopes.map((scope) => filesOf({ ...place, project: scope })))).flat();
  const times = (await Promise.all(files.map(({ kept }) => findChangedAt(kept)))).filter((at) => at !== null);
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
  const text = (await readKept(join(clientFolder(place.client, place.config.env), file))) ?? '';
  return { name, silent: findSilent(text, { file: settingsFile(place), events }), problem, remedy };
}

/**
 * Returns what the user has to do after an installation, as lines of text. The text is empty if nothing is needed.
 */
export async function noteFor(place: ClientPlace): Promise<string> {
  const { client, config } = place;
  const { notify, noteFor } = clientDefinitions[client].hooks;
  const text = notify && (await readKept(join(clientFolder(client, config.env), notify.file)));
  const isNotified = notify !== undefined && !!text && notify.strip(text) !== text;
  return noteFor({ hasToken: config.token !== null, isNotified });
}

/** What Precis writes into a file. Several parts may be in the same file. */
interface Part extends Pick<KeptFile, 'file' | 'isBusy' | 'put' | 'strip'> {
  /** Names the part to the user. */
  name: string;
}

async function filesOf(place: ClientPlace): Promise<{ kept: KeptFile; parts: Part[] }[]> {
  const files = Map.groupBy(await partsOf(place), ({ file }) => file);
  return [...files].map(([file, parts]) => ({
    parts,
    kept: {
      file,
      home: place.config.home,
      isBusy: parts.some(({ isBusy }) => isBusy),
      put: (text) => parts.reduce((now: string | null, { put }) => put(now), text) ?? '',
      strip: (text) => parts.reduce((now, { strip }) => strip(now), text),
    },
  }));
}

async function partsOf(place: ClientPlace): Promise<Part[]> {
  const { client, config } = place;
  const { notify, mcpServers } = clientDefinitions[client].hooks;
  const parts: Part[] = [
    {
      name: 'hooks',
      file: settingsFile(place),
      put: (text) => putHooks(text, { client, entries: entriesOf(place) }),
      strip: (text) => removeHooks(text, client),
    },
  ];
  if (notify !== undefined && place.project === null)
    parts.push({
      name: 'notify',
      file: join(clientFolder(client, config.env), notify.file),
      put: (text) => notify.put(text, hookCommand(place)),
      strip: notify.strip,
    });
  if (mcpServers !== undefined) {
    const project = await findRoot(place.project);
    parts.push({
      name: 'MCP server',
      file: serversFile(place, mcpServers),
      isBusy: mcpServers.isBesideFolder === true,
      put: (text) => mcpServers.put(text, { command: [...launcherCommand(), 'mcp'], project }),
      strip: (text) => mcpServers.strip(text, project),
    });
  }
  return parts;
}

/** The root of the repository, which agents take for the project, also in a linked worktree. */
async function findRoot(project: string | null): Promise<string | null> {
  return project === null ? null : ((await findRepository(project).catch(() => null))?.folder ?? project);
}

function serversFile(
  { client, config: { env }, project }: ClientPlace,
  { file, isBesideFolder }: McpServers,
): string {
  const folder = clientFolder(client, env);
  if (isBesideFolder === true) return join(namedFolder(client, env) ? folder : dirname(folder), file);
  return join(project === null ? folder : join(project, clientDefinitions[client].folder.name), file);
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
    command: hookCommand(place),
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

function hookCommand({ client, config }: ClientPlace): string[] {
  return [...launcherCommand(), 'hook', client, '--url', urlOf(config)];
}
