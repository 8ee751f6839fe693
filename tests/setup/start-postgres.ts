import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, lchownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgresBinaries } from './find-postgres-binaries.ts';
import { scratchFolder } from './scratch-folder.ts';

export interface TestPostgres {
  /** The URL of the maintenance database. Tests create their own databases with `createDatabase`. */
  url: string;
  /** Kills the postmaster with SIGKILL. Its children notice that and end. */
  crash(): Promise<void>;
  /** Starts the server again after `crash`, on the same port with the same files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root runs it as a user that every Linux has. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Starts a separate, real PostgreSQL server on a free loopback port. `stop` deletes all its files. */
export async function startPostgres({ isDurable = false, maxConnections = 200 } = {}): Promise<TestPostgres> {
  const home = join(tmpdir(), `precis-postgres-${randomUUID()}`);
  mkdirSync(home, { mode: 0o755 });
  const cluster = join(isDurable ? home : scratchFolder(), `precis-cluster-${randomUUID()}`);
  mkdirSync(cluster, { mode: 0o755 });
  const identity = process.getuid?.() === 0 ? nobody : {};
  let binaries = await findPostgresBinaries();
  if (process.getuid?.() === 0) {
    chownSync(cluster, nobody.uid, nobody.gid);
    if (binaries.canMove) {
      // The repository may be in a folder that only root can read, such as /root.
      const native = join(home, 'native');
      cpSync(binaries.root, native, { recursive: true, verbatimSymlinks: true });
      giveToNobody(native);
      binaries = binaries.movedTo(native);
    }
  }
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const initdbArguments = [
    '-D',
    cluster,
    '-U',
    'precis',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await finish(spawn(binaries.initdb, initdbArguments, { ...identity, cwd: home, env: environment }));

  const port = await findFreePort();
  const settings = [
    // Tests need no durability, but a write benchmark does.
    `fsync=${isDurable ? 'on' : 'off'}`,
    // A test reads what was written to the log, and a checkpoint would reuse those files.
    ...(isDurable ? [] : ['autovacuum=off', 'jit=off', 'wal_keep_size=512MB']),
    `max_connections=${maxConnections}`,
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
  ];
  const url = `postgres://precis@127.0.0.1:${port}/postgres`;
  let server = await start();
  const killWithParent = () => server.kill('SIGKILL');
  process.once('exit', killWithParent);
  return {
    url,
    async crash() {
      server.kill('SIGKILL');
      await untilEnded(server);
    },
    async restart() {
      // While a child process still runs, it holds the shared memory, and a new postmaster refuses to start.
      server = await start().catch(start).catch(start);
    },
    async stop() {
      process.off('exit', killWithParent);
      server.kill('SIGINT');
      await untilEnded(server);
      for (const folder of [cluster, home]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  async function start(): Promise<ChildProcess> {
    const child = spawn(
      binaries.postgres,
      ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
      { ...identity, cwd: home, env: environment, stdio: 'ignore' },
    );
    await waitUntilAnswering(url, child);
    return child;
  }
}

/**
 * Gives the files to that user, since npm may have installed them under a strict umask, readable by their owner
 * alone.
 */
function giveToNobody(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [folder, ...names.map((name) => join(folder, name))])
    lchownSync(path, nobody.uid, nobody.gid);
}

/** Creates an empty database, or a copy of the database named by `copyOf`, and returns its URL. */
export async function createDatabase(serverUrl: string, copyOf?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The default strategy would also write the whole copy to the log.
  const copy = copyOf === undefined ? '' : ` template ${copyOf} strategy file_copy`;
  await execute(serverUrl, `create database ${name}${copy}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database even if it has open connections. Otherwise, each test would keep 10 MB until the server stops. */
export function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  return execute(serverUrl, `drop database if exists ${name} with (force)`);
}

async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function finish(child: ChildProcess): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${output}`);
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function waitUntilAnswering(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null)
        throw new Error(`PostgreSQL ended with ${server.exitCode} at start`, { cause: error });
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * The ports are below those that the system hands out by itself. Any connection could take one of those before the
 * server that needs it has started.
 */
const firstPort = 15_000;
const lastPort = 32_000;

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
  throw new Error('no port to be had');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
