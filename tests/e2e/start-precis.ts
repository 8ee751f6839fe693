import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '#client/create-client.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';

export interface RunningPrecis {
  url: string;
  client: Client;
  /** Its data folder. */
  home: string;
  /** Ends the process and leaves its data. */
  halt(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  resume(): Promise<void>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');
const startMs = 30_000;
const stopMs = 10_000;

/** The real program in its own process, with its own data, on a port of its own. */
export async function startPrecis(): Promise<RunningPrecis> {
  const home = mkdtempSync(join(tmpdir(), 'precis-e2e-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const forget = () => rmSync(home, { recursive: true, force: true });
  let child = await spawnServer(home, port).catch((error: unknown) => {
    forget();
    throw error;
  });

  return {
    url,
    home,
    client: createClient({ fetch: (request, init) => fetch(request, init), baseUrl: url }),
    halt: () => end(child),
    async resume() {
      child = await spawnServer(home, port);
    },
    async stop() {
      await end(child);
      forget();
    },
  };
}

async function spawnServer(home: string, port: number): Promise<ChildProcess> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, ['src/cli/precis.ts', 'serve'], {
    cwd: root,
    env: {
      PATH,
      PRECIS_HOME: home,
      PRECIS_PORT: String(port),
      PRECIS_LOG_LEVEL: 'warn',
      // The feeds and pages of the tests are on this machine.
      PRECIS_ALLOW_HOSTS: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test process that dies leaves no server behind.
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await exited;
  clearTimeout(timer);
}
