import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, createClient } from '#client/create-client.ts';
import { program } from '#tests/setup/program.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';

export interface SmallDisk {
  url: string;
  client: Client;
  /** Runs a shell command where the disk is mounted, in the data folder. */
  run(command: string): void;
  isUp(): boolean;
  close(): Promise<void>;
}

/**
 * Starts a server on a real file system of a few megabytes: a tmpfs in its own mount namespace, which ends with the
 * process. Root can mount it directly. Other users get root's rights inside a user namespace.
 */
export async function startOnSmallDisk({ megabytes }: { megabytes: number }): Promise<SmallDisk> {
  const mountPoint = mkdtempSync(join(tmpdir(), 'precis-small-disk-'));
  const port = await findFreePort();
  const script = [
    `mount -t tmpfs -o size=${megabytes}m tmpfs '${mountPoint}'`,
    `mkdir '${mountPoint}/home'`,
    `exec '${process.execPath}' '${program}' serve`,
  ].join(' && ');
  const child = spawn('unshare', [...asRoot(), '--mount', 'sh', '-c', script], {
    env: {
      ...process.env,
      PRECIS_HOME: join(mountPoint, 'home'),
      PRECIS_PORT: String(port),
      PRECIS_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilListening(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client: createClient({ fetch, baseUrl: url }),
    run(command) {
      const enter = ['--target', String(child.pid), '--mount', ...(asRoot().length > 0 ? ['--user'] : [])];
      const ran = spawnSync('nsenter', [...enter, 'sh', '-c', `cd '${mountPoint}/home' && ${command}`], {
        encoding: 'utf8',
      });
      if (ran.status !== 0) throw new Error(`${command} ended with ${ran.status}: ${ran.stderr}`);
    },
    isUp: () => child.exitCode === null && child.signalCode === null,
    async close() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(mountPoint, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface GivenUp {
  status: number | null;
  stderr: string;
  /** The files that are left in its folder afterwards. */
  left: string;
}

/** Starts a server on a read-only disk, and returns how it failed. */
export function serveReadOnly(): GivenUp {
  return serveOn({ mount: 'mount -t tmpfs tmpfs', prepare: ['mount -o remount,ro "$DISK"'] });
}

/**
 * Starts a server on a disk with this little space, and returns how it failed. With `used`, its database already
 * exists and the rest of the disk is full.
 */
export function serveFull({ kilobytes, used }: { kilobytes: number; used: boolean }): GivenUp {
  const fill = `'${process.execPath}' '${program}' runs && { dd if=/dev/zero of="$DISK/ballast" bs=4k status=none || true; }`;
  return serveOn({ mount: `mount -t tmpfs -o size=${kilobytes}k tmpfs`, prepare: used ? [fill] : [] });
}

function serveOn({ mount, prepare }: { mount: string; prepare: string[] }): GivenUp {
  const mountPoint = mkdtempSync(join(tmpdir(), 'precis-bad-disk-'));
  const script = [
    `${mount} "$DISK"`,
    'mkdir "$DISK/home"',
    ...prepare,
    `{ '${process.execPath}' '${program}' serve; code=$?; ls -A "$DISK/home"; exit $code; }`,
  ].join(' && ');
  const { status, stderr, stdout } = spawnSync('unshare', [...asRoot(), '--mount', 'sh', '-c', script], {
    env: { ...process.env, DISK: mountPoint, PRECIS_HOME: join(mountPoint, 'home'), PRECIS_PORT: '1' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  rmSync(mountPoint, { recursive: true, force: true, maxRetries: 5 });
  return { status, stderr, left: stdout };
}

function asRoot(): string[] {
  return process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
}

async function untilListening(child: ChildProcess): Promise<void> {
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words += chunk;
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`no server on a small disk (unshare and mount are needed): ${code} ${words}`);
  });
  ended.catch(() => {});
  if (child.stdout === null) throw new Error('no output to read');
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
}
