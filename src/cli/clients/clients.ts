import { parseArgs } from 'node:util';
import {
  type ChangedFile,
  type ClientPlace,
  findInstalled,
  installHooks,
  noteFor,
  uninstallHooks,
} from '#app/clients/client-settings.ts';
import { readConfig } from '#app/read-config.ts';
import { hasFailed, printChecks } from '#cli/printing.ts';
import { exitCodes, type Terminal } from '#cli/terminal.ts';
import { AppError } from '#schema/app-error.ts';
import { hookClientNames, joinNames, type LiveClient, liveClients } from '#schema/sessions/hook-client.ts';
import { type ClientsStatus, checkClients, describeRuns } from './client-status.ts';
import { importClients } from './import-clients.ts';
import { opencode } from './opencode.ts';

const help = `precis clients: give coding agents a memory of their sessions

  precis clients install <client>     connect ${joinNames(liveClients, { last: ' or ' })} for all your projects
  precis clients uninstall <client>   disconnect it; its files are restored, stored sessions are kept
  precis clients status [client]      show what is connected, what arrived, and what is waiting
  precis clients import [client]      import past sessions from disk; see precis clients import --help
      --project                       only for the project in the current folder
      --json                          print the status as JSON
`;

export async function clients(args: string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'import') return importClients(args.slice(1), terminal);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    terminal.out(help);
    return exitCodes.ok;
  }
  const [action = 'status', name] = positionals;
  const config = readConfig(terminal.env);
  const project = values.project === true ? process.cwd() : null;
  switch (action) {
    case 'install':
    case 'uninstall': {
      const client = readName(name);
      if (client === 'opencode')
        return opencode([action, ...(project === null ? [] : ['--project'])], terminal);
      const place = { client, config, project };
      return action === 'install' ? install(terminal, place) : uninstall(terminal, place);
    }
    case 'status': {
      const asked = name === undefined ? liveClients : [readName(name)];
      return show(terminal, await checkClients(terminal, { config, asked }), values.json === true);
    }
    default:
      throw new AppError(
        'invalid_input',
        `Unknown command “precis clients ${action}”. Try precis clients --help.`,
      );
  }
}

function readName(name: string | undefined): LiveClient {
  const found = liveClients.find((known) => known === name);
  if (found !== undefined) return found;
  throw new AppError('invalid_input', `Name a client: ${liveClients.join(', ')}.`);
}

async function install(terminal: Terminal, place: ClientPlace): Promise<number> {
  const { client, project } = place;
  const label = hookClientNames[client];
  const files = await installHooks(place);
  const whom = project === null ? 'for all your projects' : 'for this project';
  const isNew = files.some(({ outcome }) => outcome === 'written');
  terminal.out(`${label} is ${isNew ? 'now' : 'already'} connected to Precis ${whom}:\n`);
  for (const file of await findInstalled(place)) terminal.out(`  ${file}\n`);
  terminal.out(noteFor(place));
  terminal.out(
    `Restart ${label}. The worker starts with its next session. To check: precis clients status ${client}\n`,
  );
  return exitCodes.ok;
}

const outcomes: Record<ChangedFile['outcome'], string | null> = {
  restored: 'Restored, byte for byte',
  edited: 'Changed since, so only the entries of Precis were removed',
  absent: null,
  written: null,
  unchanged: null,
};

async function uninstall(terminal: Terminal, place: ClientPlace): Promise<number> {
  const told = (await uninstallHooks(place)).flatMap(({ file, outcome }) => {
    const did = outcomes[outcome];
    return did === null ? [] : [`${did}: ${file}\n`];
  });
  terminal.out(told.length === 0 ? `${hookClientNames[place.client]} is not connected.\n` : told.join(''));
  if (told.length > 0)
    terminal.out('Stored sessions are kept. You can delete them on the Sessions screen of Precis.\n');
  return exitCodes.ok;
}

function show(terminal: Terminal, status: ClientsStatus, asJson: boolean): number {
  const total = status.runs === null ? [] : [{ client: 'all clients', checks: [describeRuns(status.runs)] }];
  const parts = [...status.clients, ...total];
  if (asJson) terminal.out(`${JSON.stringify(status, null, 2)}\n`);
  else
    for (const { client, checks } of parts) {
      terminal.out(`${client}\n`);
      printChecks(terminal, checks);
    }
  return parts.some(({ checks }) => hasFailed(checks)) ? exitCodes.environment : exitCodes.ok;
}
