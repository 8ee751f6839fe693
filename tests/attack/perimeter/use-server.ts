import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { scratchFolder } from '#tests/setup/scratch-folder.ts';

interface ServedHere extends ServerProcess {
  home: string;
  /** The stderr of the server so far. */
  written(): string;
}

/** Starts a real server process with its own data, for all tests of a file. */
export function useServer(env: () => Record<string, string> = () => ({})): () => ServedHere {
  const folder = mkdtempSync(join(scratchFolder(), 'precis-perimeter-'));
  // The server creates this folder, so that it chooses the permissions.
  const home = join(folder, 'data');
  let server: ServerProcess;
  let written = '';

  beforeAll(async () => {
    server = await startServer({ home, databaseUrl: null, env: env(), hear: (text) => (written += text) });
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  return () => ({ ...server, home, written: () => written });
}
