import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

export const isFull = process.env.PRECIS_FAULT === 'full';

/** Real server processes on one PostgreSQL, with one scripted model for all profiles. */
export interface Cluster {
  servers: ServerProcess[];
  model: ScriptedModel;
  /** Starts another process with the same environment. */
  add(): Promise<ServerProcess>;
  /** Returns the server at this index, and starts over at the first one after the last. */
  at(index: number): ServerProcess;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Finds the process that executes a run now. */
  executorOf(runId: RunId): Promise<ServerProcess | undefined>;
  end(runId: RunId): Promise<Run>;
  close(): Promise<void>;
}

export async function openCluster({
  count,
  env = {},
}: {
  count: number;
  env?: Record<string, string>;
}): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'precis-processes-'));
  const databaseUrl = await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
  const model = await startScriptedModel();
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const servers: ServerProcess[] = [];
  const query: Cluster['query'] = async (text, values) => (await database.query(text, values)).rows;

  async function add(): Promise<ServerProcess> {
    const server = await startServer({ home, databaseUrl, env });
    servers.push(server);
    return server;
  }

  function at(index: number): ServerProcess {
    const server = servers[index % servers.length];
    if (!server) throw new Error('there is no server');
    return server;
  }

  const cluster: Cluster = {
    servers,
    model,
    add,
    at,
    query,
    async executorOf(runId) {
      const text = `select workers.pid from runs join workers on workers.id = runs.worker_id
        where runs.id = $1 and runs.status = 'running'`;
      const [row] = await query<{ pid: number }>(text, [runId]);
      return servers.find(({ child }) => child.pid === row?.pid);
    },
    async end(runId) {
      const alive = servers.findLast(({ child }) => child.exitCode === null && child.signalCode === null);
      if (!alive) throw new Error('all servers are gone');
      for await (const _ of alive.client.runs.events(runId, { signal: AbortSignal.timeout(120_000) })) {
        // Only the end of the run matters here.
      }
      return (await alive.client.runs.get(runId)).run;
    },
    async close() {
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      await database.end();
      await model.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await Promise.all(Array.from({ length: count }, add));
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

/** Makes a text that is long enough to be summarized, and that differs by its number. */
export function makeText(number: number | string): string {
  return `Text ${number}. ${'The ferry leaves the harbour at noon, and its way to the island takes an hour. '.repeat(8)}`;
}

/** The maximum number of answers in progress at once. */
export function mostAtOnce(requests: readonly ScriptedRequest[]): number {
  const changes = requests.flatMap(({ receivedAt, closedAt }) => [
    { at: receivedAt, by: 1 },
    { at: closedAt ?? Number.POSITIVE_INFINITY, by: -1 },
  ]);
  // If one answer ends and another starts in the same millisecond, the end counts first.
  changes.sort((one, other) => one.at - other.at || one.by - other.by);
  let now = 0;
  let most = 0;
  for (const { by } of changes) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
