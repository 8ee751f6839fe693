import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { answerProblem } from '#server/problem.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { guard } from './guard.ts';

const app = new Hono();
app.onError((error, c) => answerProblem(error, c, createLineLog().log));
app.use(guard({ allowedHosts: ['127.0.0.1:37777', 'localhost:37777', '[::1]:37777', 'precis.example'] }));
app.all('*', (c) => c.text('inside'));

async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const response = await app.request(path, { method, headers: { host: 'localhost:37777', ...headers } });
  return response.status;
}

describe('the Host header', () => {
  test.each(['127.0.0.1:37777', 'LOCALHOST:37777', '[::1]:37777', 'precis.example'])(
    'may be %s, a name of this server',
    async (host) => expect(await ask('/', { host })).toBe(200),
  );

  test.each([
    'evil.example',
    'evil.example:37777',
    'localhost',
    'localhost:80',
    '127.0.0.1:37777.evil.example',
    'localhost:37777, evil.example',
    '',
  ])('may not be “%s”', async (host) => {
    expect(await ask('/', { host })).toBe(403);
    expect(await ask('/api/health', { host })).toBe(403);
  });
});

describe('the Origin header', () => {
  test.each(['http://localhost:37777', 'http://127.0.0.1:37777', 'https://precis.example'])(
    'may be %s, a page of this server',
    async (origin) => expect(await ask('/api/runs', { origin })).toBe(200),
  );

  test.each([
    'null',
    'https://evil.example',
    'http://localhost:3000',
    'http://localhost:37777.evil.example',
    'http://evil.example#localhost:37777',
    'file://',
    '',
  ])('may not be “%s”, on any route', async (origin) => {
    expect(await ask('/', { origin })).toBe(403);
    expect(await ask('/api/runs', { origin })).toBe(403);
  });
});

describe('the site that a browser names', () => {
  test.each(['cross-site', 'same-site'])('shuts the API when it is %s', async (site) => {
    expect(await ask('/api/runs', { 'sec-fetch-site': site })).toBe(403);
  });

  test.each(['same-origin', 'none'])('opens the API when it is %s', async (site) => {
    expect(await ask('/api/runs', { 'sec-fetch-site': site })).toBe(200);
  });

  test('does not matter for a link to the web app', async () => {
    expect(await ask('/reader', { 'sec-fetch-site': 'cross-site' })).toBe(200);
  });
});

describe('a request that changes something', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('is refused as %s, which any page may send', async (type) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await ask('/api/settings', { 'content-type': type }, method)).toBe(400);
    }
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'is let in as %s',
    async (type) => expect(await ask('/api/settings', { 'content-type': type }, 'PATCH')).toBe(200),
  );

  test('needs no type when it has no body', async () => {
    expect(await ask('/api/runs/1/cancel', { 'content-length': '0' }, 'POST')).toBe(200);
    expect(await ask('/api/issues', {}, 'DELETE')).toBe(200);
  });

  test('is refused with a body of no type', async () => {
    expect(await ask('/api/settings', { 'content-length': '2' }, 'PATCH')).toBe(400);
    expect(await ask('/api/settings', { 'transfer-encoding': 'chunked' }, 'PATCH')).toBe(400);
  });
});
