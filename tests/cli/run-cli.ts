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
  /** The output so far. */
  out(): string;
  /** The stderr so far. */
  err(): string;
  /** Whether the process has not yet read all of its input. */
  isReading(): boolean;
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  /** Resolves when neither the process nor its children hold its output open. */
  ended: Promise<CliResult>;
}

interface CliOptions {
  home: string;
  input?: string;
  /** Whether the standard input stays open after the input. */
  keepsInput?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  /** The arguments of Node before those of the command. */
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
      // The compiled code is kept between starts.
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
