import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { peersDir } from './load-peer.ts';

const version = '13.25.3';
const folder = join(peersDir, `claude-mem-${version}`);
const bun = join(peersDir, 'node_modules', '.bin', 'bun');
const startMs = 60_000;

export interface Worker {
  baseUrl: string;
  pid: number;
  readyMs: number;
  stop(): Promise<void>;
}

/**
 * Installs claude-mem, and returns false if that is impossible here. Only the package itself is fetched, because its
 * worker is one bundled file.
 */
export function installClaudeMem(): boolean {
  if (existsSync(folder) && existsSync(bun)) return true;
  mkdirSync(folder, { recursive: true });
  try {
    if (!existsSync(join(peersDir, 'package.json')))
      writeFileSync(join(peersDir, 'package.json'), '{ "private": true }');
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: peersDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    npm('install', '--no-audit', '--no-fund', 'bun@1.2.23');
    const [{ filename }] = JSON.parse(npm('pack', '--json', `claude-mem@${version}`));
    execFileSync('tar', ['xzf', join(peersDir, filename), '-C', folder, '--strip-components=1']);
    return true;
  } catch (error) {
    console.error(`claude-mem cannot be installed here: ${String(error).split('\n')[0]}`);
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

/** Starts claude-mem. It sometimes refuses to start twice in a row, so each start has a home folder of its own. */
export async function startClaudeMem(): Promise<Worker> {
  const home = mkdtempSync(join(tmpdir(), 'claude-mem-'));
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(bun, ['scripts/worker-service.cjs', '--daemon'], {
    cwd: join(folder, 'plugin'),
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CLAUDE_MEM_DATA_DIR: join(home, 'data'),
      CLAUDE_MEM_WORKER_PORT: String(port),
      CLAUDE_MEM_WORKER_HOST: '127.0.0.1',
      DO_NOT_TRACK: '1',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    rmSync(home, { recursive: true, force: true });
  }
  while (!(await isReady(`${baseUrl}/api/readiness`))) {
    if (performance.now() - startedAt > startMs || child.exitCode !== null) {
      await stop();
      throw new Error('claude-mem did not start');
    }
    await pause(5);
  }
  return { baseUrl, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, stop };
}

/** Whether claude-mem is ready. It does not answer requests that arrive while it starts. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.ok === true;
}
