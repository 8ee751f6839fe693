import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeApi } from '#server/api/describe-api.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { createSessionServer, type SessionServer } from '#tests/fixtures/session-server.ts';

const ingestPath = '/api/sessions/summarize/ingest';
const summary = {
  request: 'Fix the login',
  investigated: 'auth.ts',
  learned: 'The token expired',
  completed: 'A fix with a test',
  next_steps: 'Deploy',
  notes: null,
};
let open: OpenSessions;
let server: SessionServer;

beforeEach(() => {
  open = openSessions();
  server = createSessionServer(open);
});

describe('the routes a plugin calls', () => {
  test('answer in the shapes their clients know, from the first prompt to the end', async () => {
    const { json: init } = await server.post('/api/sessions/init', {
      contentSessionId: 'oc_1',
      project: 'web',
      prompt: 'Fix the login',
    });
    const sessionDbId = Number(init.sessionDbId);
    expect(init).toEqual({ sessionDbId, promptNumber: 1, skipped: false });
    const observation = {
      contentSessionId: 'oc_1',
      tool_name: 'read',
      tool_input: { a: 1 },
      tool_response: 'x',
      cwd: '/',
    };
    expect((await server.post('/api/sessions/observations', observation)).json).toEqual({ status: 'queued' });
    const { json: stored, status } = await server.post(ingestPath, { contentSessionId: 'oc_1', summary });
    expect(status).toBe(200);
    expect(stored).toEqual({ status: 'stored', sessionDbId, summaryId: stored.summaryId, promptNumber: 1 });
    const last = { contentSessionId: 'oc_1', last_assistant_message: 'Done.' };
    expect((await server.post('/api/sessions/summarize', last)).json).toEqual({ status: 'queued' });
    expect((await server.post('/api/sessions/complete', { contentSessionId: 'oc_1' })).json).toEqual({
      status: 'completed',
      sessionDbId,
    });
    expect((await server.post('/api/sessions/complete', { contentSessionId: 'oc_1' })).json).toEqual({
      status: 'skipped',
      reason: 'not_active',
    });
  });

  test('say that a private turn was skipped', async () => {
    const prompt = { contentSessionId: 'oc_1', project: 'web', prompt: '<private>S3CRET</private>' };
    expect((await server.post('/api/sessions/init', prompt)).json).toMatchObject({
      promptNumber: 1,
      skipped: true,
      reason: 'private',
    });
    expect((await server.post(ingestPath, { contentSessionId: 'oc_1', summary })).json).toEqual({
      status: 'skipped',
      reason: 'private',
    });
  });

  test.each([
    [{}, 'Missing contentSessionId'],
    [[], 'Missing contentSessionId'],
    [null, 'Missing contentSessionId'],
    [{ contentSessionId: 5, summary }, 'Missing contentSessionId'],
    [{ contentSessionId: '', summary }, 'Missing contentSessionId'],
    [{ contentSessionId: 'a' }, 'Missing summary'],
    [{ contentSessionId: 'a', summary: [] }, 'Missing summary'],
    [{ contentSessionId: 'a', summary: 'x' }, 'Missing summary'],
    [
      { contentSessionId: 'a', summary: { ...summary, learned: 1 } },
      'Invalid summary: learned must be a string',
    ],
    [
      { contentSessionId: 'a', summary: { ...summary, next_steps: undefined } },
      'Invalid summary: next_steps must be a string',
    ],
    [
      { contentSessionId: 'a', summary: { ...summary, notes: 7 } },
      'Invalid summary: notes must be a string or null',
    ],
    [
      { contentSessionId: 'a', summary: { ...summary, request: 'x'.repeat(16_001) } },
      'Invalid summary: request has more than 16000 characters',
    ],
  ])('refuse %j with words for a log', async (body, error) => {
    const answer = await server.post(ingestPath, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error, detail: error, code: 'invalid_input', status: 400 });
  });

  test('take fields of just the length that is allowed, and keys they do not know', async () => {
    const body = {
      contentSessionId: 'a',
      extra: 1,
      summary: { ...summary, request: 'x'.repeat(16_000), mood: [] },
    };
    expect((await server.post(ingestPath, body)).json).toMatchObject({ status: 'stored' });
    const { notes: _, ...withoutNotes } = summary;
    expect((await server.post(ingestPath, { contentSessionId: 'b', summary: withoutNotes })).status).toBe(
      200,
    );
    const { json } = await server.get('/api/summaries?limit=1');
    expect(json.items).toMatchObject([{ contentSessionId: 'b', notes: null }]);
  });

  test('refuse a body over 256 KiB, whether or not it states its length', async () => {
    const body = JSON.stringify({ contentSessionId: 'a', summary, extra: 'x'.repeat(256 * 1024) });
    const answer = await server.post(ingestPath, body);
    expect(answer.status).toBe(413);
    expect(typeof answer.json.error).toBe('string');
    const streamed = new Request(`http://localhost${ingestPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ReadableStream.from([new TextEncoder().encode(body)]),
      duplex: 'half',
    });
    expect((await server.app.fetch(streamed)).status).toBe(413);
    expect((await open.sessions.counts()).summaries).toBe(0);
  });

  test('answer JSON to what is no JSON and where there is nothing', async () => {
    const broken = await server.post(ingestPath, '{"contentSessionId": ');
    expect(broken).toMatchObject({ status: 400, type: 'application/problem+json' });
    expect(typeof broken.json.error).toBe('string');
    const missing = await server.get('/api/sessions/0/nothing');
    expect(missing).toMatchObject({ status: 404, type: 'application/problem+json' });
    expect(typeof missing.json.error).toBe('string');
  });

  test('never fail and never answer anything but JSON, whatever the body', async () => {
    const field = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.constant(undefined));
    const shaped = fc.record(
      {
        contentSessionId: field,
        summary: fc.oneof(
          fc.record(
            Object.fromEntries(
              Object.keys(summary).map((name) => [
                name,
                fc.oneof({ weight: 4, arbitrary: fc.string() }, field),
              ]),
            ),
            { requiredKeys: [] },
          ),
          field,
        ),
      },
      { requiredKeys: [] },
    );
    const bodies = fc.oneof(
      { weight: 3, arbitrary: shaped.map((body) => JSON.stringify(body)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await server.post(ingestPath, body);
        expect(answer.status).toBeLessThan(500);
        expect(answer.type).toMatch(/^application\/(problem\+)?json/);
      }),
      { numRuns: 1000 },
    );
  }, 60_000);
});

describe('the routes that read', () => {
  beforeEach(async () => {
    for (const [at, project] of ['web', 'web', 'api'].entries()) {
      open.clock.at += 1000;
      await open.sessions.init({ contentSessionId: `oc_${at}`, project, prompt: `Fix the login ${at}` });
      await open.sessions.ingest({
        contentSessionId: `oc_${at}`,
        summary: { ...summary, request: `Login ${at}` },
      });
    }
  });

  test('list in pages that say whether there is more', async () => {
    const { json } = await server.get('/api/prompts?limit=2&project=web');
    expect(json).toMatchObject({
      hasMore: false,
      offset: 0,
      limit: 2,
      items: [{ project: 'web' }, { project: 'web' }],
    });
    expect((await server.get('/api/prompts?limit=2')).json).toMatchObject({ hasMore: true });
    expect((await server.get('/api/summaries?limit=2&offset=2')).json).toMatchObject({
      hasMore: false,
      offset: 2,
    });
    expect((await server.get('/api/observations?limit=9999&offset=-1')).json).toMatchObject({
      limit: 100,
      offset: 0,
    });
    expect((await server.get('/api/sessions')).json).toMatchObject({ hasMore: false });
  });

  test('name projects and numbers, and whether the server is ready', async () => {
    expect((await server.get('/api/projects')).json).toMatchObject({ projects: ['api', 'web'] });
    expect((await server.get('/api/stats')).json).toMatchObject({
      worker: { version: '1.2.3' },
      database: { sessions: 3, prompts: 3, summaries: 3 },
    });
    expect((await server.get('/api/readiness')).json).toEqual({ status: 'ok' });
  });

  test('search as text for a model and as lists', async () => {
    const { json } = await server.get('/api/search?query=login&type=sessions&project=web');
    expect(json.content).toMatchObject([{ type: 'text' }]);
    const lists = await server.get('/api/search?query=login&format=json&limit=2');
    expect(lists.json).toMatchObject({ hasMore: true, limit: 2, terms: ['login'] });
    expect((await server.get('/api/search?type=what')).status).toBe(400);
    expect((await server.get('/api/search?dateStart=soon')).status).toBe(400);
  });

  test.each(['"', "' OR 1=1 --", '(((', '*', 'a AND', '%', '\u0000', 'NEAR(', '登', '<script>'])(
    'answer the hostile query %j',
    async (query) => {
      const { status } = await server.get(
        `/api/search?query=${encodeURIComponent(query)}&format=json&limit=x`,
      );
      expect(status).toBe(200);
    },
  );

  test('show what came before and after, and records by name', async () => {
    const { json } = await server.get('/api/timeline?query=login&format=json&depth_before=1&depth_after=1');
    const refs = (json.items as { ref: string }[]).map(({ ref }) => ref);
    expect(refs.length).toBeGreaterThan(1);
    expect((await server.get('/api/timeline?query=login')).json.content).toMatchObject([{ type: 'text' }]);
    expect((await server.get('/api/timeline')).json).toMatchObject({ error: 'Missing anchor or query' });
    const records = await server.get(`/api/session-records?refs=${refs.join(',')}`);
    expect(records.json.items).toHaveLength(refs.length);
    const readText = (maxCharacters: number) =>
      server.get(`/api/session-records?refs=${refs[0]}&format=text&maxCharacters=${maxCharacters}`);
    expect((await readText(200_000)).json.content).toMatchObject([{ type: 'text' }]);
    expect((await readText(1)).status).toBe(400);
  });

  test('give the context as text, and as JSON with what it takes', async () => {
    const plain = await server.get('/api/context/inject?project=web');
    expect(plain.type).toMatch(/^text\/plain/);
    const { json } = await server.get('/api/context/inject?project=web&format=json');
    expect(json).toMatchObject({ text: plain.text, budgetTokens: 2000 });
    expect(json.tokens).toBeGreaterThan(0);
    expect((await server.get('/api/context/inject?project=none')).text).toBe('');
  });

  test('import no time that a date cannot be, and no number that the next one cannot follow', async () => {
    const prompt = { type: 'prompt', contentSessionId: 'oc_1', text: 'x', eventKey: 'k' };
    const late = { ...prompt, promptNumber: 1, createdAt: 8.64e15 };
    const far = { ...prompt, promptNumber: Number.MAX_SAFE_INTEGER, createdAt: 1 };
    const jsonl = [late, far].map((line) => JSON.stringify(line)).join('\n');
    expect((await server.post('/api/sessions/import', { jsonl })).json).toMatchObject({
      added: 0,
      refused: [
        { line: 1, reason: expect.stringContaining('createdAt') },
        { line: 2, reason: expect.stringContaining('promptNumber') },
      ],
    });
  });

  test('export what they import', async () => {
    const exported = await server.get('/api/sessions/export.jsonl');
    expect(exported.text.trim().split('\n')).toHaveLength(9);
    const other = createSessionServer(openSessions());
    expect((await other.post('/api/sessions/import', { jsonl: exported.text })).json).toMatchObject({
      added: 9,
    });
    expect((await other.get('/api/sessions/export.jsonl?project=api')).text.trim().split('\n')).toHaveLength(
      3,
    );
  });

  test('remove one thing, a session and a project', async () => {
    const remove = (path: string) => server.app.request(path, { method: 'DELETE' });
    const { json } = await server.get('/api/summaries?limit=1');
    const [{ id, sessionId }] = json.items as [{ id: number; sessionId: number }];
    expect((await remove(`/api/summaries/${id}`)).status).toBe(204);
    expect((await remove(`/api/summaries/${id}`)).status).toBe(404);
    expect((await remove(`/api/sessions/${sessionId}`)).status).toBe(204);
    expect((await server.get(`/api/sessions/${sessionId}`)).status).toBe(404);
    expect(await (await remove('/api/projects?project=web')).json()).toEqual({ deleted: 2 });
  });

  test('are described in the OpenAPI document', () => {
    const document = describeApi(server.routes, '1');
    expect(document).toHaveProperty('paths./api/sessions/summarize/ingest');
    expect(document).toHaveProperty('components.schemas.IngestSummaryRequest');
  });
});

describe('the stream', () => {
  test('tells by name what happens, and lets go when its reader leaves', async () => {
    const leaving = new AbortController();
    const response = await server.app.request('/stream', { signal: leaving.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let read = '';
    const next = async () => {
      while (!read.includes('\n\n')) read += (await reader?.read())?.value ?? '';
      const [event = '', ...rest] = read.split('\n\n');
      read = rest.join('\n\n');
      return event;
    };
    expect(await next()).toBe('event: connected\ndata: {"type":"connected"}');
    expect(open.listeners()).toBe(1);
    await open.sessions.init({ contentSessionId: 'oc_1', project: 'web', prompt: 'Fix it' });
    await open.sessions.observe({
      contentSessionId: 'oc_1',
      tool_name: 'read',
      tool_input: 'x'.repeat(9000),
      tool_response: '',
    });
    await open.sessions.ingest({ contentSessionId: 'oc_1', summary });
    await open.sessions.complete('oc_1');
    const events = [await next(), await next(), await next(), await next(), await next()];
    expect(events.map((event) => /^event: (.+)$/m.exec(event)?.[1])).toEqual([
      'session_started',
      'new_prompt',
      'new_observation',
      'new_summary',
      'session_completed',
    ]);
    expect(events[2]?.length).toBeLessThan(2000);
    leaving.abort();
    await expect.poll(() => open.listeners()).toBe(0);
  });
});
