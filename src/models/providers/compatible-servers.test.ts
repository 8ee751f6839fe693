import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { createRemoteOpener } from '#models/providers/create-remote-opener.ts';
import { toAppError } from '#schema/app-error.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';

const request: ModelRequest = {
  system: 'Be brief.',
  history: [
    { role: 'user', text: 'Hello “there”' },
    { role: 'assistant', text: 'Good day 🪨' },
  ],
  prompt: 'Summarize this.',
  maxOutputTokens: 321,
  output: null,
  offline: null,
};

interface Received {
  body: string;
  headers: IncomingMessage['headers'];
}

let server: Server;
let url: string;
let received: Received[];
let answer: (response: ServerResponse) => void | Promise<void>;

beforeEach(async () => {
  received = [];
  server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      received.push({ body, headers: incoming.headers });
      return answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function profileWith(fields: object = {}): Model['profile'] {
  const named = { id: 'c', name: 'C', provider: 'openai-compatible', model: 'm-1', baseUrl: url, ...fields };
  return modelProfileInputSchema.omit({ key: true }).parse(named);
}

function partsOf(given = request, { key = null as string | null, fields = {} } = {}) {
  return createRemoteOpener()(profileWith(fields), key).stream(given, new AbortController().signal);
}

interface Outcome {
  text: string;
  isReasoned: boolean;
  finish: ModelPart | null;
  code: string | null;
}

async function outcomeOf(parts: AsyncIterable<ModelPart>): Promise<Outcome> {
  const outcome: Outcome = { text: '', isReasoned: false, finish: null, code: null };
  try {
    for await (const part of parts) {
      if (part.type === 'text') outcome.text += part.text;
      else if (part.type === 'reasoning') outcome.isReasoned = true;
      else outcome.finish = part;
    }
  } catch (error) {
    outcome.code = toAppError(error).code;
  }
  return outcome;
}

const eventOf = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const chunkOf = (delta: object | null, finish_reason: string | null = null, rest: object = {}) =>
  eventOf({ id: 'x', model: 'm-2', choices: [{ index: 0, delta, finish_reason }], ...rest });
const usage = {
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } },
};
const words = chunkOf({ role: 'assistant', content: 'Ünï ' }) + chunkOf({ content: '石英 🪨' });
const end = chunkOf({}, 'stop') + eventOf(usage) + eventOf('[DONE]');

function answerWith(...pieces: (string | Uint8Array)[]): void {
  answer = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces)
      await new Promise<void>((resolve) => {
        response.write(piece, () => setImmediate(resolve));
      });
    response.end();
  };
}

describe('the request', () => {
  const shape = z.object({ title: z.string(), tags: z.array(z.string()).optional() });
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello “there”' },
    { role: 'assistant', content: 'Good day 🪨' },
    { role: 'user', content: 'Summarize this.' },
  ];
  const usual = {
    model: 'm-1',
    max_tokens: 321,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  };

  test.each<[string, ModelRequest, object, object]>([
    ['free text', request, {}, usual],
    ['a temperature', request, { temperature: 0.3 }, { ...usual, temperature: 0.3 }],
    ['no system message', { ...request, system: ' ' }, {}, { ...usual, messages: messages.slice(1) }],
  ])('for %s has no more than was asked for', async (_name, given, fields, body) => {
    answerWith(words, end);
    await outcomeOf(partsOf(given, { fields }));
    expect(received.map((each) => JSON.parse(each.body))).toEqual([body]);
  });

  test('for an object has its schema, which is not strict: a key may be missing', async () => {
    answerWith(chunkOf({ content: '{"title":"t"}' }), end);
    await outcomeOf(partsOf({ ...request, output: shape }));
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { strict: false, schema: { type: 'object', required: ['title'] } },
      },
    });
  });

  test.each([
    ['sk-test', 'Bearer sk-test'],
    [null, undefined],
  ])('with the key %s has the header %s', async (key, header) => {
    answerWith(words, end);
    await outcomeOf(partsOf(request, { key }));
    expect(received[0]?.headers.authorization).toBe(header);
  });

  test('is repeated without a format that the server refuses', async () => {
    const texts = [chunkOf({ content: '{}' }), end];
    answer = (response) => {
      if (received.length === 2) {
        answerWith(...texts);
        return answer(response);
      }
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"response_format is not supported"}}');
    };
    expect(await outcomeOf(partsOf({ ...request, output: shape }))).toMatchObject({
      text: '{}',
      code: null,
    });
    expect(received.map(({ body }) => body.includes('json_schema'))).toEqual([true, false]);
  });
});

describe('an answer', () => {
  const all = words + end;

  test('has its text, the name of its model, its reason and its usage', async () => {
    answerWith(all);
    expect(await outcomeOf(partsOf())).toEqual({
      text: 'Ünï 石英 🪨',
      isReasoned: false,
      code: null,
      finish: {
        type: 'finish',
        reason: 'stop',
        model: 'm-2',
        usage: { inputTokens: 12, cachedInputTokens: 4, outputTokens: 5 },
      },
    });
  });

  test('is the same wherever it is cut, even inside a letter', async () => {
    const bytes = Buffer.from(words);
    for (let at = 40; at < bytes.length; at += 7) {
      answerWith(bytes.subarray(0, at), bytes.subarray(at), end);
      expect((await outcomeOf(partsOf())).text).toBe('Ünï 石英 🪨');
    }
  });

  const said = 'Ünï 石英 🪨';
  const counted = { inputTokens: 12, cachedInputTokens: 4, outputTokens: 5 };

  test.each<[string, string[], { text?: string; isReasoned?: boolean; reason?: string; usage?: object }]>([
    ['CRLF and comments', [`: ping\r\n\r\n${all.replaceAll('\n', '\r\n')}`], { usage: counted }],
    ['no [DONE]', [words + chunkOf({}, 'stop')], {}],
    ['no usage', [words + chunkOf({}, 'stop') + eventOf('[DONE]')], {}],
    [
      'usage of zeros',
      [words, chunkOf({}, 'stop', { usage: { prompt_tokens: 0, completion_tokens: 0 } })],
      {},
    ],
    [
      'usage with nulls',
      [words, chunkOf({}, 'stop', { usage: { prompt_tokens: null, completion_tokens: 3 } })],
      { usage: { inputTokens: null, cachedInputTokens: 0, outputTokens: 3 } },
    ],
    [
      'reasoning',
      [chunkOf({ reasoning_content: 'Hm.' }), chunkOf({ reasoning: 'Hm.' }), all],
      { isReasoned: true, usage: counted },
    ],
    [
      'thinking parts',
      [chunkOf({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }), all],
      { isReasoned: true, usage: counted },
    ],
    [
      'text parts',
      [chunkOf({ content: [{ type: 'text', text: 'Yes. ' }, { type: 'other' }] }), all],
      { text: `Yes. ${said}`, usage: counted },
    ],
    [
      'a refusal',
      [chunkOf({ refusal: 'No.' }), chunkOf({}, 'stop')],
      { text: 'No.', reason: 'content-filter' },
    ],
    ['a limit', [words + chunkOf({}, 'length')], { reason: 'length' }],
    ['a filter', [words + chunkOf({}, 'content_filter')], { reason: 'content-filter' }],
    ['tool calls', [words + chunkOf({}, 'tool_calls')], { reason: 'other' }],
    ['an unknown reason', [words + chunkOf({}, 'eos')], { reason: 'other' }],
    [
      'nulls',
      [chunkOf({ content: null, reasoning: null, refusal: null }), chunkOf(null, 'stop')],
      { text: '' },
    ],
  ])('with %s is read', async (_name, pieces, { text: read = said, isReasoned = false, ...finish }) => {
    answerWith(...pieces);
    const { reason = 'stop', usage: reported = null } = finish;
    expect(await outcomeOf(partsOf())).toEqual({
      text: read,
      isReasoned,
      code: null,
      finish: { type: 'finish', reason, model: 'm-2', usage: reported },
    });
  });

  test.each<[code: string, string, string[]]>([
    ['model_stream_cut', 'no finish reason', [words + eventOf('[DONE]')]],
    ['model_stream_cut', 'nothing', ['']],
    ['model_stream_cut', 'half an event at its end', [words, 'data: {"choices":[{"del']],
    ['model_unavailable', 'an error', [words, eventOf({ error: { message: 'Overloaded', code: 503 } })]],
    [
      'model_unavailable',
      'an error with a code of its own',
      [words, eventOf({ error: { message: 'No credit', code: 'insufficient_quota' } })],
    ],
    ['model_unavailable', 'an error without a code', [words, eventOf({ error: { message: 'Boom' } })]],
    ['model_bad_response', 'an error of another shape', [words, eventOf({ error: 'Boom' }), end]],
    ['model_bad_response', 'no JSON', [words, eventOf('{"choices"'), end]],
    ['model_bad_response', 'JSON that is no chunk', [words, eventOf('[]'), end]],
    ['model_bad_response', 'a chunk without choices', [words, eventOf({ id: 'x' }), end]],
    ['model_bad_response', 'content of another type', [chunkOf({ content: 7 }), end]],
    ['model_bad_response', 'reasoning of another type', [chunkOf({ reasoning: 7 }), end]],
    [
      'model_bad_response',
      'a reason of another type',
      [eventOf({ choices: [{ delta: {}, finish_reason: 7 }] }), end],
    ],
  ])('fails with %s for %s', async (code, _name, pieces) => {
    answerWith(...pieces);
    expect(await outcomeOf(partsOf())).toMatchObject({ code, finish: null });
  });

  test('whose reader leaves closes its socket', async () => {
    let isClosed = false;
    answer = (response) => {
      response.once('close', () => (isClosed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(words);
    };
    for await (const part of partsOf()) if (part.type === 'text') break;
    await expect.poll(() => isClosed).toBe(true);
  });

  test('that was read leaves its connection for the next call', async () => {
    answerWith(all);
    const model = createRemoteOpener()(profileWith(), null);
    const sockets = new Set<unknown>();
    server.on('connection', (socket) => sockets.add(socket));
    for (let n = 0; n < 10; n += 1)
      expect((await outcomeOf(model.stream(request, new AbortController().signal))).code).toBeNull();
    // The end of a body may be read just before its connection is free.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['model_rate_limited', 429, { 'retry-after': '7' }, '{"error":{"message":"Slow down","code":"rate"}}'],
  ['model_context_exceeded', 400, {}, '{"error":{"message":"too long","code":"context_length_exceeded"}}'],
  ['model_refused', 429, {}, '{"error":{"message":"No credit","code":"insufficient_quota"}}'],
  ['model_unauthorized', 401, {}, '{"error":{"message":"bad key sk-1"}}'],
  ['model_unavailable', 500, {}, 'no JSON at all'],
  ['model_unavailable', 503, {}, ''],
  ['model_not_found', 404, {}, '{"error":"as a text"}'],
  ['model_bad_response', 204, {}, ''],
])('%s names the status %d with %j and the body %s', async (code, status, headers, body) => {
  answer = (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
  const error = await Array.fromAsync(partsOf()).then(() => null, toAppError);
  expect(error).toMatchObject({ code });
  expect(error?.retryAfterMs).toBe(status === 429 && 'retry-after' in headers ? 7000 : undefined);
  // A key that the server repeats is not shown.
  expect(error?.message).not.toContain('sk-1');
});
