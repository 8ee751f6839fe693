import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { answerProblem } from '#server/problem.ts';
import { createLoginStore } from '#tests/fixtures/login-store.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { createLogins, loginSeconds, requireToken } from './require-token.ts';

const token = 'correct horse battery staple';
const store = createLoginStore();
let time = 1_000_000;
const { log, lines } = createLineLog();
const app = serve(token);

function serve(own: string): Hono {
  const served = new Hono();
  const logins = createLogins({ store, token: own, now: () => time });
  served.onError((error, c) => answerProblem(error, c, log));
  served.use(requireToken({ token: own, logins, log }));
  served.all('*', (c) => c.text('inside'));
  return served;
}

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

describe('a login', () => {
  test('is another each time, and none of them can be made from the token or from what is stored', async () => {
    const cookies = [await getCookie(), await getCookie()];
    expect(new Set(cookies).size).toBe(2);
    for (const digest of ['hex', 'base64url'] as const) {
      for (const text of [token, `cookie ${token}`]) {
        const made = createHash('sha256').update(text).digest(digest);
        expect((await askApi({ cookie: `precis=${made}` })).status).toBe(401);
      }
    }
  });

  test('is over when it expires or when the token is changed, without a delay, and its cookie is taken back', async () => {
    const cookie = await getCookie();
    const other = await serve('another token').request('/api/runs', { headers: { cookie } });
    expect(other.status).toBe(401);
    expect(other.headers.get('set-cookie')).toMatch(/^precis=; Max-Age=0/);
    expect(await other.text()).toContain('This login has ended');
    expect((await askApi({ cookie })).status).toBe(200);
    time += loginSeconds * 1000;
    expect((await askApi({ cookie })).status).toBe(401);
  });

  test('that is guessed is logged like a token that is guessed', async () => {
    const guessing = serve(token);
    const before = lines.length;
    const guess = () => ({ cookie: `precis=${randomBytes(32).toString('base64url')}` });
    for (let time = 0; time < 4; time++) {
      expect((await guessing.request('/api/runs', { headers: guess() })).status).toBe(401);
    }
    expect(lines.slice(before).map(({ message }) => message)).toContain(
      'repeated requests with invalid tokens',
    );
  });
});
