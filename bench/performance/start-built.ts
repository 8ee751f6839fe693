import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverFlags } from '#app/clients/launcher.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';
import { isReady, type Worker } from '../peers/claude-mem.ts';

const program = join(import.meta.dirname, '..', '..', 'dist', 'packages', 'precis', 'bin', 'precis.cjs');
const startMs = 60_000;

/** Starts the built program in the same way as a person, with a data folder of its own. */
export async function startBuilt(env: Record<string, string> = {}): Promise<Worker> {
  if (!existsSync(program)) throw new Error('The program is not built: npm run build');
  const home = mkdtempSync(join(tmpdir(), 'precis-bench-'));
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...serverFlags, program, 'serve'], {
    env: {
      ...process.env,
      PRECIS_HOME: home,
      PRECIS_PORT: String(port),
      PRECIS_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
  while (!(await isReady(`${baseUrl}/api/ready`))) {
    if (performance.now() - startedAt > startMs || child.exitCode !== null) {
      await stop();
      throw new Error('precis serve did not start');
    }
    await pause(5);
  }
  return { baseUrl, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, stop };
}
