import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, createClient } from '#client/create-client.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import type { RunId } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { program } from '#tests/setup/program.ts';
import { createDatabase, findFreePort } from '#tests/setup/start-postgres.ts';
import { ask, type RawAnswer } from './raw-http.ts';
import { readRoutes } from './read-routes.ts';

const secrets = {
  profileKey: 'leak-profile-key-8c1f',
  agentKey: 'leak-agent-key-44d0',
  variableKey: 'leak-variable-key-b95e',
  wrongKey: 'leak-mistyped-key-3e7a',
  token: 'leak-token-of-the-server-d21c',
  passphrase: 'leak-passphrase-of-the-box-07fa',
  databasePassword: 'leak-database-password-6ab3',
  privateText: 'leak-private-words-e50b',
};
const root = join(import.meta.dirname, '..', '..', '..');
const home = mkdtempSync(join(tmpdir(), 'precis-leaks-'));
const authorization = `Bearer ${secrets.token}`;
const article =
  'The bridge over the Aa was closed on Monday. Engineers found a crack in its third pier. '.repeat(8);

let model: ScriptedModel;
let server: ServerProcess;
let client: Client;
let databaseUrl: string;
let environment: Record<string, string>;
let written = '';
/** Everything the program returned on any channel, with its origin. */
const answers: { where: string; text: string }[] = [];

beforeAll(async () => {
  model = await startScriptedModel();
  const address = new URL(await createDatabase(inject('postgresUrl'), inject('migratedDatabase')));
  address.password = secrets.databasePassword;
  databaseUrl = address.href;
  environment = {
    PRECIS_TOKEN: secrets.token,
    PRECIS_SECRET_KEY: secrets.passphrase,
    OPENAI_API_KEY: secrets.variableKey,
    OPENAI_BASE_URL: model.baseUrl('openai'),
    PRECIS_LOG_LEVEL: 'trace',
  };
  server = await startServer({ home, databaseUrl, env: environment, hear: (text) => (written += text) });
  client = createClient({ fetch, baseUrl: server.url, token: secrets.token });
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await model?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function call(method: string, path: string, body?: unknown): Promise<RawAnswer> {
  const headers = { authorization, 'content-type': 'application/json' };
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await ask(server.url, { method, path, headers, ...(body !== undefined && { body: sent }) });
  keep(`${method} ${path}`, answer);
  return answer;
}

function keep(where: string, said: unknown): void {
  answers.push({ where, text: typeof said === 'string' ? said : JSON.stringify(said) });
}

async function finish(id: RunId): Promise<void> {
  for await (const event of client.runs.events(id)) keep(`events of ${id}`, event);
}

function leaksIn(text: string): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => {
      const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -4)];
      return forms.some((form) => text.includes(form));
    })
    .map(([name]) => name);
}

/** Does everything that a person does with secrets, and everything that goes wrong with them. */
async function useSecrets(): Promise<Record<string, string>> {
  const { models, agents, settings, reader, spaces, threads, conversations } = client;
  const value = { kind: 'value', value: secrets.profileKey } as const;
  const { id: profileId } = await models.put({
    ...scriptedProfile('kept', model.baseUrl('openai')),
    key: value,
  });
  const agentId = agentIdSchema.parse('kept');
  const llm = { model: 'm', apiBase: model.baseUrl('openai'), apiKey: secrets.agentKey };
  keep('the saved agent', await agents.put(agentId, agentInputSchema.parse({ name: 'Kept', llm })));
  await settings.patch({ summaryAgent: { primaryModelProfileId: profileId } });

  const entry = await reader.entries.add({ kind: 'text', title: 'A bridge', text: article });
  const echoed = `Incorrect API key provided: ${secrets.profileKey} (Bearer ${secrets.profileKey})`;
  for (const fault of [
    { kind: 'status', status: 401, message: echoed },
    { kind: 'status', status: 400, body: `<html>${secrets.profileKey}</html>` },
    { kind: 'stream-error', afterChunks: 0, message: echoed },
    { kind: 'redirect', location: `http://127.0.0.1:1/${secrets.profileKey}?key=${secrets.profileKey}` },
  ] as const) {
    model.script({ chunks: [], fault });
    await finish((await reader.summaries.start(entry.id)).id);
  }
  await finish((await reader.summaries.start(entry.id)).id);
  keep('a test of a model', await models.test(profileId));
  keep('a test of an agent', await agents.test(agentId, 'llm'));
  const { id: runId } = await client.summarize({ text: article, modelProfileId: 'openai/m' as never });
  await finish(runId);

  const { id: spaceId } = await spaces.create({ name: 'A Space', agentId });
  const { id: threadId } = await threads.create({ spaceId });
  await finish((await threads.send(threadId, { text: 'What is closed?' })).replyRun.id);
  const conversationId = conversationIdSchema.parse('trip');
  await conversations.addTurn(conversationId, { user_message: 'Go.', final_response: 'Done.' });

  const of = { contentSessionId: 'kept' };
  const hidden = `<private>${secrets.privateText}</private>`;
  await call('POST', '/api/sessions/init', { ...of, project: 'bridge', prompt: `Mend it. ${hidden}` });
  await call('POST', '/api/sessions/observations', {
    ...of,
    tool_name: 'bash',
    tool_input: { command: `echo ${hidden}` },
    tool_response: hidden,
    cwd: '/',
  });
  const fields = {
    request: hidden,
    investigated: '',
    learned: `A fact. ${hidden}`,
    completed: '',
    next_steps: '',
  };
  await call('POST', '/api/sessions/summarize/ingest', { ...of, summary: fields });

  const { wrongKey } = secrets;
  const profile = scriptedProfile('wrong', model.baseUrl('openai'));
  for (const key of [
    { kind: 'value', value: `${wrongKey}\u00e9` },
    { kind: 'env', name: wrongKey },
    wrongKey,
    [wrongKey],
  ])
    await call('PUT', '/api/models/wrong', { ...profile, key });
  await call('PUT', '/api/models/wrong', `{"key": {"kind": "value", "value": "${wrongKey}"`);
  await call('PUT', '/api/models/wrong', { ...profile, baseUrl: `http://u:${wrongKey}@127.0.0.1/v1` });
  for (const apiKey of [`${wrongKey}\u00e9`, `env:${wrongKey}`, [wrongKey]])
    await call('PUT', '/api/agents/wrong', { name: 'Wrong', llm: { ...llm, apiKey } });
  await call('GET', `/api/health?token=${secrets.token}`);
  keep(
    'a wrong token',
    await ask(server.url, { path: '/api/health', headers: { authorization: `Bearer ${wrongKey}` } }),
  );
  return {
    '/api/models': profileId,
    '/api/agents': agentId,
    '/api/entries': String(entry.id),
    '/api/threads': threadId,
    '/api/conversations': conversationId,
    '/api/sessions': '1',
    '/api/runs': runId,
    '/api/issues': (await client.issues.list()).items[0]?.id ?? '',
    '/api/templates': 'summary.default',
  };
}

describe('secrets that went in', () => {
  test('come out of no answer, stream, export, issue, error or diagnosis', { timeout: 120_000 }, async () => {
    const ids = await useSecrets();
    const routes = await readRoutes(server.url, { authorization });
    const reading = routes.filter(({ method }) => method === 'GET');
    expect(reading.length).toBeGreaterThan(30);
    for (const { path, template } of reading) {
      const id = Object.entries(ids).find(([start]) => path.startsWith(`${start}/`))?.[1];
      const filled = id === undefined ? path : template.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
      const { status } = await call('GET', filled);
      expect({ filled, status }).toMatchObject({ status: expect.toSatisfy((given: number) => given < 500) });
      // This route needs the key of an image, which is not known here.
      const isImage = template.endsWith('/images/{key}');
      if (id !== undefined && !isImage) expect({ filled, status }).toEqual({ filled, status: 200 });
    }
    const page = await ask(server.url, { path: `/?token=${secrets.token}` });
    keep('the page', { ...page, headers: page.headers });
    expect(answers.length).toBeGreaterThan(60);
    for (const { where, text } of answers)
      expect({ where, leaks: leaksIn(text) }).toEqual({ where, leaks: [] });
  });

  test('lie in the database only sealed, and private words not at all', async () => {
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    try {
      const { rows: tables } = await database.query<{ name: string }>(
        "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
      );
      expect(tables.length).toBeGreaterThan(20);
      for (const { name } of tables) {
        const { rows } = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
        expect({ name, leaks: leaksIn(rows.map(({ row }) => row).join('\n')) }).toEqual({ name, leaks: [] });
      }
    } finally {
      await database.end();
    }
  });

  test('are in no response to an unexpected error', async () => {
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    try {
      await database.query('alter table issues rename to issues_gone');
      const { status, body } = await call('GET', '/api/issues');
      expect({ status, leaks: leaksIn(body) }).toEqual({ status: 500, leaks: [] });
      expect(body).not.toMatch(/issues_gone|relation|select|postgres/i);
      await expect.poll(() => written).toContain('request failed unexpectedly');
    } finally {
      await database.query('alter table issues_gone rename to issues');
      await database.end();
    }
  });

  test('are in no line of the log, at its loudest', async () => {
    await server.end('SIGTERM');
    expect(written).toContain('"level":');
    expect(leaksIn(written)).toEqual([]);
  });
});

describe('on a terminal', () => {
  async function run(args: string[], url: string): Promise<string> {
    const env = { PATH: process.env.PATH, PRECIS_HOME: home, ...environment, DATABASE_URL: url };
    const options = { env, timeout: 50_000, killSignal: 'SIGKILL' as const };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], options).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return stdout + stderr;
  }

  test('precis doctor names no secret, nor the password of a database that it cannot reach or read', {
    timeout: 180_000,
  }, async () => {
    const unreachable = new URL(databaseUrl);
    unreachable.port = String(await findFreePort());
    const unreadable = `postgres://precis:${secrets.databasePassword}@[oops:5432/x`;
    for (const [url, shows] of [
      [databaseUrl, 'PostgreSQL (DATABASE_URL)'],
      [unreachable.href, 'PostgreSQL is unavailable'],
      [unreadable, 'DATABASE_URL'],
    ] as const) {
      const said = await run(['doctor'], url);
      expect(said).toContain(shows);
      expect(leaksIn(said)).toEqual([]);
    }
  });
});

test('the web app that browsers load holds nothing of the server, and no place of the machine that built it', () => {
  const folder = join(root, 'dist', 'web');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    expect(file.name).not.toMatch(/\.map$/);
    expect({ name: file.name, found: text.match(/aes-256-gcm|sealSecret/g) }).toEqual({
      name: file.name,
      found: null,
    });
    expect(text.includes(root)).toBe(false);
  }
});
