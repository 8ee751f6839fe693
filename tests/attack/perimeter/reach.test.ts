import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '#tests/setup/program.ts';
import { useServer } from './use-server.ts';

const server = useServer();

async function canConnect(host: string): Promise<boolean> {
  const socket = connect({ host, port: Number(new URL(server().url).port), timeout: 2000 });
  const [reached] = await Promise.race([
    once(socket, 'connect').then(
      () => [true],
      () => [false],
    ),
    once(socket, 'timeout').then(() => [false]),
  ]);
  socket.destroy();
  return reached === true;
}

/** Runs `precis serve` until it exits on its own, and returns its output. */
async function serveOnce(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const home = mkdtempSync(join(tmpdir(), 'precis-reach-'));
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { PATH: process.env.PATH, PRECIS_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), 50_000);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'close');
  clearTimeout(patience);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return { code, said };
}

describe('a server without configuration', () => {
  test('is reached on loopback, and on no other address of this machine', async () => {
    expect(await canConnect('127.0.0.1')).toBe(true);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid)
      .map(({ address }) => address);
    for (const address of [...others, '::1', '127.0.0.2']) {
      expect({ address, reached: await canConnect(address) }).toEqual({ address, reached: false });
    }
  });

  test.skipIf(process.platform === 'win32')('keeps its data and its key from other users', () => {
    expect(statSync(join(server().home, 'secret.key')).mode & 0o077).toBe(0);
    expect(statSync(server().home).mode & 0o077).toBe(0);
  });
});

describe('a server for other machines', () => {
  test('does not start without a token, and says what to do', async () => {
    const { code, said } = await serveOnce({ PRECIS_HOST: '0.0.0.0', PRECIS_PORT: '1' });
    expect(code).not.toBe(0);
    expect(said).toContain('PRECIS_TOKEN');
    expect(said).not.toContain('Precis is at');
  });

  test('does not start with a token that can be guessed', async () => {
    const { code, said } = await serveOnce({ PRECIS_HOST: '0.0.0.0', PRECIS_TOKEN: 'swordfish' });
    expect(code).not.toBe(0);
    expect(said).toContain('at least 16 characters');
    expect(said).not.toContain('swordfish');
  });
});
