import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { program } from '#tests/setup/program.ts';

export interface CliResult {
  code: number | null;
  out: string;
  err: string;
}

export interface CliProcess {
  /** Its output so far. */
  out(): string;
  /** Its stderr so far. */
  err(): string;
  /** Whether it has yet to take the last of its input. */
  isReading(): boolean;
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  /** When neither it nor its children hold its output open. */
  ended: Promise<CliResult>;
}

interface CliOptions {
  home: string;
  input?: string;
  /** Whether its standard input stays open after that. */
  keepsInput?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  /** Node's arguments, before the command's own. */
  node?: string[];
}

/** Starts the real command in a separate process. */
export function startCli(
  args: string[],
  { home, input, keepsInput = false, env, cwd, node = [program] }: CliOptions,
): CliProcess {
  const child = spawn(process.execPath, [...node, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      PRECIS_HOME: join(home, 'precis'),
      // Compiled code is kept between starts.
      XDG_CACHE_HOME: join(homedir(), '.cache'),
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.write(input ?? '');
  if (!keepsInput) child.stdin.end();
  return {
    out: () => out,
    err: () => err,
    isReading: () => !child.stdin.writableFinished,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code]) => ({ code, out, err })),
  };
}

export function runCli(args: string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended;
}
