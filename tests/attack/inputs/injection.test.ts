import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { createDatabase } from '#tests/setup/start-postgres.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
const hostile = [
  "'",
  "''",
  '"',
  '`',
  "' or '1'='1",
  "'; drop table entries; --",
  '"; drop table sessions; --',
  "') union select name, sql from sqlite_master --",
  "' union select version() --",
  '1 or 1=1',
  '1; select pg_sleep(9)',
  "\\'; --",
  '%',
  '_',
  '%%%%',
  'a%',
  '_____',
  '\\',
  '\\%',
  '*',
  'a*',
  '"a',
  'a"b',
  '""',
  'a OR b',
  'NOT a',
  'NEAR(a b, 5)',
  'text:a',
  '{text title}: a',
  '^a',
  '+a -b',
  '(a',
  'a)',
  'a:*',
  'a & b',
  'a | !b',
  'a <-> b',
  '!',
  '&&',
  ':*',
  'a\0b',
  '\0',
  '\ud800',
  '\udfff a',
  '\u202eabc\u202c',
  '\u200b',
  'é\u0301'.repeat(50),
  '漢字かな交じり文',
  '👩\u200d👩\u200d👧',
  '-1',
  '9'.repeat(30),
  '1e400',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '{"$ne":null}',
  'a'.repeat(499),
  'x '.repeat(240),
  'x'.repeat(5000),
];

interface OpenApi {
  paths: Record<string, { get?: { parameters?: { name: string; in: string; required?: boolean }[] } }>;
}

describe.each(['sqlite', 'postgres'] as const)('hostile values in queries (%s)', (dialect) => {
  let home: string;
  let app: App;
  let client: Client;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'precis-injection-'));
    const databaseUrl =
      dialect === 'sqlite' ? null : await createDatabase(inject('postgresUrl'), inject('migratedDatabase'));
    const config = readConfig({
      PRECIS_HOME: home,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    app = await createApp(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
    await app.start();
    client = createClient({ fetch: app.fetch });
    await client.reader.feeds.addSample();
    for (const title of ['100% of it', 'snake_case here', 'plain words']) {
      await client.reader.entries.add({
        kind: 'text',
        title,
        text: `${title}. Something else is said here too.`,
      });
    }
    await send('POST', '/api/sessions/init', {
      contentSessionId: 's1',
      project: 'one_project',
      prompt: 'find the bug',
    });
    await send('POST', '/api/sessions/init', {
      contentSessionId: 's2',
      project: 'oneXproject',
      prompt: 'other words',
    });
  });
  afterAll(async () => {
    await app?.stop(0);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  async function send(method: string, path: string, body?: object): Promise<Response> {
    return app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  async function countAll(): Promise<object> {
    const { items } = await client.reader.entries.list({ view: 'all', limit: 500 });
    const lines = (await (await send('GET', '/api/sessions/export.jsonl')).text()).split('\n');
    const { feeds } = await client.reader.subscriptions();
    return { entries: items.length, feeds: feeds.length, lines: lines.length };
  }

  test('are answered or rejected with a message, and harm no table', { timeout: 120_000 }, async () => {
    const before = await countAll();
    const addresses = placesIn((await (await send('GET', '/api/openapi.json')).json()) as OpenApi);
    expect(addresses.length).toBeGreaterThan(60);
    for (const [turn, value] of hostile.entries()) {
      // A lone surrogate cannot be in a URL, so it is sent as the bytes that programs write for it.
      const written = encodeURIComponent(value.toWellFormed());
      for (const [place, addressWith] of addresses.entries()) {
        if (!isFull && (turn + place) % 4 !== 0) continue;
        const address = addressWith(written);
        const response = await send('GET', address);
        const reason = response.status >= 500 ? await response.text() : '';
        expect(response.status < 500 || `${address.slice(0, 120)}: ${reason}`).toBe(true);
        await response.body?.cancel();
      }
    }
    expect(await countAll()).toEqual(before);
  });

  test('in bodies are stored as they are, or refused', async () => {
    for (const value of hostile) {
      const stored = await send('POST', '/api/entries', {
        kind: 'text',
        title: value.slice(0, 200),
        text: `${value} and a few words more.`,
      });
      expect(stored.status < 500 || JSON.stringify(value.slice(0, 40))).toBe(true);
      const folder = await send('POST', '/api/folders', { name: value.slice(0, 100) });
      expect(folder.status < 500 || JSON.stringify(value.slice(0, 40))).toBe(true);
      const session = await send('POST', '/api/sessions/init', {
        contentSessionId: `h${value.slice(0, 40)}`,
        project: value.slice(0, 100),
        prompt: value,
      });
      expect(session.status < 500 || JSON.stringify(value.slice(0, 40))).toBe(true);
    }
  });

  test('that are wildcards find no more than their words', async () => {
    const titlesFor = async (query: string) =>
      (await client.reader.entries.list({ view: 'all', query, limit: 500 })).items.map(({ title }) => title);
    const all = (await client.reader.entries.list({ view: 'all', limit: 500 })).items.length;
    expect(await titlesFor('plain words')).toContain('plain words');
    for (const query of ['%plain%', 'pl_in', 'p%n', "plain' or '1'='1"])
      expect((await titlesFor(query)).length < all || query).toBe(true);
    expect(await titlesFor('pl_in')).not.toContain('plain words');
  });

  test('in the name of a project take in no other project', async () => {
    const linesOf = async (project: string) =>
      (await (await send('GET', `/api/sessions/export.jsonl?project=${encodeURIComponent(project)}`)).text())
        .split('\n')
        .filter((line) => line !== '');
    const own = await linesOf('one_project');
    expect(own.length).toBeGreaterThan(0);
    expect(own.join('')).not.toContain('oneXproject');
    for (const project of ['one%', 'one_projec_', "one_project' or '1'='1"])
      expect(await linesOf(project)).toEqual([]);
  });
});

/** Makes addresses in which one parameter of a read-only route is hostile and the others are harmless. */
function placesIn({ paths }: OpenApi): ((value: string) => string)[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? [];
    return parameters.map((target) => (value: string) => {
      const query: string[] = [];
      let address = path;
      for (const each of parameters) {
        const given = each === target ? value : '1';
        if (each.in === 'path') address = address.replace(`{${each.name}}`, given);
        if (each.in === 'query' && (each === target || each.required)) query.push(`${each.name}=${given}`);
      }
      return query.length === 0 ? address : `${address}?${query.join('&')}`;
    });
  });
}
