import { spawn } from 'node:child_process';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface WorkerStart {
  home: string;
  /** The program with the arguments that come before `serve`. */
  command: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** This function is called once more before the start, because another client may just have started the server. */
  isThere?(): Promise<boolean>;
}

/** Returns the file that exists while some client is starting the server. The server removes it. */
export function startingFile(home: string): string {
  return join(home, 'worker.starting');
}

/** A start that takes longer has failed, and another client may try. */
const staleLockMs = 60_000;

/**
 * Starts `precis serve` in the background, once for all clients that need it. Returns false if another client is
 * starting it or it must not be started.
 */
export async function startWorker({ home, command, env, isThere }: WorkerStart): Promise<boolean> {
  const [program, ...args] = command;
  if (program === undefined || env.PRECIS_AUTOSTART === 'off') return false;
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (!(await lock(startingFile(home)))) return false;
  if (await isThere?.()) {
    await rm(startingFile(home), { force: true });
    return false;
  }
  const log = await open(join(home, 'worker.log'), 'a', 0o600);
  try {
    const child = spawn(program, [...args, 'serve'], {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...env, PRECIS_HOME: home },
      // The client's folder may be deleted while the worker runs.
      cwd: home,
    });
    // The program may have been removed, and this handler keeps the error from being thrown.
    child.on('error', () => {});
    child.unref();
    return true;
  } finally {
    await log.close();
  }
}

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
