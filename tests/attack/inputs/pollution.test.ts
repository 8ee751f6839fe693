import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { parseObject } from '#engine/answers/ask-object.ts';
import { sessionAnswerSchema } from '#schema/sessions/session.ts';
import { parseFeed } from '#sources/entry/feeds/parse-feed.ts';
import { readOpml } from '#sources/entry/feeds/read-opml.ts';

/** Keys that reach the prototype of every object if copied without a check. */
const poison = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}';
const names = Object.getOwnPropertyNames(Object.prototype).toSorted();

let home: string;
let app: App;
let client: Client;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-pollution-'));
  app = await createApp(readConfig({ PRECIS_HOME: home }), {
    mode: 'embedded',
    log: createLog({ level: 'silent' }),
  });
  await app.start();
  client = createClient({ fetch: app.fetch });
});
afterEach(async () => {
  await app.stop(0);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  expectClean();
});

function expectClean(): void {
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(names);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
}

async function send(method: string, path: string, body?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return app.fetch(
    new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
}

test('no body of any route reaches the prototype of all objects', async () => {
  const document = (await (await send('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  const tried: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.requestBody) continue;
      const at = path.replace(/\{[^}]+\}/g, '1');
      for (const body of bodies) {
        const response = await send(method.toUpperCase(), at, body);
        expect(response.status, `${method} ${at} ${body.slice(0, 60)}`).toBeLessThan(500);
        await response.body?.cancel();
      }
      expectClean();
      tried.push(`${method} ${path}`);
    }
  }
  expect(tried.length).toBeGreaterThan(20);
});

const bodies = [
  `{${poison}}`,
  `[{${poison}}]`,
  `{${poison},"text":"A text that is long enough to be stored.","title":"t","kind":"text"}`,
  `{${poison},"name":"n","llm":{${poison},"model":"x"},"memory":{${poison}},"parameters":{${poison}}}`,
  `{${poison},"summaryAgent":{${poison}},"reader":{${poison}},"spending":{${poison}}}`,
  `{${poison},"contentSessionId":"s","project":"p","tool_input":{${poison}},"tool_response":{${poison}}}`,
];

test('no query reaches it', async () => {
  const queries = [
    '__proto__[polluted]=yes',
    '__proto__.polluted=yes',
    'constructor[prototype][polluted]=yes',
    '__proto__=a&__proto__=b',
  ];
  for (const path of [
    '/api/entries',
    '/api/runs',
    '/api/search',
    '/api/threads',
    '/api/issues',
    '/api/conversations',
  ]) {
    for (const query of queries) {
      const response = await send('GET', `${path}?${query}`);
      expect(response.status, `${path}?${query}`).toBeLessThan(500);
      await response.body?.cancel();
    }
  }
});

test('settings keep none of it', async () => {
  await send('PATCH', '/api/settings', `{"summaryAgent":{${poison},"defaultTargetLanguage":"de"},${poison}}`);
  const settings = await client.settings.get();
  expect(JSON.stringify(settings)).not.toContain('polluted');
  expect((settings as unknown as Record<string, unknown>).polluted).toBeUndefined();
});

test('what a tool was given in a session is stored as the text it was', async () => {
  const body = `{"contentSessionId":"s1","project":"p","tool_name":"run","tool_input":{${poison}},"tool_response":"ok","cwd":"/p"}`;
  const response = await send('POST', '/api/sessions/observations', body);
  expect(response.status).toBeLessThan(500);
  const lines = await (await send('GET', '/api/sessions/export.jsonl')).text();
  for (const line of lines.split('\n').filter((each) => each !== '')) JSON.parse(line);
});

test('lines of an import are refused or stored as they are', async () => {
  const lines = [
    `{"type":"session","contentSessionId":"s2","project":"p","startedAt":1,${poison}}`,
    `{"type":"__proto__",${poison}}`,
    `{"type":"constructor"}`,
    `{"__proto__":{"type":"session","contentSessionId":"s3","project":"p"}}`,
  ];
  const response = await send('POST', '/api/sessions/import', JSON.stringify({ jsonl: lines.join('\n') }));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    refused: expect.arrayContaining([expect.objectContaining({ line: 2 })]),
  });
});

test('a file of an agent is refused or loses it', async () => {
  await send('PUT', '/api/agents/evil', `{"name":"Evil","llm":{"model":"primary",${poison}},${poison}}`);
  await send('PUT', '/api/agents/__proto__', '{"name":"Evil","llm":{"model":"primary"}}');
  await send('PUT', '/api/agents/constructor', '{"name":"Evil","llm":{"model":"primary"}}');
  for (const agent of await client.agents.list()) expect(JSON.stringify(agent)).not.toContain('polluted');
});

test('a template is refused, and parameters of such names are parameters like others', async () => {
  mkdirSync(join(home, 'templates'));
  const head = 'version: v1\ntaskType: summary\ntemplate: "{{sourceText}}"\n';
  writeFileSync(join(home, 'templates', 'a.yaml'), `id: a\n${head}__proto__:\n  polluted: yes\n`);
  writeFileSync(
    join(home, 'templates', 'b.yaml'),
    `id: b\n${head}defaultParameters:\n  constructor: yes\n  __proto__: yes\n`,
  );
  writeFileSync(join(home, 'templates', 'c.yaml'), `id: constructor\n${head}`);
  await expect
    .poll(async () => (await client.templates.list()).notices.map(({ file }) => file))
    .toEqual(['a.yaml', 'b.yaml']);
  for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const response = await send('POST', `/api/templates/${id}/preview`, `{"parameters":{${poison}}}`);
    expect(response.status).toBeLessThan(500);
  }
});

test('a feed and a list of feeds read such names as names', () => {
  const xml = `<rss><channel><title>t</title><__proto__><polluted>yes</polluted></__proto__><constructor>c</constructor>
    <item><title>i</title><__proto__ polluted="yes">x</__proto__><prototype><polluted>yes</polluted></prototype></item></channel></rss>`;
  const json = `{"version":"https://jsonfeed.org/version/1.1","title":"t",${poison},"items":[{"id":"1","title":"i",${poison}}]}`;
  const read = (body: string) =>
    parseFeed(new TextEncoder().encode(body), { contentType: null, url: 'https://a.example/' });
  expect(read(xml).entries).toHaveLength(1);
  expect(() => read(json)).toThrow('no readable feed');
  expectClean();
  readOpml(
    '<opml><outline text="__proto__" __proto__="x" constructor="y"><outline xmlUrl="https://a.example/"/></outline></opml>',
  );
});

test('the answer of a model in fields is taken for its fields only', () => {
  const answer = `{"request":"r","investigated":"i","learned":"l","completed":"c","next_steps":"n","notes":"o",${poison}}`;
  const parsed = parseObject(answer, sessionAnswerSchema);
  if ('problem' in parsed) throw new Error(parsed.problem);
  expect(Object.keys(parsed.value)).not.toContain('__proto__');
  expect(JSON.stringify(parsed.value)).not.toContain('polluted');
  expect(parsed.value).toMatchObject({ request: 'r', notes: 'o' });
});

test('the tools read their arguments as plain values', async () => {
  for (const name of ['memory_search', 'memory_timeline', '__proto__', 'constructor']) {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"query":"a",${poison}},${poison}},${poison}}`;
    const response = await app.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: call,
      }),
    );
    expect(response.status).toBeLessThan(500);
    await response.text();
  }
});
