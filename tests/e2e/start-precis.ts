import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '#client/create-client.ts';
import { turnChecksOff } from '#tests/fixtures/turn-checks-off.ts';
import { program } from '#tests/setup/program.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';

export interface RunningPrecis {
  url: string;
  client: Client;
  /** The data folder of the program. */
  home: string;
  /** Ends the process, by SIGTERM by default, and keeps its data. */
  halt(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Suspends the process: it neither responds nor ends until resumed. */
  hang(): { goOn(): void };
  /** Starts the program again on the same port with the same data, unless it is running. */
  resume(): Promise<void>;
  /** Ends the process and deletes its data. */
  stop(): Promise<void>;
}

const startMs = 90_000;
const stopMs = 10_000;

/** The real program in its own process, with its own data and port. */
export async function startPrecis({
  env = {},
}: {
  env?: Record<string, string>;
} = {}): Promise<RunningPrecis> {
  const home = mkdtempSync(join(scratchFolder(), 'precis-e2e-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const forget = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  let child = await spawnServer({ home, port, env }).catch((error: unknown) => {
    forget();
    throw error;
  });

  const client = createClient({ fetch: (request, init) => fetch(request, init), baseUrl: url });
  await turnChecksOff(client).catch(() => {});
  return {
    url,
    home,
    client,
    halt: (signal = 'SIGTERM') => end(child, signal),
    hang() {
      const hanging = child;
      hanging.kill('SIGSTOP');
      return { goOn: () => void hanging.kill('SIGCONT') };
    },
    async resume() {
      if (child.exitCode === null && child.signalCode === null) return;
      child = await spawnServer({ home, port, env });
    },
    async stop() {
      await end(child, 'SIGTERM');
      forget();
    },
  };
}

interface Place {
  home: string;
  port: number;
  env: Record<string, string>;
}

async function spawnServer({ home, port, env }: Place): Promise<ChildProcess> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH,
      PRECIS_HOME: home,
      PRECIS_PORT: String(port),
      PRECIS_LOG_LEVEL: 'warn',
      // The feeds and pages of the tests are on this machine.
      PRECIS_ALLOW_HOSTS: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // If the test process dies, no server is left behind.
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  child.once('exit', () => process.off('exit', killWithParent));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => fail('did not say its address in time'), startMs);
    function fail(why: string): void {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`precis serve ${why}:\n${output}`));
    }
    function read(chunk: Buffer): void {
      output += chunk.toString();
      if (!output.includes('Precis is at ')) return;
      clearTimeout(timer);
      resolve();
    }
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(`ended with ${code}`));
  });
  return child;
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await exited;
  clearTimeout(timer);
}
