import { join } from 'node:path';
import { runCommand } from '#cli/run-command.ts';
import type { CliResult } from './run-cli.ts';

interface InsideOptions {
  home: string;
  input?: string;
  env?: Record<string, string>;
}

/**
 * Runs the command in this process: starting one takes most of the time of `runCli`. For what a command reads, writes
 * and returns. Signals, streams, the launcher and the end of the process need `runCli`, as does one test of each command.
 */
export async function runInside(
  args: string[],
  { home, input = '', env }: InsideOptions,
): Promise<CliResult> {
  let out = '';
  let err = '';
  const code = await runCommand(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    interactive: false,
    readStdin: async () => input,
    env: { PATH: process.env.PATH, HOME: home, PRECIS_HOME: join(home, 'precis'), ...env },
    signal: new AbortController().signal,
    inOnePiece: async (work) => work(),
  });
  return { code, out, err };
}
