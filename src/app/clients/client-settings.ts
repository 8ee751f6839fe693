import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#app/read-config.ts';
import type { HookClient } from '#schema/sessions/hook-client.ts';
import { clientFolder } from './client-files.ts';
import { addNotify, readTrusted, removeNotify } from './codex-config.ts';
import { addHooks, type HookEntries, removeHooks } from './hook-entries.ts';
import { addEntries, findChangedAt, hasEntries, type KeptFile, removeEntries } from './kept-file.ts';
import { launcherCommand } from './launcher.ts';
import { isLocalPath } from './local-path.ts';

export interface ClientPlace {
  client: HookClient;
  config: Config;
  /** Only for the project in this folder; null: for all of the user's. */
  project: string | null;
}

/** A file that was looked at, and what became of it. */
export interface ChangedFile {
  file: string;
  outcome: 'written' | 'unchanged' | 'restored' | 'edited' | 'absent';
}

/** Seconds. The agent waits this long at most if the worker hangs. */
const timeouts = new Map(
  Object.entries<number>({
    SessionStart: 15,
    UserPromptSubmit: 5,
    PostToolUse: 5,
    PostToolUseFailure: 5,
    Stop: 5,
    // Codex allows no more.
    SessionEnd: 3,
  }),
);

const events: Record<HookClient, readonly string[]> = {
  'claude-code': [...timeouts.keys()],
  codex: [...timeouts.keys()].filter((event) => event !== 'PostToolUseFailure'),
};

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

/** The files with entries of Precis. */
export async function findInstalled(place: ClientPlace): Promise<string[]> {
  const files = filesOf(place).map(({ kept }) => kept);
  const found = await Promise.all(files.map(hasEntries));
  return files.filter((_, at) => found[at]).map(({ file }) => file);
}

/** Since when the hooks of all projects, or of the one in this folder, are as they are; null: they are not from here. */
export async function findConnectedAt(place: ClientPlace): Promise<number | null> {
  const { project } = place;
  const scopes = project === null || !isLocalPath(project) ? [null] : [null, project];
  const files = scopes.flatMap((scope) => filesOf({ ...place, project: scope }).map(({ kept }) => kept));
  const times = (await Promise.all(files.map(findChangedAt))).filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Hooks of Codex that the user has not approved yet: it does not run them. */
export async function findUntrusted(place: ClientPlace): Promise<string[]> {
  const config = join(clientFolder('codex', place.config.env), 'config.toml');
  const trusted = readTrusted(await readFile(config, 'utf8').catch(() => ''), settingsFile(place));
  return events.codex.filter((event) => !trusted.has(snakeCase(event)));
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
  if (client !== 'codex' || project !== null) return [hooks];
  const notify: OwnFile = {
    kept: {
      file: join(clientFolder('codex', config.env), 'config.toml'),
      home: config.home,
      strip: removeNotify,
    },
    add: (text) => addNotify(text, commandOf(place)),
  };
  return [hooks, notify];
}

function settingsFile({ client, config, project }: ClientPlace): string {
  const folder =
    project === null
      ? clientFolder(client, config.env)
      : join(project, client === 'codex' ? '.codex' : '.claude');
  if (client === 'codex') return join(folder, 'hooks.json');
  // The entries name places on this machine: of a project, only the file that is not shared.
  return join(folder, project === null ? 'settings.json' : 'settings.local.json');
}

function entriesOf(place: ClientPlace): HookEntries {
  const { client, config } = place;
  const command = commandOf(place);
  const [program = '', ...args] = command;
  return Object.fromEntries(
    events[client].map((event) => {
      const timeout = timeouts.get(event);
      const handler =
        client === 'codex'
          ? { type: 'command', command: quote(command), commandWindows: quoteForWindows(command), timeout }
          : event === 'SessionStart'
            ? { type: 'command', command: program, args, timeout }
            : {
                type: 'http',
                url: `${urlOf(config)}/api/hooks/${client}/${event}`,
                ...tokenOf(config),
                timeout,
              };
      return [event, [{ ...(event.startsWith('PostTool') ? { matcher: '*' } : {}), hooks: [handler] }]];
    }),
  );
}

/** The file names the variable; the token itself stays in the environment. */
function tokenOf({ token }: Config): object {
  if (token === null) return {};
  return { headers: { Authorization: 'Bearer $PRECIS_TOKEN' }, allowedEnvVars: ['PRECIS_TOKEN'] };
}

function urlOf({ port }: Config): string {
  return `http://127.0.0.1:${port}`;
}

function commandOf({ client, config }: ClientPlace): string[] {
  return [...launcherCommand(), 'hook', client, '--url', urlOf(config)];
}

function quote(command: readonly string[]): string {
  return command
    .map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function quoteForWindows(command: readonly string[]): string {
  return command.map((part) => (/^[\w./:\\@=-]+$/.test(part) ? part : `"${part}"`)).join(' ');
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
