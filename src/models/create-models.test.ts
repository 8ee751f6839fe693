import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { localTextWork } from '#engine/local-text-work.ts';
import type { Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { modelProfileInputSchema, type StoredProfile } from '#schema/models/model-profile.ts';
import { createModelStore } from '#tests/fixtures/model-store.ts';
import type { Fault, Protocol } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { createModels } from './create-models.ts';

const key = 'sk-secret-0123456789';
const request: ModelRequest = {
  system: 'Be brief.',
  history: [],
  prompt: 'Summarize this.',
  maxOutputTokens: 321,
  output: null,
  offline: null,
};
const getPrimary = async () => builtinModelProfileId;
const cases: { provider: StoredProfile['provider']; protocol: Protocol; header: string }[] = [
  { provider: 'openai', protocol: 'openai', header: 'authorization' },
  { provider: 'openai-compatible', protocol: 'openai', header: 'authorization' },
  { provider: 'anthropic', protocol: 'anthropic', header: 'x-api-key' },
  { provider: 'google', protocol: 'google', header: 'x-goog-api-key' },
  { provider: 'ollama', protocol: 'ollama', header: 'authorization' },
];

let server: ScriptedModel;
beforeEach(async () => {
  server = await startScriptedModel();
});
afterEach(() => server.close());

describe.each(cases)('a model of the provider $provider', ({ provider, protocol, header }) => {
  const open = (fields: object = {}): Promise<Model> =>
    openWith({ provider, model: 'm-1', baseUrl: server.baseUrl(protocol), ...fields });

  test('streams the answer part by part and ends with reason, model and usage', async () => {
    server.script({
      chunks: ['Alpha ', 'beta', ' gamma.'],
      model: 'm-1-really',
      usage: { inputTokens: 40, cachedInputTokens: protocol === 'ollama' ? 0 : 10, outputTokens: 3 },
    });
    const parts = await read(await open());
    expect(textsOf(parts)).toEqual(['Alpha ', 'beta', ' gamma.']);
    expect(parts.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      model: provider === 'google' ? expect.stringContaining('m-1') : 'm-1-really',
      usage: { inputTokens: 40, cachedInputTokens: protocol === 'ollama' ? 0 : 10, outputTokens: 3 },
    });
  });

  test('sends system text, prompt, output limit and key', async () => {
    await read(await open());
    const [sent] = server.requests;
    expect(sent).toMatchObject({ protocol, model: 'm-1', system: 'Be brief.', prompt: 'Summarize this.' });
    expect(JSON.stringify(sent?.body)).toContain('321');
    expect(sent?.headers[header]).toContain(key);
  });

  test('sends what was said before the prompt, in order', async () => {
    const history = [
      { role: 'user' as const, text: 'First question.' },
      { role: 'assistant' as const, text: 'First answer.' },
    ];
    await Array.fromAsync((await open()).stream({ ...request, history }, new AbortController().signal));
    const body = JSON.stringify(server.requests[0]?.body);
    const places = ['First question.', 'First answer.', 'Summarize this.'].map((text) => body.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('asks for an object by its schema, and streams it', async () => {
    const output = z.object({ title: z.string(), notes: z.string().optional() });
    server.script({ chunks: ['{"title":', '"Ferry"}'] });
    const model = await open();
    const parts = await Array.fromAsync(model.stream({ ...request, output }, new AbortController().signal));
    expect(textsOf(parts).join('')).toBe('{"title":"Ferry"}');
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).toContain('"title"');
    expect(body).toMatch(/"(json_schema|output_config|output_format|responseJsonSchema|format)":/i);
  });

  test('asks again without the schema where the server does not know it', async () => {
    const output = z.object({ title: z.string() });
    const fault = { kind: 'status' as const, status: 400, message: 'This response format is unavailable.' };
    server.script({ fault }, { text: '{"title":"Ferry"}' });
    const model = await open();
    const parts = await Array.fromAsync(model.stream({ ...request, output }, new AbortController().signal));
    expect(textsOf(parts).join('')).toBe('{"title":"Ferry"}');
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('"title"');
  });

  test('sends no header for a key when the profile has none', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('GOOGLE_GENERATIVE_AI_API_KEY', 'sk-from-the-environment');
    try {
      await read(await open({ key: { kind: 'none' } }));
    } finally {
      vi.unstubAllEnvs();
    }
    expect(server.requests[0]?.headers).not.toHaveProperty(header);
    expect(JSON.stringify(server.requests[0])).not.toContain('sk-from-the-environment');
  });

  test('reports an answer that was cut off at the output limit as such', async () => {
    server.script({ text: 'half an ans', finish: 'length' });
    expect((await read(await open())).at(-1)).toMatchObject({ type: 'finish', reason: 'length' });
  });

  test('reports no usage when the provider reported none', async () => {
    server.script({ text: 'hello', usage: null });
    expect((await read(await open())).at(-1)).toMatchObject({ type: 'finish', usage: null });
  });

  test('an answer without a word ends with a finish and no text', async () => {
    server.script({ fault: { kind: 'empty' } });
    const parts = await read(await open());
    expect(parts.map((part) => part.type)).toEqual(['finish']);
  });

  test.each([
    [400, 'model_refused'],
    [401, 'model_unauthorized'],
    [403, 'model_unauthorized'],
    [404, 'model_not_found'],
    [408, 'model_unavailable'],
    [409, 'model_unavailable'],
    [422, 'model_refused'],
    [500, 'model_unavailable'],
    [503, 'model_unavailable'],
  ] as const)('status %i becomes %s after one request', async (status, code) => {
    server.script({ fault: { kind: 'status', status, message: 'the words of the provider' } });
    const error = await failure(await open());
    expect(error).toMatchObject({ code, details: { status } });
    if (code !== 'model_unauthorized') expect(error.message).toContain('the words of the provider');
    expect(server.requests).toHaveLength(1);
  });

  test('status 429 becomes model_rate_limited with the time to wait', async () => {
    server.script({ fault: { kind: 'status', status: 429, retryAfter: 7 } });
    expect(await failure(await open())).toMatchObject({ code: 'model_rate_limited', retryAfterMs: 7000 });
  });

  test.each<[string, Fault, string]>([
    ['a cut socket', { kind: 'cut', afterChunks: 2 }, 'model_stream_cut'],
    ['an end without a finish reason', { kind: 'no-finish', afterChunks: 2 }, 'model_stream_cut'],
    ['an error inside the answer', { kind: 'stream-error', afterChunks: 2 }, 'model_unavailable'],
  ])('%s after some text gives the text, then an error', async (_name, fault, code) => {
    server.script({ chunks: ['one ', 'two ', 'three'], fault });
    const texts: string[] = [];
    const error = await failure(await open(), texts);
    expect([error.code, texts]).toEqual([code, ['one ', 'two ']]);
  });

  test.each<[string, Fault, string]>([
    ['a cut before the first word', { kind: 'cut', afterChunks: 0 }, 'model_stream_cut'],
    ['an end before the first word', { kind: 'no-finish', afterChunks: 0 }, 'model_stream_cut'],
    ['an error before the first word', { kind: 'stream-error', afterChunks: 0 }, 'model_unavailable'],
    ['a web page', { kind: 'html' }, 'model_bad_response'],
    ['broken JSON', { kind: 'invalid-json' }, 'model_bad_response'],
  ])('%s is an error', async (_name, fault, code) => {
    server.script({ fault });
    expect((await failure(await open())).code).toBe(code);
  });

  test('a redirect is not followed, so the key goes nowhere else', async () => {
    await using elsewhere = await startElsewhere();
    server.script({
      fault: { kind: 'redirect', location: `${elsewhere.model.url}/v1/chat/completions?k=1` },
    });
    const error = await failure(await open());
    expect(error.code).toBe('model_redirected');
    expect(error.message).toContain(elsewhere.model.url);
    expect(elsewhere.model.requests).toHaveLength(0);
  });

  test('a server that is not there is unreachable', async () => {
    const model = await open();
    await server.close();
    expect(await failure(model)).toMatchObject({ code: 'model_unreachable', retry: true });
    server = await startScriptedModel();
  });

  test('a cancel reaches the server while it streams', async () => {
    server.script({ fault: { kind: 'endless' }, delayMs: 5 });
    const cancel = new AbortController();
    const reason = new AppError('run_timeout', 'too long');
    const reading = (await open()).stream(request, cancel.signal)[Symbol.asyncIterator]();
    await reading.next();
    cancel.abort(reason);
    await expect(drain(reading)).rejects.toBe(reason);
    await expect.poll(() => server.requests[0]?.closedByClient, { interval: 5 }).toBe(true);
  });

  test('a cancel reaches the server while it is silent', async () => {
    server.script({ text: 'never', firstTokenDelayMs: 60_000 });
    const cancel = new AbortController();
    const reading = read(await open(), cancel.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    cancel.abort();
    await expect(reading).rejects.toMatchObject({ code: 'run_cancelled' });
    await expect.poll(() => server.requests[0]?.closedByClient).toBe(true);
  });

  test('a reader that leaves early closes the socket', async () => {
    server.script({ fault: { kind: 'endless' }, delayMs: 5 });
    for await (const part of (await open()).stream(request, new AbortController().signal)) {
      if (part.type === 'text') break;
    }
    await expect.poll(() => server.requests[0]?.closedByClient).toBe(true);
  });

  test.each([400, 401, 500])(
    'a key that the provider quotes with status %i is in no error',
    async (status) => {
      server.script({ fault: { kind: 'status', status, message: `the key ${key} is wrong` } });
      expect(everythingIn(await failure(await open()))).not.toContain(key);
    },
  );

  test('a key that the provider quotes inside its answer is in no error', async () => {
    server.script({ fault: { kind: 'stream-error', afterChunks: 0, message: `bad key ${key}` } });
    expect(everythingIn(await failure(await open()))).not.toContain(key);
  });

  test('neither the prompt nor the source stays in the error', async () => {
    server.script({ fault: { kind: 'status', status: 400 } });
    expect(everythingIn(await failure(await open()))).not.toContain('Summarize this.');
  });

  test('nothing is written to the terminal, whatever happens', async () => {
    const written: unknown[] = [];
    const onWarning = (warning: Error): number => written.push(warning);
    const spies = (['error', 'warn', 'log', 'info'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...words) => void written.push(words)),
    );
    process.on('warning', onWarning);
    try {
      await read(await open({ model: 'gpt-5', temperature: 1.5, maxOutputTokens: 900_000 }));
      server.script({ fault: { kind: 'status', status: 500 } }, { fault: { kind: 'cut', afterChunks: 0 } });
      await failure(await open());
      await failure(await open());
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('warning', onWarning);
      for (const spy of spies) spy.mockRestore();
    }
    expect(written).toEqual([]);
  });
});

test.each(cases.filter(({ protocol }) => protocol !== 'ollama'))(
  'a content filter of $provider is reported as such',
  async ({ provider, protocol }) => {
    server.script({ text: 'half an ans', finish: 'content_filter' });
    const model = await openWith({ provider, model: 'm-1', baseUrl: server.baseUrl(protocol) });
    expect((await read(model)).at(-1)).toMatchObject({ type: 'finish', reason: 'content-filter' });
  },
);

test.each(cases.filter(({ provider }) => provider !== 'openai'))(
  'hidden thinking of $provider is a sign of life without text',
  async ({ provider, protocol }) => {
    server.script({ thinking: ['hm ', 'well'], text: 'Done.' });
    const model = await openWith({ provider, model: 'm-1', baseUrl: server.baseUrl(protocol) });
    const parts = await read(model);
    expect(parts.filter((part) => part.type === 'reasoning').length).toBeGreaterThanOrEqual(2);
    expect(textsOf(parts).join('')).toBe('Done.');
  },
);

test('Ollama is told the size of the context and of the answer', async () => {
  const profile = { provider: 'ollama', model: 'm', baseUrl: `${server.url}/api/`, contextTokens: 12_345 };
  await read(await openWith({ ...profile, temperature: 0.5 }));
  expect(server.requests[0]).toMatchObject({
    path: '/api/chat',
    body: { stream: true, options: { num_ctx: 12_345, num_predict: 321, temperature: 0.5 } },
  });
});

test.each([
  ['openai', '/v1/chat/completions'],
  ['anthropic', '/v1/messages'],
  ['google', '/v1beta/models/m:streamGenerateContent?alt=sse'],
  ['openai-compatible', '/chat/completions'],
])('a base URL of %s that names only a host is called at %s', async (provider, path) => {
  await read(await openWith({ provider, model: 'm', baseUrl: `${server.url}/` }));
  expect(server.requests[0]?.path).toBe(path);
});

test('an unknown id is not configured', async () => {
  const models = createModels({
    store: createModelStore(),
    secretKey: new Uint8Array(32),
    env: {},
    getPrimary,
    textWork: localTextWork,
  });
  await expect(models.open(modelProfileIdSchema.parse('nope'))).rejects.toMatchObject({
    code: 'model_not_configured',
  });
});

test('a prompt over the context and an empty account are named by the provider’s code', async () => {
  const model = await openWith({ provider: 'openai', model: 'm', baseUrl: server.baseUrl('openai') });
  const body = (code: string): string =>
    JSON.stringify({ error: { message: 'no', type: 'x', param: null, code } });
  server.script(
    { fault: { kind: 'status', status: 400, body: body('context_length_exceeded') } },
    { fault: { kind: 'status', status: 429, body: body('insufficient_quota') } },
  );
  expect((await failure(model)).code).toBe('model_context_exceeded');
  expect(await failure(model)).toMatchObject({ code: 'model_refused', retry: false });
});

function openWith(fields: object): Promise<Model> {
  const { key: storedKey, ...rest } = fields as { key?: StoredProfile['key'] };
  const parsed = modelProfileInputSchema.omit({ key: true }).parse({ id: 'p', name: 'P', ...rest });
  const origin = new URL(parsed.baseUrl ?? '').origin;
  const profile: StoredProfile = {
    ...parsed,
    key: storedKey ?? { kind: 'env', name: 'TEST_KEY', origin },
    createdAt: 0,
    updatedAt: 0,
  };
  const store = createModelStore();
  store.profiles.set(profile.id, profile);
  const env = { TEST_KEY: key };
  return createModels({
    store,
    secretKey: new Uint8Array(32),
    env,
    getPrimary,
    textWork: localTextWork,
  }).open(profile.id);
}

async function read(model: Model, signal = new AbortController().signal): Promise<ModelPart[]> {
  return Array.fromAsync(model.stream(request, signal));
}

async function failure(model: Model, texts: string[] = []): Promise<AppError> {
  try {
    for await (const part of model.stream(request, new AbortController().signal)) {
      if (part.type === 'text') texts.push(part.text);
    }
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  }
  throw new Error('the stream was expected to fail');
}

async function drain(parts: AsyncIterator<ModelPart>): Promise<void> {
  while (!(await parts.next()).done);
}

function textsOf(parts: ModelPart[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** Returns everything that a logger or serializer could get out of an error. */
function everythingIn(error: AppError): string {
  return (
    inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + JSON.stringify(error.details)
  );
}

async function startElsewhere(): Promise<{ model: ScriptedModel } & AsyncDisposable> {
  const model = await startScriptedModel();
  return { model, [Symbol.asyncDispose]: () => model.close() };
}
