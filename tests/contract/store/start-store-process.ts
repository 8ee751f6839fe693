import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '#tests/contract/each-store.ts';

interface StoreProcess {
  /** Starts the task and returns the lines printed until it exits. Throws if the process fails. */
  go(): Promise<string[]>;
  /** Starts the task, kills the process after this many lines, and returns all lines printed by then. */
  killAfter(lines: number): Promise<string[]>;
}

const program = fileURLToPath(new URL('store-process.ts', import.meta.url));

/** Starts a process that has loaded its code when this resolves, so that several can begin at the same moment. */
export async function startStoreProcess(
  task: 'open' | 'start-runs' | 'acknowledge' | 'search' | 'index-entries',
  { home, databaseUrl }: StorePlace,
  ids: string[] = [],
): Promise<StoreProcess> {
  const child = spawn(process.execPath, [program, task, home, databaseUrl ?? '', ...ids]);
  const closed = once(child, 'close');
  const printed: string[] = [];
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, 'line'), closed]);
  if (child.exitCode !== null) throw new Error(`the process ended at once: ${complaint}`);
  lines.on('line', (line) => printed.push(line));
  return {
    async go() {
      child.stdin.write('go\n');
      const [code] = await closed;
      if (code !== 0) throw new Error(`the process ended with ${code}: ${complaint}`);
      return printed;
    },
    async killAfter(count) {
      lines.on('line', () => {
        if (printed.length >= count) child.kill('SIGKILL');
      });
      child.stdin.write('go\n');
      const [, signal] = await closed;
      if (signal !== 'SIGKILL') throw new Error(`the process ended by itself: ${complaint}`);
      return printed;
    },
  };
}
