import { parseArgs } from 'node:util';
import {
  type ClientPlace,
  findServer,
  noteFor,
  planInstall,
  planUninstall,
} from '#app/clients/client-settings.ts';
import type { Change } from '#app/clients/kept-file.ts';
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
      --dry-run                       show which files would change, and change none
      --json                          print the status as JSON
`;

export async function clients(args: string[], terminal: Terminal): Promise<number> {
  if (args[0] === 'import') return importClients(args.slice(1), terminal);
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
  const [action = 'status', name] = positionals;
  const config = readConfig(terminal.env);
  const project = values.project === true ? process.cwd() : null;
  switch (action) {
    case 'install':
    case 'uninstall': {
      const client = readName(name);
      if (client === 'opencode')
        return opencode(
          args.filter((arg) => arg !== client),
          terminal,
        );
      const place = { client, config, project };
      const isDry = values['dry-run'] === true;
      return action === 'install' ? install(terminal, place, isDry) : uninstall(terminal, place, isDry);
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

async function install(terminal: Terminal, place: ClientPlace, isDry: boolean): Promise<number> {
  const { client, project } = place;
  const label = hookClientNames[client];
  const changes = await planInstall(place);
  const written = changes.filter(({ outcome }) => outcome === 'written');
  const whom = project === null ? 'for all your projects' : 'for this project';
  if (isDry)
    terminal.out(written.length === 0 ? 'Nothing would change.\n' : `Would connect ${label} ${whom}:\n`);
  else {
    for (const change of changes) await change.apply();
    terminal.out(`${label} is ${written.length > 0 ? 'now' : 'already'} connected to Precis ${whom}:\n`);
  }
  for (const { file, entries } of isDry ? written : changes)
    if (entries.length > 0) terminal.out(`  ${file}: ${entries.join(', ')}\n`);
  const server = await findServer(place);
  if (server?.state === 'other')
    terminal.out(`  ${server.file} has an MCP server “precis” that Precis did not add. It stays as it is.\n`);
  if (isDry) return exitCodes.ok;
  terminal.out(await noteFor(place));
  terminal.out(
    `Restart ${label}. The worker starts with its next session. To check: precis clients status ${client}\n`,
  );
  return exitCodes.ok;
}

const outcomes: Record<Change['outcome'], string | null> = {
  restored: 'Restored, byte for byte',
  edited: 'Removed only the entries of Precis',
  absent: null,
  written: null,
  unchanged: null,
};

async function uninstall(terminal: Terminal, place: ClientPlace, isDry: boolean): Promise<number> {
  const changes = await planUninstall(place);
  const told = changes.flatMap(({ file, outcome }) => {
    const did = outcomes[outcome];
    return did === null ? [] : [`${did}: ${file}\n`];
  });
  if (!isDry) for (const change of changes) await change.apply();
  terminal.out(told.length === 0 ? `${hookClientNames[place.client]} is not connected.\n` : told.join(''));
  if (isDry) terminal.out('Nothing was changed, because of --dry-run.\n');
  else if (told.length > 0)
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
