import { describe, expect, test } from 'vitest';
import { ask } from './raw-http.ts';
import { useServer } from './use-server.ts';

const token = 'open-sesame-0123456789-abcdef';
const server = useServer(() => ({ PRECIS_TOKEN: token, PRECIS_LOG_LEVEL: 'debug' }));
const right = { authorization: `Bearer ${token}` };

async function timed(headers: Record<string, string>, path = '/api/health') {
  const startedAt = performance.now();
  const { status } = await ask(server().url, { path, headers });
  return { status, ms: performance.now() - startedAt };
}

describe('the token', () => {
  test('is asked for by every route', async () => {
    const open = server().url;
    const listed = await fetch(`${open}/api/openapi.json`, { headers: right });
    expect(listed.status).toBe(200);
    const document = (await listed.json()) as { paths: Record<string, Record<string, unknown>> };
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(routes.length).toBeGreaterThan(60);
    for (const { method, path } of [...routes, { method: 'POST', path: '/mcp' }]) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await ask(open, { method, path: path.replaceAll(/[{}]/g, ''), headers });
      expect({ method, path, status }).toMatchObject({ status: 401 });
    }
  });

  test('is not gone around by another spelling of the path', async () => {
    for (const path of [
      '/%61pi/health',
      '//api/health',
      '/API/health',
      '/./api/health',
      '/x/../api/health',
    ]) {
      const { status, body } = await ask(server().url, { path });
      expect({ path, status }).toMatchObject({ status: expect.toBeOneOf([401, 404]) });
      expect(body).not.toContain('"status":"ok"');
    }
  });

  test('comes back from no answer, and no log', async () => {
    const { headers, status } = await ask(server().url, { path: `/runs?token=${token}&page=2` });
    expect(status).toBe(303);
    expect(JSON.stringify(headers)).not.toContain(token);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    const inside = await timed({ cookie: cookie.split(';')[0] ?? '' });
    expect(inside.status).toBe(200);
    expect(server().written()).not.toContain(token);
  });
});

describe('a login', () => {
  async function signIn(): Promise<{ cookie: string }> {
    const { headers } = await ask(server().url, { path: `/?token=${token}` });
    return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
  }

  test('ends on sign-out, alone or with all others, and nobody else can end it', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const signOut = (headers: Record<string, string>, path = '/api/login') =>
      ask(server().url, { method: 'DELETE', path, headers });
    expect((await signOut({}, '/api/login?everywhere=true')).status).toBe(401);
    const foreign = { ...first, origin: 'https://evil.example' };
    expect((await signOut(foreign, '/api/login?everywhere=true')).status).toBe(403);
    expect((await timed(first)).status).toBe(200);

    const { status, headers } = await signOut(first);
    expect(status).toBe(204);
    expect(headers['set-cookie']?.[0]).toMatch(/^precis=; Max-Age=0/);
    expect((await timed(first)).status).toBe(401);
    expect((await timed(second)).status).toBe(200);

    await signOut(second, '/api/login?everywhere=true');
    expect((await timed(second)).status).toBe(401);
    expect((await timed(third)).status).toBe(401);
    expect((await timed(right)).status).toBe(200);
  });
});

/** Begins a request whose result is checked later. */
function begin(headers: Record<string, string>, path = '/api/health') {
  const leaving = new AbortController();
  let answered = false;
  const answer = fetch(server().url + path, { headers, signal: leaving.signal }).then(
    () => (answered = true),
    () => {},
  );
  return {
    isAnswered: () => answered,
    async leave() {
      leaving.abort();
      await answer;
    },
  };
}

describe('guessing it', () => {
  test('takes longer with every guess, while the right one is answered at once', async () => {
    const times: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const { status, ms } = await timed({ authorization: `Bearer guess-${guess}` });
      expect(status).toBe(401);
      times.push(ms);
    }
    expect(times[3]).toBeGreaterThanOrEqual(240);
    expect(times[4]).toBeGreaterThanOrEqual(490);
    expect(times[5]).toBeGreaterThanOrEqual(990);
    const cookie = await timed({ cookie: `precis=${'a'.repeat(43)}` });
    expect(cookie.status).toBe(401);
    expect(cookie.ms).toBeGreaterThanOrEqual(1990);
    expect((await timed(right)).status).toBe(200);
    await expect.poll(() => server().written()).toContain('repeated requests with invalid tokens');
    expect(server().written()).not.toContain('guess-');
  });

  test('keeps out neither who has the right one, nor who has none yet', async () => {
    const guesses = [
      ...Array.from({ length: 20 }, () => begin({ authorization: 'Bearer guess' })),
      begin({}, '/?token=guess'),
    ];
    expect((await timed({})).status).toBe(401);
    for (let turn = 0; turn < 5; turn += 1) expect((await timed(right)).status).toBe(200);
    expect(guesses.filter(({ isAnswered }) => isAnswered())).toEqual([]);
    await Promise.all(guesses.map(({ leave }) => leave()));
    expect((await timed(right)).status).toBe(200);
  });
});
