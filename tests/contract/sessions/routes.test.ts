import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCutProxy } from '#tests/fixtures/cut-proxy.ts';
import { closePlace, describeEachPlace, openPlace } from '../each-store.ts';
import { openSessionsBench, type SessionsBench } from './open-sessions-bench.ts';

const base = 'http://127.0.0.1:37777';
const contentSessionId = 'oc_1';
const summary = {
  request: 'Fix the login',
  investigated: 'auth.ts',
  learned: 'The token expired',
  completed: 'A fix with a test',
  next_steps: 'Deploy',
  notes: null,
};
const observation = {
  contentSessionId,
  tool_name: 'read',
  tool_input: { path: 'auth.ts' },
  tool_response: 'const login = 1;',
  cwd: '/work',
};

interface Answer {
  status: number;
  type: string;
  text: string;
  json: Record<string, unknown>;
}

/** Tests every route that worker clients call, with every response they know. */
describeEachPlace('the worker’s routes', (current) => {
  let bench: SessionsBench;
  beforeEach(async () => {
    bench = await openSessionsBench(current().place);
  });
  afterEach(() => bench.close());

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await bench.app.fetch(new Request(`${base}${path}`, init));
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text, json: type.includes('json') ? JSON.parse(text) : {} };
  }
  const get = (path: string) => send(path);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const init = (prompt: string, more: object = {}) =>
    post('/api/sessions/init', { contentSessionId, project: 'web', prompt, ...more });
  const ingest = (body: object = { contentSessionId, summary }) =>
    post('/api/sessions/summarize/ingest', body);

  test('take a prompt, a private one with its number and without its text', async () => {
    const first = await init('Fix the login');
    expect(first).toMatchObject({ status: 200, json: { promptNumber: 1, skipped: false } });
    expect(Object.keys(first.json).toSorted()).toEqual(['promptNumber', 'sessionDbId', 'skipped']);
    const hidden = [
      '<private>S3CRET</private>',
      '<PRIVATE>S3CRET</Private>',
      '<private reason="none">S3CRET</private>',
      '<private>a<private>b</private>S3CRET</private>',
      '<private>S3CRET',
    ];
    for (const [at, prompt] of hidden.entries())
      expect((await init(prompt)).json).toEqual({
        sessionDbId: first.json.sessionDbId,
        promptNumber: at + 2,
        skipped: true,
        reason: 'private',
      });
    expect((await init('Next')).json).toMatchObject({ promptNumber: hidden.length + 2, skipped: false });
    const { json } = await get('/api/prompts?limit=100');
    expect(json.items).toHaveLength(hidden.length + 2);
    expect(JSON.stringify([json, (await get('/api/sessions')).json])).not.toContain('S3CRET');
    expect((await post('/api/sessions/init', { prompt: 'x' })).json).toMatchObject({
      status: 400,
      error: 'Missing contentSessionId',
    });
  });

  test('take an observation, once, and none of a private turn', async () => {
    await init('Fix the login');
    for (const _ of [1, 2])
      expect(await post('/api/sessions/observations', { ...observation, eventId: 'e1' })).toMatchObject({
        status: 200,
        json: { status: 'queued' },
      });
    expect((await get('/api/observations')).json.items).toHaveLength(1);
    await init('<private>x</private>');
    expect((await post('/api/sessions/observations', observation)).json).toEqual({
      status: 'skipped',
      reason: 'private',
    });
    expect((await post('/api/sessions/observations', { contentSessionId })).json).toMatchObject({
      status: 400,
      error: 'Missing tool_name',
    });
    expect((await get('/api/observations')).json.items).toHaveLength(1);
  });

  test('queue a summary for a turn, and none for a private one', async () => {
    await init('Fix the login');
    const last = { contentSessionId, last_assistant_message: 'I fixed the login in auth.ts.' };
    expect(await post('/api/sessions/summarize', last)).toMatchObject({
      status: 200,
      json: { status: 'queued' },
    });
    await bench.settledRuns();
    expect((await get('/api/summaries')).json.items).toHaveLength(1);
    await init('<private>x</private>');
    expect((await post('/api/sessions/summarize', last)).json).toEqual({
      status: 'skipped',
      reason: 'private',
    });
    expect((await post('/api/sessions/summarize', {})).json).toMatchObject({
      status: 400,
      error: 'Missing contentSessionId',
    });
  });

  test('store a summary that came ready once, and skip or refuse it in the words that clients know', async () => {
    const { json: opened } = await init('Fix the login');
    const stored = await ingest();
    expect(stored).toMatchObject({ status: 200 });
    expect(stored.json).toEqual({
      status: 'stored',
      sessionDbId: opened.sessionDbId,
      summaryId: expect.any(Number),
      promptNumber: 1,
    });
    expect((await ingest()).json).toEqual(stored.json);
    expect((await get('/api/summaries')).json.items).toHaveLength(1);
    // Without a call of init, this request creates the session.
    expect((await ingest({ contentSessionId: 'oc_new', summary })).json).toMatchObject({
      status: 'stored',
      promptNumber: 0,
    });
    await init('<private>x</private>');
    expect((await ingest()).json).toEqual({ status: 'skipped', reason: 'private' });
    for (const [body, error] of [
      [{ summary }, 'Missing contentSessionId'],
      [{ contentSessionId }, 'Missing summary'],
      [{ contentSessionId, summary: [] }, 'Missing summary'],
      [
        { contentSessionId, summary: { ...summary, learned: 1 } },
        'Invalid summary: learned must be a string',
      ],
      [
        { contentSessionId, summary: { ...summary, notes: 1 } },
        'Invalid summary: notes must be a string or null',
      ],
      [
        { contentSessionId, summary: { ...summary, request: 'x'.repeat(16_001) } },
        'Invalid summary: request has more than 16000 characters',
      ],
    ] as const)
      expect(await ingest(body)).toMatchObject({ status: 400, json: { error } });
    expect((await get('/api/summaries')).json.items).toHaveLength(2);
  });

  test('end a session once; it is active again with its next prompt', async () => {
    const { json: opened } = await init('Fix the login');
    const complete = () => post('/api/sessions/complete', { contentSessionId });
    expect((await complete()).json).toEqual({ status: 'completed', sessionDbId: opened.sessionDbId });
    expect((await complete()).json).toEqual({ status: 'skipped', reason: 'not_active' });
    await init('And the logout');
    expect((await complete()).json).toMatchObject({ status: 'completed' });
    expect((await post('/api/sessions/complete', { contentSessionId: 'nobody' })).json).toEqual({
      status: 'skipped',
      reason: 'not_active',
    });
    expect((await post('/api/sessions/complete', {})).json).toMatchObject({
      status: 400,
      error: 'Missing contentSessionId',
    });
  });

  test('say that they are well, ready, and which version', async () => {
    expect(await get('/api/health')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await get('/api/readiness')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await get('/api/version')).toMatchObject({
      status: 200,
      json: { version: expect.stringMatching(/^\d/) },
    });
  });

  test('search as text and as lists, by kind, project and time, by beginnings of words and in Chinese', async () => {
    await init('Fix the login');
    await post('/api/sessions/observations', observation);
    await ingest();
    await init('修复登录页面', { project: 'api', contentSessionId: 'oc_2' });
    const text = await get('/api/search?query=login');
    expect(text).toMatchObject({
      status: 200,
      json: { content: [{ type: 'text', text: expect.stringMatching(/ \| ~\d+ tokens \| /) }] },
    });
    const kinds = { observations: 'observation', sessions: 'summary', prompts: 'prompt' };
    for (const [type, kind] of Object.entries(kinds)) {
      const { json } = await get(`/api/search?query=login&type=${type}&format=json`);
      expect(json.items).toMatchObject([{ kind }]);
      expect(json[type]).toHaveLength(1);
    }
    const count = async (query: string) => {
      const { status, json } = await get(`/api/search?format=json&${query}`);
      expect(status).toBe(200);
      return (json.items as unknown[]).length;
    };
    expect(await count('query=log')).toBe(3);
    expect(await count(`query=${encodeURIComponent('登录')}`)).toBe(1);
    expect(await count('query=login&project=api')).toBe(0);
    expect(await count('query=login&dateEnd=2001-01-01')).toBe(0);
    expect(await count('query=login&dateStart=2001-01-01&dateEnd=2100-01-01')).toBe(3);
    expect(await count('query=login&limit=1&offset=1')).toBe(1);
    for (const order of ['relevance', 'date_desc', 'date_asc'])
      expect(await count(`query=login&orderBy=${order}`)).toBe(3);
    expect((await get('/api/search?query=x&type=what')).status).toBe(400);
    expect((await get('/api/search?query=x&dateStart=soon')).status).toBe(400);
  });

  test('show what came before and after, and the context of projects', async () => {
    await init('First');
    await init('Fix the login');
    await ingest();
    await init('Last', { project: 'api', contentSessionId: 'oc_2' });
    const around = await get('/api/timeline?query=login&depth_before=1&depth_after=1&format=json');
    expect(around).toMatchObject({ status: 200 });
    const [, anchor] = around.json.items as { ref: string }[];
    const byRef = await get(`/api/timeline?anchor=${anchor?.ref}&depth_before=5&depth_after=5`);
    expect(byRef).toMatchObject({ status: 200, json: { content: [{ type: 'text' }] } });
    expect(await get('/api/timeline')).toMatchObject({
      status: 400,
      json: { error: 'Missing anchor or query' },
    });
    const web = await get('/api/context/inject?project=web');
    expect(web).toMatchObject({ status: 200, type: expect.stringContaining('text/plain') });
    expect(web.text).toContain('Fix the login');
    expect(web.text).not.toContain('Last');
    expect((await get('/api/context/inject?projects=web,api')).text).toContain('Last');
    expect(await get('/api/context/inject?project=none')).toMatchObject({ status: 200, text: '' });
  });

  test('list in pages of at most 100, by project, with projects and numbers', async () => {
    for (const project of ['web', 'api', 'web']) {
      await init(`Fix ${project}`, { project, contentSessionId: `oc_${project}` });
      await post('/api/sessions/observations', { ...observation, contentSessionId: `oc_${project}` });
    }
    await ingest({ contentSessionId: 'oc_web', summary });
    for (const [path, all] of [
      ['/api/prompts', 3],
      ['/api/observations', 3],
      ['/api/summaries', 1],
    ] as const) {
      const { json } = await get(`${path}?limit=500&offset=0`);
      expect(json).toMatchObject({ hasMore: false, offset: 0, limit: 100 });
      expect(json.items).toHaveLength(all);
      expect((await get(`${path}?limit=1&project=web`)).json).toMatchObject({ hasMore: all > 1, limit: 1 });
    }
    expect((await get('/api/projects')).json).toMatchObject({ projects: ['web', 'api'] });
    const { items } = (await get('/api/projects/activity?project=web&days=2')).json as {
      items: Record<'prompts' | 'observations' | 'summaries', number>[];
    };
    const sum = (kind: 'prompts' | 'observations' | 'summaries') =>
      items.reduce((total, day) => total + day[kind], 0);
    expect([sum('prompts'), sum('observations'), sum('summaries')]).toEqual([2, 2, 1]);
    expect((await get('/api/projects/activity?days=0')).status).toBe(400);
    expect((await get('/api/prompts?dateStart=2020-01-31')).json.items).toHaveLength(3);
    expect((await get('/api/prompts?dateStart=2120-01-31')).json.items).toHaveLength(0);
    expect((await get('/api/prompts?dateEnd=2020-01-31')).json.items).toHaveLength(0);
    expect((await get('/api/prompts?dateEnd=soon')).status).toBe(400);
    expect((await get('/api/stats')).json).toMatchObject({
      database: { sessions: 2, prompts: 3, observations: 3, summaries: 1, projects: 2 },
    });
  });

  test('stream what happens, by name and in order', async () => {
    const leaving = new AbortController();
    const response = await bench.app.fetch(new Request(`${base}/stream`, { signal: leaving.signal }));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let read = '';
    const names = () => [...read.matchAll(/^event: ?(\w+)$/gmu)].map(([, name]) => name);
    const readUntil = async (name: string) => {
      while (!names().includes(name)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended after ${names().join(', ')}`);
        read += value;
      }
    };
    await readUntil('connected');
    await init('Fix the login');
    await post('/api/sessions/observations', observation);
    await ingest();
    await post('/api/sessions/complete', { contentSessionId });
    await readUntil('session_completed');
    leaving.abort();
    expect(names()).toEqual([
      'connected',
      'session_started',
      'new_prompt',
      'new_observation',
      'new_summary',
      'session_completed',
    ]);
  });

  test('answer in JSON without a path of this machine whatever is wrong, and only their own hosts', async () => {
    const paths = ['init', 'observations', 'summarize', 'summarize/ingest', 'complete'];
    for (const path of paths.map((name) => `/api/sessions/${name}`)) {
      const large = JSON.stringify({ contentSessionId, prompt: 'x'.repeat(256 * 1024) });
      for (const [body, status] of [
        ['{"contentSessionId": ', 400],
        ['null', 400],
        ['[]', 400],
        [large, 413],
      ] as const) {
        const answer = await post(path, body);
        expect({ path, status: answer.status, type: answer.type }).toEqual({
          path,
          status,
          type: expect.stringContaining('json'),
        });
        expect(answer.json.error).toEqual(expect.any(String));
        expect(answer.text).not.toMatch(/node_modules|\.ts:|at async/);
      }
      expect((await post(path, { contentSessionId }, { host: 'evil.example' })).status).toBe(403);
    }
    const missing = await get('/api/sessions/0/nothing');
    expect(missing).toMatchObject({ status: 404, type: expect.stringContaining('json') });
    expect((await get('/api/stats')).json).toMatchObject({ database: { sessions: 0 } });
  });

  test('keep the observation and the summary of a public turn in whose middle a private prompt came', async () => {
    await init('Fix the login', { eventId: 'p1' });
    await post('/api/sessions/observations', { ...observation, eventId: 'o1' });
    await ingest();
    await init('<private>x</private>', { eventId: 'p2' });
    // When a request is sent again after a lost response, the stored row stays.
    expect((await init('Fix the login', { eventId: 'p1' })).json).toMatchObject({
      promptNumber: 1,
      skipped: false,
    });
    expect((await get('/api/observations')).json.items).toHaveLength(1);
    expect((await get('/api/summaries')).json.items).toMatchObject([{ promptNumber: 1 }]);
    await init('And now?', { eventId: 'p3' });
    expect((await ingest()).json).toMatchObject({ status: 'stored', promptNumber: 3 });
  });
});

describe('the worker’s routes without their database', () => {
  test('answer 503 in JSON and say when to come back, and are well again with it', async () => {
    const place = await openPlace('postgres');
    const proxy = await startCutProxy(place.databaseUrl ?? '');
    const bench = await openSessionsBench({ ...place, databaseUrl: proxy.url });
    try {
      const get = (path: string) => bench.app.fetch(new Request(`${base}${path}`));
      proxy.refuse();
      for (const path of ['/api/readiness', '/api/projects', '/api/search?query=x', '/api/summaries']) {
        const response = await get(path);
        expect({ path, status: response.status }).toEqual({ path, status: 503 });
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await response.json()).toMatchObject({ error: expect.any(String) });
      }
      const ingest = '/api/sessions/summarize/ingest';
      expect(await bench.post(ingest, { contentSessionId, summary })).toMatchObject({ status: 503 });
      proxy.resume();
      await expect.poll(async () => (await get('/api/readiness')).status).toBe(200);
      expect(await bench.post(ingest, { contentSessionId, summary })).toMatchObject({ status: 'stored' });
    } finally {
      proxy.resume();
      await bench.close();
      await proxy.close();
      await closePlace(place);
    }
  });
});
