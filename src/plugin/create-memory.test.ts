import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemory } from './create-memory.ts';
import type { Host } from './host.ts';
import { readOptions } from './read-options.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'precis-memory-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

const host: Host = {
  findSession: async () => null,
  readMessages: async () => null,
  ask: () => Promise.reject(new Error('no model')),
  report() {},
  notify: null,
};

/** Opens a folder with a worker whose start only notes its arguments. */
function open(url: string): string {
  const noted = join(home, 'started');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(noted)}, process.argv.slice(1).join(' '))`;
  const options = readOptions({ url, project: 'harbour' }, { directory: home, worktree: home }, {});
  const start = { home, command: [process.execPath, '-e', script], env: {} };
  const shared = { own: new Map(), spools: new Set<string>() };
  createMemory({
    host,
    directory: home,
    options: { ...options, start, stateDir: join(home, 'state') },
    shared,
  });
  return noted;
}

test('opening a folder starts the worker if none answers', async () => {
  const noted = open('http://127.0.0.1:9');
  await expect.poll(() => existsSync(noted) && readFileSync(noted, 'utf8')).toBe('serve');
});

test('a worker that answers without a context is not started again', async () => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const noted = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    // The context, and then whether anything answers, after which the lock is removed.
    await expect.poll(() => asked).toBe(2);
    await expect.poll(() => existsSync(join(home, 'worker.starting'))).toBe(false);
    expect(existsSync(noted)).toBe(false);
  } finally {
    server.close();
  }
});
