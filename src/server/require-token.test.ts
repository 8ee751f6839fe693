import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { answerProblem } from './problem.ts';
import { requireToken } from './require-token.ts';

const token = 'correct horse battery staple';
const app = new Hono();
app.onError((error, c) => answerProblem(error, c, createLineLog().log));
app.use(requireToken({ token, log: createLineLog().log }));
app.all('*', (c) => c.text('inside'));

function askApi(headers: Record<string, string>, path = '/api/runs') {
  return app.request(path, { headers });
}

async function getCookie(): Promise<string> {
  const response = await app.request(`/?token=${encodeURIComponent(token)}`);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe('the API of a server with a token', () => {
  test('answers who shows it', async () => {
    expect((await askApi({ authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await askApi({ authorization: `bearer ${token}` })).status).toBe(200);
  });

  test.each([
    ['nothing', {}],
    ['another token', { authorization: 'Bearer guess' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token under another scheme', { authorization: `Basic ${token}` }],
    ['the token itself as a cookie', { cookie: `precis=${encodeURIComponent(token)}` }],
    ['an empty cookie', { cookie: 'precis=' }],
  ] as [string, Record<string, string>][])('refuses who shows %s', async (_what, headers) => {
    expect((await askApi(headers)).status).toBe(401);
  });

  test('does not take the token from an address', async () => {
    const response = await askApi({}, `/api/runs?token=${encodeURIComponent(token)}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

describe('a browser', () => {
  test('opens the app with the token once and then carries a cookie', async () => {
    const response = await app.request(`/runs?token=${encodeURIComponent(token)}&page=2`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/runs?page=2');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(decodeURIComponent(cookie)).not.toContain(token);
    expect((await askApi({ cookie: await getCookie() })).status).toBe(200);
  });

  test('with a wrong token in the address gets neither app nor cookie', async () => {
    const response = await app.request('/?token=guess');
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is not sent to another server after showing the token', async () => {
    const response = await app.request(`http://localhost//evil.example/?token=${encodeURIComponent(token)}`);
    expect(response.headers.get('location')).toBe('/evil.example/');
  });

  test('may load the app itself without the token', async () => {
    expect((await app.request('/')).status).toBe(200);
  });
});
