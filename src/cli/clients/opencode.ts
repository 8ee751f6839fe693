import { parseArgs } from 'node:util';
import { writeStartCommand } from '#app/clients/worker-file.ts';
import { inspectPlugin, type PluginTraces } from '#app/inspect-plugin.ts';
import { readConfig } from '#app/read-config.ts';
import { type Check, hasFailed, printChecks } from '#cli/printing.ts';
import { exitCodes, type Terminal } from '#cli/terminal.ts';
import { createClient } from '#client/create-client.ts';
import { AppError } from '#schema/app-error.ts';
import {
  findPlugins,
  type InstalledPlugin,
  installPlugin,
  placesOf,
  readShippedPlugin,
  removePlugin,
} from './plugin-file.ts';

const help = `precis opencode: give OpenCode a memory of its sessions

  precis opencode install     install the opencode-mem plugin for all your projects
  precis opencode uninstall   remove the plugin; stored sessions are kept
  precis opencode status      check the connection between plugin and worker, and pending events
      --project               only for the project in the current folder
      --dry-run               show which file would change, and change none
      --json                  print the status as JSON
`;

export async function opencode(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const { user, project } = placesOf(terminal.env, process.cwd());
  const place = values.project === true ? project : user;
  const [action = 'status'] = positionals;
  if (values['dry-run'] === true && action !== 'status') {
    terminal.out(`Would ${action} ${place}\n`);
    return exitCodes.ok;
  }
  switch (action) {
    case 'install':
      return install(terminal, place, values.project === true);
    case 'uninstall':
      return uninstall(terminal, place);
    case 'status':
      return showStatus(terminal, values.json === true);
    default:
      throw new AppError(
        'invalid_input',
        `Unknown command “precis opencode ${action}”. Try precis opencode --help.`,
      );
  }
}

async function install(terminal: Terminal, file: string, isProject: boolean): Promise<number> {
  const { outcome, version, before } = await installPlugin(file);
  const whom = isProject ? 'for this project' : 'for all your projects';
  const did = {
    installed: `Installed opencode-mem ${version} ${whom}`,
    updated: `Updated opencode-mem ${before} to ${version} ${whom}`,
    unchanged: `opencode-mem ${version} is already installed ${whom}`,
  }[outcome];
  terminal.out(`${did}:\n  ${file}\n`);
  await writeStartCommand(readConfig(terminal.env));
  terminal.out(
    'Restart OpenCode. The worker starts with its next session. To check the connection: precis opencode status\n',
  );
  return exitCodes.ok;
}

async function uninstall(terminal: Terminal, file: string): Promise<number> {
  const removed = await removePlugin(file);
  terminal.out(removed ? `Removed ${file}\n` : `opencode-mem is not installed at ${file}\n`);
  for (const left of await findPlugins(terminal.env, process.cwd())) {
    terminal.out(`It is still ${left.isNamed ? 'listed in' : 'installed at'} ${left.file}\n`);
  }
  if (removed)
    terminal.out('Stored sessions are kept. You can delete them on the Sessions screen of Precis.\n');
  return exitCodes.ok;
}

export async function checkOpenCode(terminal: Terminal): Promise<Check[]> {
  const traces = await inspectPlugin(terminal.env, process.cwd());
  return [
    ...(await checkPlugin(terminal)),
    await checkWorker(traces),
    checkContact(traces),
    describeGiven(traces),
    ...checkWaiting(traces),
  ];
}

async function showStatus(terminal: Terminal, asJson: boolean): Promise<number> {
  const checks = await checkOpenCode(terminal);
  if (asJson) terminal.out(`${JSON.stringify({ checks }, null, 2)}\n`);
  else printChecks(terminal, checks);
  return hasFailed(checks) ? exitCodes.environment : exitCodes.ok;
}

async function checkPlugin(terminal: Terminal): Promise<Check[]> {
  const found = await findPlugins(terminal.env, process.cwd());
  if (found.length === 0) {
    return [{ state: 'failed', name: 'plugin', message: 'not installed', remedy: 'precis opencode install' }];
  }
  const shipped = (await readShippedPlugin())?.version;
  return found.map((plugin) => describePlugin(plugin, shipped));
}

function describePlugin({ file, version, isNamed }: InstalledPlugin, shipped: string | undefined): Check {
  if (isNamed) return { state: 'ok', name: 'plugin', message: `listed in ${file}` };
  const message = `opencode-mem ${version} at ${file}`;
  if (shipped === undefined || version === shipped) return { state: 'ok', name: 'plugin', message };
  return {
    state: 'warning',
    name: 'plugin',
    message,
    remedy: `To update to ${shipped}: precis opencode install`,
  };
}

async function checkWorker({ url, token }: PluginTraces): Promise<Check> {
  const timeoutMs = 3000;
  const client = createClient({
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
    baseUrl: url,
    ...(token === null ? {} : { token }),
  });
  try {
    const { version } = await client.health();
    return { state: 'ok', name: 'worker', message: `Precis ${version} is running at ${url}` };
  } catch (error) {
    const message = `${url}: ${error instanceof Error ? error.message : String(error)}`;
    return { state: 'failed', name: 'worker', message, remedy: 'precis serve' };
  }
}

function checkContact({ contact }: PluginTraces): Check {
  const name = 'contact';
  if (contact === null) {
    const message = 'the plugin has not connected to a worker yet';
    return { state: 'warning', name, message, remedy: 'Start OpenCode and send a prompt.' };
  }
  if (contact.failure === null) {
    return { state: 'ok', name, message: `the plugin reached ${contact.url} at ${contact.at}` };
  }
  return { state: 'warning', name, message: `last attempt at ${contact.at}: ${contact.failure}` };
}

function describeGiven({ given: { sessions, tokens } }: PluginTraces): Check {
  return { state: 'ok', name: 'context', message: `${tokens} tokens, given ${sessions} times` };
}

function checkWaiting({ waiting, pending, stateDir }: PluginTraces): Check[] {
  const name = 'waiting';
  if (waiting + pending.length === 0) return [{ state: 'ok', name, message: 'nothing' }];
  const events: Check[] =
    waiting === 0
      ? []
      : [
          {
            state: 'warning',
            name,
            message: `${waiting} events in ${stateDir} will be sent to the worker when OpenCode runs`,
          },
        ];
  const turns = pending.map(
    ({ sessionId, reason }): Check => ({
      state: 'warning',
      name: 'pending',
      message: `a turn of session ${sessionId} has no summary yet: ${reason}`,
      remedy: 'It is summarized with the session’s next turn, or by the worker when OpenCode exits.',
    }),
  );
  return [...events, ...turns];
}
