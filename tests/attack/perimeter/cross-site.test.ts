import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, exchange } from './raw-http.ts';
import { type ApiRoute, changesSomething, readRoutes } from './read-routes.ts';
import { useServer } from './use-server.ts';

const server = useServer();
let routes: ApiRoute[];

beforeAll(async () => {
  routes = await readRoutes(server().url);
});

const json = { 'content-type': 'application/json' };

/** Requests every matching route and returns those without the expected status. */
async function othersThan(
  wanted: number,
  request: { headers: Record<string, string>; body?: string; only?: (route: ApiRoute) => boolean },
): Promise<string[]> {
  const { headers, body, only = () => true } = request;
  const asked = routes.filter(only).map(async ({ method, path }) => {
    const sentBody = method === 'GET' ? {} : { body: body ?? '{}' };
    const { status } = await ask(server().url, { method, path, headers, ...sentBody });
    return status === wanted ? [] : [`${method} ${path}: ${status}`];
  });
  expect(asked.length).toBeGreaterThan(30);
  return (await Promise.all(asked)).flat();
}

/** Reads every row of every table. */
function readDatabase(): string {
  const database = new DatabaseSync(join(server().home, 'precis.db'), { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    const rows = tables
      // Workers send heartbeats and sweep even without requests.
      .filter(({ name }) => name !== 'workers' && name !== 'sweeps')
      .map(({ name }) => [name, database.prepare(`select * from "${String(name)}"`).all()]);
    expect(rows.length).toBeGreaterThan(10);
    return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  } finally {
    database.close();
  }
}

describe('a page of another site', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'file://',
    'chrome-extension://abcdefghijklmnop',
  ])('is refused on every route with the Origin %s', async (origin) => {
    expect(await othersThan(403, { headers: { ...json, origin } })).toEqual([]);
  });

  test('is refused on every route by what its browser says of it', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect(await othersThan(403, { headers: { ...json, 'sec-fetch-site': site } })).toEqual([]);
    }
  });

  test.each([
    'text/plain',
    'text/plain;application/json',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch',
    'application/csp-report',
    'application/jsonx',
    'text/json',
    '',
  ])('changes nothing by the content type “%s”, though it leaves out where it comes from', async (type) => {
    const before = readDatabase();
    const headers = { 'content-type': type };
    const body = '{"name":"planted","text":"planted","what":"runs"}';
    expect(await othersThan(400, { headers, body, only: changesSomething })).toEqual([]);
    expect(readDatabase()).toBe(before);
  });

  test('is allowed nothing by the answer to its preflight', async () => {
    for (const { path } of routes) {
      const { status, headers } = await ask(server().url, {
        method: 'OPTIONS',
        path,
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
          'access-control-request-private-network': 'true',
        },
      });
      expect(status).toBe(403);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('opens no WebSocket', async () => {
    for (const path of ['/', '/stream', '/api/changes', '/mcp']) {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: ${new URL(server().url).host}`,
        'Origin: https://evil.example',
        'Connection: Upgrade, close',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ];
      expect(await exchange(server().url, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    }
  });
});

test('no GET changes anything', async () => {
  const { summarize, runs, spaces } = server().client;
  await spaces.create({ name: 'A Space' });
  const { id } = await summarize({
    text: 'The bridge is closed. Engineers found a crack in its pier. '.repeat(9),
  });
  for await (const event of runs.events(id)) if (event.type === 'run-end') break;
  const before = readDatabase();
  for (const { method, path } of routes.filter((route) => !changesSomething(route))) {
    const { status } = await ask(server().url, { method, path });
    expect({ path, status }).toMatchObject({ status: expect.toSatisfy((given: number) => given < 500) });
  }
  expect(readDatabase()).toBe(before);
});

test('a method is what it says: no header or parameter makes it another', async () => {
  const before = readDatabase();
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const { status } = await ask(server().url, { path: '/api/issues', headers: { [name]: 'DELETE' } });
    expect(status).toBe(200);
  }
  expect((await ask(server().url, { path: '/api/issues?_method=DELETE' })).status).toBe(200);
  for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'PATCH']) {
    const { status, body } = await ask(server().url, {
      method,
      path: '/api/health',
      headers: { ...json, 'x-echo': 'echoed' },
    });
    expect(status).toBe(404);
    expect(body).not.toContain('echoed');
  }
  expect(readDatabase()).toBe(before);
});

test('no cookie is set or read on a server without a token', async () => {
  for (const path of ['/', '/api/health', '/?token=guess']) {
    const { headers } = await ask(server().url, {
      path,
      headers: { accept: 'text/html', cookie: 'precis=x' },
    });
    expect(headers['set-cookie']).toBeUndefined();
  }
});
