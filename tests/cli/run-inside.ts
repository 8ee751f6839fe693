import { join } from 'node:path';
import { runCommand } from '#cli/run-command.ts';
import type { Terminal } from '#cli/terminal.ts';
import { withApp } from '#cli/with-app.ts';
import type { Client } from '#client/create-client.ts';
import type { CliResult } from './run-cli.ts';

interface InsideOptions {
  home: string;
  input?: string;
  env?: Record<string, string> | undefined;
}

/**
 * Runs the command in this process, because starting one takes most of the time of `runCli`. It is for what a command
 * reads, writes and returns. Signals, streams, the launcher and the end of the process need `runCli`, as does one
 * test of each command.
 */
export async function runInside(
  args: string[],
  { home, input = '', env }: InsideOptions,
): Promise<CliResult> {
  let out = '';
  let err = '';
  const code = await runCommand(args, {
    ...quietTerminal({ home, input, env }),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

/** Uses the API of the same data without a server, for what no command does. */
export function withClient<T>(home: string, use: (client: Client) => Promise<T>): Promise<T> {
  return withApp(quietTerminal({ home }), { works: false }, ({ client }) => use(client));
}

function quietTerminal({ home, input = '', env }: InsideOptions): Terminal {
  const lines = input.split('\n');
  return {
    out: () => {},
    err: () => {},
    interactive: false,
    readStdin: async () => input,
    ask: async () => lines.shift() ?? '',
    env: { PATH: process.env.PATH, HOME: home, PRECIS_HOME: join(home, 'precis'), ...env },
    signal: new AbortController().signal,
    inOnePiece: async (work) => work(),
  };
}
