import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { findFreePort } from '#tests/setup/start-postgres.ts';

export type RowKind = 'prompts' | 'observations' | 'summaries';

/** The real worker: Precis in a separate process, with a database that stays when the process ends. */
export interface Worker {
  url: string;
  /** Lists everything of one kind, newest first. */
  list(kind: RowKind): Promise<Record<string, unknown>[]>;
  /** Kills the worker with SIGKILL. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startWorker(): Promise<Worker> {
  const home = mkdtempSync(join(tmpdir(), 'precis-worker-'));
  const port = await findFreePort();
  const start = (): Promise<ServerProcess> => startServer({ home, databaseUrl: null, port });
  let server = await start();
  return {
    url: server.url,
    async list(kind) {
      const response = await fetch(`${server.url}/api/${kind}?limit=100`);
      const { items } = (await response.json()) as { items: Record<string, unknown>[] };
      return items;
    },
    kill: () => server.end('SIGKILL'),
    async restart() {
      server = await start();
    },
    async close() {
      await server.end('SIGTERM');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
