import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import { followRun } from '#client/follow-run.ts';
import { AppError } from '#schema/app-error.ts';
import { issueIdSchema, modelProfileIdSchema, type RunId, runIdSchema } from '#schema/ids.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { problemSchema } from '#schema/problem.ts';
import { maxSourceCharacters } from '#schema/text/entered-text.ts';
import { changeSchema } from '#schema/wire.ts';
import { openRealServer, type RealServer } from '#tests/fixtures/open-real-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';

const article = `The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken
barges across the main channel. The port authority hired a crane ship from Rotterdam to lift them. Meanwhile 40
ships waited outside, and the price of salted fish rose by a third. On 14 March the first ferry came in again. The
authority now wants to move the moorings of all barges behind the eastern breakwater before the next winter.`;

let real: RealServer;
let model: ScriptedModel;

beforeEach(async () => {
  real = await openRealServer();
  model = await startScriptedModel();
});

afterEach(async () => {
  await real.close();
  await model.close();
});

async function addScripted(id = 'local/scripted:1'): Promise<ReturnType<typeof modelProfileIdSchema.parse>> {
  const input = modelProfileInputSchema.parse({
    id,
    name: 'Scripted',
    provider: 'openai-compatible',
    model: 'scripted',
    baseUrl: model.baseUrl('openai'),
  });
  return (await real.client.models.put(input)).id;
}

async function collect(runId: RunId, afterSeq = 0) {
  const events = await Array.fromAsync(real.client.runs.events(runId, { afterSeq }));
  return { events, state: events.reduce(followRun.next, followRun.start(runId)) };
}

async function send(path: string, init: RequestInit & { body?: string } = {}) {
  const headers = { 'content-type': 'application/json', ...init.headers };
  const response = await real.server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
  return { response, problem: problemSchema.safeParse(await response.json()).data };
}

describe('a text sent to be summarized', () => {
  test('becomes a run whose events tell its text to the end, and whose summary is stored', async () => {
    const run = await real.client.summarize({ text: article, detailLevel: 'short' });
    expect(run.status).toBe('queued');
    const { events, state } = await collect(run.id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(state).toMatchObject({ status: 'succeeded', error: null, model: { provider: 'builtin' } });
    const stored = await real.client.runs.get(run.id);
    expect(stored.run.status).toBe('succeeded');
    expect(stored.summary?.text).toBe(state.text.trim());
    expect((await real.client.runs.list({ status: 'succeeded' })).items.map(({ id }) => id)).toEqual([
      run.id,
    ]);
  });

  test('is answered at once with where to find the run', async () => {
    const body = JSON.stringify({ text: article });
    const { response } = await send('/api/summaries', { method: 'POST', body });
    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toMatch(/^\/api\/runs\/[0-9a-f-]{36}$/);
  });

  test('that is empty is refused with the reason', async () => {
    await expect(real.client.summarize({ text: '  \n ' })).rejects.toMatchObject({ code: 'source_empty' });
  });

  test('streams through while the model still writes, and stops when it is cancelled', async () => {
    const modelProfileId = await addScripted();
    model.script({ chunks: ['The harbour ', 'opened again.'], fault: { kind: 'stall', afterChunks: 2 } });
    const run = await real.client.summarize({ text: article, modelProfileId });
    let state = followRun.start(run.id);
    for await (const event of real.client.runs.events(run.id)) {
      state = followRun.next(state, event);
      if (state.text === 'The harbour opened again.' && state.status === 'running') {
        await real.client.runs.cancel(run.id);
      }
    }
    expect(state.status).toBe('cancelled');
    const { items, total } = await real.client.issues.list();
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ kind: 'run-cancelled', runId: run.id });
  });

  test('can be tried again after it failed, under a new run', async () => {
    const modelProfileId = await addScripted();
    model.script({ fault: { kind: 'status', status: 401 } });
    const failed = await real.client.summarize({ text: article, modelProfileId });
    expect((await collect(failed.id)).state.error?.code).toBe('model_unauthorized');
    model.always({ text: 'The harbour of Lunde is open again after the storm, and the moorings will move.' });
    const again = await real.client.runs.retry(failed.id);
    expect(again.id).not.toBe(failed.id);
    expect((await collect(again.id)).state.status).toBe('succeeded');
    await expect(real.client.runs.retry(again.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the events of a run', () => {
  test('go on after the last one the reader has, by header or by query', async () => {
    const run = await real.client.summarize({ text: article });
    const { events } = await collect(run.id);
    expect((await collect(run.id, 2)).events).toEqual(events.slice(2));
    const path = `http://localhost/api/runs/${run.id}/events`;
    const byQuery = await (await real.server.fetch(new Request(`${path}?after=2`))).text();
    expect(byQuery).toMatch(/^id: 3\nevent: /);
    const headers = { 'last-event-id': '3' };
    const byHeader = await (await real.server.fetch(new Request(`${path}?after=1`, { headers }))).text();
    expect(byHeader).toMatch(/^id: 4\nevent: /);
    // The numbers are in a column of 32 bits. A larger number must not break the stream that starts with it.
    expect((await real.server.fetch(new Request(`${path}?after=${2 ** 31}`))).status).toBe(400);
  });

  test('let go of the engine when their reader leaves', async () => {
    const modelProfileId = await addScripted();
    model.script({ text: 'Endless', fault: { kind: 'endless' }, delayMs: 5 });
    const run = await real.client.summarize({ text: article, modelProfileId });
    const before = real.bus.subscribers();
    const leaving = new AbortController();
    let during = 0;
    for await (const event of real.client.runs.events(run.id, { signal: leaving.signal })) {
      if (event.type !== 'text-delta') continue;
      during = real.bus.subscribers();
      leaving.abort();
    }
    expect(during).toBe(before + 1);
    await expect.poll(() => real.bus.subscribers()).toBe(before);
    await real.client.runs.cancel(run.id);
  });

  test('are not opened by a HEAD request', async () => {
    const run = await real.client.summarize({ text: article });
    await collect(run.id);
    const before = real.bus.subscribers();
    const path = `http://localhost/api/runs/${run.id}/events`;
    const response = await real.server.fetch(new Request(path, { method: 'HEAD' }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(real.bus.subscribers()).toBe(before);
  });

  test.each(['-1', 'x', '1.5'])('cannot begin after “%s”', async (after) => {
    const run = await real.client.summarize({ text: article });
    const { problem } = await send(`/api/runs/${run.id}/events?after=${after}`);
    expect(problem?.code).toBe('invalid_input');
    expect(problem?.detail).toMatch(/^after: /);
  });
});

describe('changes', () => {
  test('tell everything once, then what changed', async () => {
    const everything = changeSchema.shape.what.options;
    const leaving = new AbortController();
    const before = real.bus.subscribers();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { what } of real.client.changes({ signal: leaving.signal })) seen.push(what);
    })();
    await expect.poll(() => real.bus.subscribers()).toBe(before + 1);
    expect(seen).toEqual(everything);
    await real.client.settings.patch({ storage: { summaryCap: 7 } });
    await expect.poll(() => seen.slice(everything.length)).toEqual(['settings']);
    leaving.abort();
    await reading;
    await expect.poll(() => real.bus.subscribers()).toBe(before);
  });
});

describe('model profiles', () => {
  test('may have a slash in their id', async () => {
    const id = await addScripted('local/team/scripted:1');
    expect((await real.client.models.get(id)).id).toBe('local/team/scripted:1');
    expect((await real.client.models.list()).map((profile) => profile.id)).toEqual(['builtin', id]);
    expect(await real.client.models.test(id)).toMatchObject({ ok: true });
    await real.client.models.remove(id);
    await expect(real.client.models.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keep their key to themselves', async () => {
    const input = modelProfileInputSchema.parse({
      id: 'keyed',
      name: 'Keyed',
      provider: 'openai-compatible',
      model: 'scripted',
      baseUrl: model.baseUrl('openai'),
      key: { kind: 'value', value: 'sk-very-secret' },
    });
    const put = {
      method: 'PUT',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    };
    const requests = [
      new Request('http://localhost/api/models/keyed', put),
      new Request('http://localhost/api/models/keyed'),
      new Request('http://localhost/api/models'),
    ];
    for (const request of requests) {
      const text = await (await real.server.fetch(request)).text();
      expect(text).toContain('"keyed"');
      expect(text).not.toContain('sk-very-secret');
    }
    expect((await real.client.models.get(input.id)).key).toEqual({ kind: 'stored' });
  });

  test('are not stored under another id than the address says', async () => {
    const body = JSON.stringify({ id: 'one', name: 'One', provider: 'ollama', model: 'llama' });
    const { problem } = await send('/api/models/two', { method: 'PUT', body });
    expect(problem).toMatchObject({ code: 'invalid_input' });
    expect(problem?.detail).toMatch(/^id: /);
  });
});

describe('settings, templates, issues and status', () => {
  test('are read and changed through the client', async () => {
    const patched = await real.client.settings.patch({ summaryAgent: { defaultTargetLanguage: 'de' } });
    expect(patched.summaryAgent).toMatchObject({ defaultTargetLanguage: 'de', defaultDetailLevel: 'medium' });
    expect(await real.client.settings.get()).toEqual(patched);
    expect((await real.client.templates.list()).items.map(({ id }) => id)).toContain('summary.default');
    expect(await real.client.health()).toMatchObject({ status: 'ok', version: '1.2.3', store: 'sqlite' });
    expect((await real.client.diagnosis()).checks).toContainEqual(
      expect.objectContaining({ name: 'database', state: 'ok' }),
    );
    expect((await send('/api/version')).response.status).toBe(200);
  });

  test('of issues: one is read by its id, and all are removed at once', async () => {
    const modelProfileId = await addScripted();
    model.script({ fault: { kind: 'status', status: 401 } });
    const failed = await real.client.summarize({ text: article, modelProfileId });
    await collect(failed.id);
    const [issue] = (await real.client.issues.list({ kind: 'run-failed' })).items;
    if (!issue) throw new Error('there is no issue');
    expect(await real.client.issues.get(issue.id)).toEqual(issue);
    expect(await real.client.issues.clear()).toBe(1);
    await expect(real.client.issues.get(issue.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('what is wrong with a request', () => {
  test.each([
    ['POST', '/api/summaries', '{"text":', /^body: not valid JSON/],
    ['POST', '/api/summaries', '{}', /^text: /],
    ['POST', '/api/summaries', '[]', /^body: /],
    ['POST', '/api/summaries', '{"text":"a","detailLevel":"huge"}', /^detailLevel: /],
    ['POST', '/api/summaries', '{"text":"a","modelProfileId":"../x"}', /^modelProfileId: /],
    ['POST', '/api/pages', '{"url":7}', /^url: /],
    ['PATCH', '/api/settings', '{"storage":{"summaryCap":0}}', /^storage\.summaryCap: /],
  ])('%s %s with %s is named by field and reason', async (method, path, body, words) => {
    const { response, problem } = await send(path, { method, body });
    expect(response.status).toBe(400);
    expect(problem?.code).toBe('invalid_input');
    expect(problem?.detail).toMatch(words);
  });

  test.each([
    '/api/runs/1',
    '/api/runs/..%2f..%2fetc',
    '/api/runs/018f4d4e-0000-7000-8000-00000000000z/events',
    '/api/issues/%00',
    '/api/models/%20',
    '/api/runs?limit=0',
    '/api/runs?limit=1000',
    '/api/runs?status=asleep',
    '/api/runs?cursor=nonsense',
  ])('GET %s is not valid', async (path) => {
    const { response, problem } = await send(path);
    expect(response.status).toBe(400);
    expect(problem?.code).toBe('invalid_input');
  });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/health'],
    ['GET', '/api/models/local/unescaped'],
    ['GET', '/api/runs/018f4d4e-0000-7000-8000-000000000000'],
    ['GET', '/api/runs/018f4d4e-0000-7000-8000-000000000000/events'],
    ['POST', '/api/runs/018f4d4e-0000-7000-8000-000000000000/cancel'],
    ['POST', '/api/runs/018f4d4e-0000-7000-8000-000000000000/retry'],
  ])('%s %s is not there', async (method, path) => {
    const { response, problem } = await send(path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problem?.code).toBe('not_found');
  });

  test('a body over the limit is refused', async () => {
    for (const [path, megabytes] of [
      ['/api/summaries', 49],
      ['/api/pages', 17],
    ] as const) {
      const body = JSON.stringify({ text: 'a'.repeat(megabytes * 1024 * 1024) });
      const { response, problem } = await send(path, { method: 'POST', body });
      expect({ path, status: response.status, code: problem?.code }).toEqual({
        path,
        status: 413,
        code: 'too_large',
      });
    }
  });

  test('a text over its limit is refused though the body is not', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(maxSourceCharacters + 1) });
    const { response, problem } = await send('/api/summaries', { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(problem?.detail).toMatch(/^text: /);
  });

  test('a failure that nobody foresaw gives a reference and is in the log', async () => {
    await real.close();
    real = await openRealServer({
      diagnose: async () => {
        throw new Error('the password is hunter2');
      },
    });
    const failure = await real.client.diagnosis().catch((error: unknown) => error);
    if (!(failure instanceof AppError)) throw new Error('it did not fail');
    expect(failure.code).toBe('internal');
    expect(failure.message).not.toContain('hunter2');
    const line = real.lines.find(({ level }) => level === 'error');
    expect(line?.fields.reference).toBe(failure.details?.reference);
  });
});

describe('every answer', () => {
  test.each(['/', '/api/health', '/api/nothing', '/assets/missing.js'])(
    'at %s forbids foreign scripts, framing, sniffing and referrers, and opens nothing to other origins',
    async (path) => {
      const { headers } = await real.server.fetch(new Request(`http://localhost${path}`));
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );

  test('to a foreign host or origin is a refusal, on every route', async () => {
    for (const path of ['/', '/api/health', '/api/openapi.json', '/assets/x.js']) {
      for (const headers of [
        { host: 'evil.example' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const request = new Request(`http://localhost${path}`, { headers });
        expect((await real.server.fetch(request)).status).toBe(403);
      }
    }
  });

  test('to a preflight of another origin is a refusal', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
    const request = new Request('http://localhost/api/settings', { method: 'OPTIONS', headers });
    expect((await real.server.fetch(request)).status).toBe(403);
  });

  test('wants the token where there is one', async () => {
    await real.close();
    real = await openRealServer({ token: 'open sesame' });
    await expect(real.client.health()).rejects.toMatchObject({ code: 'unauthorized' });
    const client = createClient({ fetch: real.server.fetch, token: 'open sesame' });
    expect((await client.health()).status).toBe('ok');
  });
});

test('an id that no schema would make is no way around the schemas', async () => {
  const hostile = '../models/builtin' as RunId;
  expect(runIdSchema.safeParse(hostile).success).toBe(false);
  await expect(real.client.runs.get(hostile)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(real.client.issues.get(issueIdSchema.parse(crypto.randomUUID()))).rejects.toMatchObject({
    code: 'not_found',
  });
});
