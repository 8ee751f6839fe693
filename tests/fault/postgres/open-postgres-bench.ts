import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import type { Client } from '#client/create-client.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import { problemSchema } from '#schema/problem.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { ingestSummaryAnswerSchema } from '#schema/sessions/sessions-wire.ts';
import { type CutProxy, startCutProxy } from '#tests/fixtures/cut-proxy.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

/** A separate database behind a proxy, a scripted model, and server processes that connect only through the proxy. */
export interface PostgresBench {
  proxy: CutProxy;
  model: ScriptedModel;
  start(env?: Record<string, string>): Promise<ServerProcess>;
  /** Queries the database without the proxy. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Opens a separate session without the proxy. It is closed with the bench. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** The sum of the statement time limit, the wait for a connection, and a margin for a busy machine. */
export const longestAnswerMs = 60_000;

export const isFull = process.env.PRECIS_FAULT === 'full';
export const profileId = modelProfileIdSchema.parse('scripted');
export const article =
  'The harbour bridge will be closed for two years, and everyone has to walk around it. '.repeat(10);

/** Opens the bench on an empty database, or on a copy of the one named by `copyOf`. */
export async function openPostgresBench(postgresUrl: string, copyOf?: string): Promise<PostgresBench> {
  const home = mkdtempSync(join(tmpdir(), 'precis-postgres-fault-'));
  const databaseUrl = await createDatabase(postgresUrl, copyOf);
  const proxy = await startCutProxy(databaseUrl);
  const model = await startScriptedModel();
  const servers: ServerProcess[] = [];
  const sessions: pg.Client[] = [];

  async function connect(): Promise<pg.Client> {
    const session = new pg.Client({ connectionString: databaseUrl });
    // The tests stop the server while the session is open.
    session.on('error', () => undefined);
    await session.connect();
    sessions.push(session);
    return session;
  }

  return {
    proxy,
    model,
    connect,
    async start(env = {}) {
      const server = await startServer({
        home,
        databaseUrl: proxy.url,
        env: { PRECIS_LOG_LEVEL: 'fatal', ...env },
      });
      servers.push(server);
      await server.client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
      return server;
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const session = await connect();
      const { rows } = await session.query<Row>(text, values);
      await session.end();
      return rows;
    },
    async close() {
      proxy.resume();
      const died = servers.filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      await Promise.all(sessions.map((session) => session.end().catch(() => undefined)));
      await model.close();
      await proxy.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      expect(died.map(({ child }) => child.exitCode ?? child.signalCode)).toEqual([]);
    },
  };
}

/** Returns all events to the run's end, over one stream or several. */
export async function follow(client: Client, runId: RunId): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of client.runs.events(runId, { signal: AbortSignal.timeout(120_000) }))
    events.push(event);
  return events;
}

export function textOf(events: RunEvent[]): string {
  const from = events.findLastIndex((event) => event.type === 'text-reset');
  return events
    .slice(from + 1)
    .map((event) => (event.type === 'text-delta' ? event.text : ''))
    .join('');
}

/** Checks that the run ended once and succeeded, and that its reader saw every event and exactly the stored text. */
export async function expectOneResult(
  bench: PostgresBench,
  { client, runId, events, text }: { client: Client; runId: RunId; events: RunEvent[]; text: string },
): Promise<void> {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'succeeded' });
  expect(textOf(events).trimEnd()).toBe(text.trimEnd());
  const { run, summary } = await client.runs.get(runId);
  expect(run.status).toBe('succeeded');
  expect(summary?.text).toBe(text.trimEnd());
  expect(await follow(client, runId)).toEqual(events);
  const payloads = await bench.query('select run_id from summaries where run_id = $1', [runId]);
  expect(payloads).toHaveLength(1);
}

/** Repeats the request until it succeeds, and returns how long that took. */
export async function untilWell(ask: () => Promise<unknown>, timeoutMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  await expect
    .poll(() => ask().then(() => 'well', String), { timeout: timeoutMs, interval: 50 })
    .toBe('well');
  return Math.round(performance.now() - startedAt);
}

/** Checks the answer that a client must get while the database is unavailable. */
export async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const problem = problemSchema.parse(await response.json());
  expect(problem).toMatchObject({ code: 'database_unavailable', retry: true });
  expect(problem.detail).toContain('PostgreSQL');
}

/** Sends a summary of a coding session, as the plugin does. */
export function ingest(
  server: ServerProcess,
  summary: { session: string; learned: string },
): Promise<Response> {
  const { session, learned } = summary;
  const fields = { request: 'r', investigated: 'i', learned, completed: 'c', next_steps: 'n', notes: null };
  return fetch(`${server.url}/api/sessions/summarize/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contentSessionId: session, summary: fields }),
    signal: AbortSignal.timeout(longestAnswerMs),
  });
}

/** Sends a summary twice and checks that it is one row with one id. */
export async function expectOneRow(
  { bench, server }: { bench: PostgresBench; server: ServerProcess },
  summary: { session: string; learned: string },
): Promise<void> {
  const again = ingestSummaryAnswerSchema.parse(await (await ingest(server, summary)).json());
  expect(again.status).toBe('stored');
  expect(ingestSummaryAnswerSchema.parse(await (await ingest(server, summary)).json())).toEqual(again);
  const rows = await bench.query('select id::int as "summaryId" from session_summaries where learned = $1', [
    summary.learned,
  ]);
  expect(rows).toHaveLength(1);
  expect(again).toMatchObject(rows[0] ?? {});
}
