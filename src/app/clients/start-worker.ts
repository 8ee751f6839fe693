import { spawn } from 'node:child_process';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findShipped } from '#app/package-root.ts';
import type { Config } from '#app/read-config.ts';
import { findWorker } from './worker-file.ts';

/** A start that takes longer has failed; another may try. */
const staleLockMs = 60_000;
const pollMs = 50;

/** The program's own launcher, as clients call it. */
export function launcherPath(): string | null {
  return findShipped(join('bin', 'precis.cjs'), join('publish', 'precis', 'bin', 'precis.cjs'));
}

/**
 * Starts `precis serve` in the background, once for all clients that miss it, and waits until it can be reached, at most
 * as long as given. PRECIS_AUTOSTART=off prevents it.
 */
export async function startWorker(
  config: Config,
  { url, waitMs }: { url: string; waitMs: number },
): Promise<string | null> {
  const launcher = launcherPath();
  if (launcher === null || config.env.PRECIS_AUTOSTART === 'off') return null;
  await mkdir(config.home, { recursive: true, mode: 0o700 });
  if (await lock(join(config.home, 'worker.starting'))) await spawnServer(config, launcher);
  for (const until = performance.now() + waitMs; performance.now() < until; await delay(pollMs)) {
    const found = await findWorker(config.home, url);
    if (found !== null) return found;
  }
  return null;
}

/** False: another process is starting it. */
async function lock(file: string): Promise<boolean> {
  const { mtimeMs } = (await stat(file).catch(() => null)) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > staleLockMs) await rm(file, { force: true });
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch {
    return false;
  }
}

async function spawnServer({ home, env }: Config, launcher: string): Promise<void> {
  const log = await open(join(home, 'worker.log'), 'a', 0o600);
  try {
    spawn(process.execPath, [launcher, 'serve'], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...env, PRECIS_HOME: home },
      // The client's folder may be deleted while the worker runs.
      cwd: home,
    }).unref();
  } finally {
    await log.close();
  }
}
