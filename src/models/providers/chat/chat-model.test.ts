import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Model, ModelPart, ModelRequest } from '#engine/ports.ts';
import { classifyError } from '#models/providers/classify-error.ts';
import { createRemoteOpener } from '#models/providers/create-remote-opener.ts';
import { streamParts } from '#models/providers/stream-parts.ts';
import { createUpstreamAgent, createUpstreamFetch } from '#models/providers/upstream-fetch.ts';
import { toAppError } from '#schema/app-error.ts';
import { modelProfileInputSchema } from '#schema/models/model-profile.ts';
import { callSettingsOf } from '#schema/models/profile-numbers.ts';

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

function ownParts(given = request, { key = null as string | null, fields = {} } = {}) {
  return createRemoteOpener()(profileWith(fields), key).stream(given, new AbortController().signal);
}

/** As the SDK asks and reads. */
function sdkParts(given = request, { key = null as string | null, fields = {} } = {}) {
  const profile = profileWith(fields);
  const { origin } = new URL(url);
  const fetch = createUpstreamFetch({
    agent: createUpstreamAgent(),
    origin,
    hasKey: key !== null,
    streamFormat: 'sse',
  });
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    apiKey: key ?? '',
    baseURL: url,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const { signal } = new AbortController();
  return streamParts({ model: provider('m-1'), request: given, settings: callSettingsOf(profile), signal });
}

/** Its errors named as those of every provider. */
async function* guardedSdk(): AsyncGenerator<ModelPart> {
  try {
    yield* sdkParts();
  } catch (error) {
    throw classifyError(error, { host: new URL(url).host, redact: (text) => text });
  }
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
  test.each([
    ['free text', request, {}],
    ['a temperature', request, { fields: { temperature: 0.3 } }],
    ['no system message', { ...request, system: ' ' }, {}],
    ['an object', { ...request, output: shape }, {}],
    ['a key', request, { key: 'sk-test' }],
    ['a key that is empty', request, { key: '' }],
  ])('for %s is the one that the SDK sends', async (_name, given, options) => {
    answerWith(chunkOf({ content: '{"title":"t"}' }), end);
    await outcomeOf(ownParts(given, options));
    await outcomeOf(sdkParts(given, options));
    const [own, sdk] = received;
    expect(own?.body).toBe(sdk?.body);
    const about = (of?: Received) => {
      const { authorization, accept, 'content-type': type } = of?.headers ?? {};
      return { authorization, accept, type };
    };
    expect(about(own)).toEqual(about(sdk));
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
    expect(await outcomeOf(ownParts({ ...request, output: shape }))).toMatchObject({
      text: '{}',
      code: null,
    });
    expect(received.map(({ body }) => body.includes('json_schema'))).toEqual([true, false]);
  });
});

describe('an answer', () => {
  const words = chunkOf({ role: 'assistant', content: 'Ünï ' }) + chunkOf({ content: '石英 🪨' });
  const all = words + end;

  test('has its text, the name of its model, its reason and its usage', async () => {
    answerWith(all);
    expect(await outcomeOf(ownParts())).toEqual({
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
      expect((await outcomeOf(ownParts())).text).toBe('Ünï 石英 🪨');
    }
  });

  test.each<[string, string[]]>([
    ['CRLF and comments', [`: ping\r\n\r\n${all.replaceAll('\n', '\r\n')}`]],
    ['no [DONE]', [words + chunkOf({}, 'stop')]],
    ['no usage', [words + chunkOf({}, 'stop') + eventOf('[DONE]')]],
    ['usage of zeros', [words, chunkOf({}, 'stop', { usage: { prompt_tokens: 0, completion_tokens: 0 } })]],
    [
      'usage with nulls',
      [words, chunkOf({}, 'stop', { usage: { prompt_tokens: null, completion_tokens: 3 } })],
    ],
    ['no finish reason', [words + eventOf('[DONE]')]],
    ['nothing', ['']],
    ['half an event at its end', [words, 'data: {"choices":[{"del']],
    ['reasoning', [chunkOf({ reasoning_content: 'Hm.' }), chunkOf({ reasoning: 'Hm.' }), all]],
    [
      'thinking parts',
      [chunkOf({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }), all],
    ],
    ['text parts', [chunkOf({ content: [{ type: 'text', text: 'Yes.' }, { type: 'other' }] }), all]],
    ['a refusal', [chunkOf({ refusal: 'No.' }), chunkOf({}, 'stop')]],
    ['a limit', [words + chunkOf({}, 'length')]],
    ['a filter', [words + chunkOf({}, 'content_filter')]],
    ['tool calls', [chunkOf({ content: 'a' }), chunkOf({}, 'tool_calls')]],
    ['an unknown reason', [words + chunkOf({}, 'eos')]],
    ['nulls', [chunkOf({ content: null, reasoning: null, refusal: null }), chunkOf(null, 'stop')]],
    ['an error', [words, eventOf({ error: { message: 'Overloaded', code: 503 } })]],
    [
      'an error of the account',
      [words, eventOf({ error: { message: 'No credit', code: 'insufficient_quota' } })],
    ],
    ['an error without a code', [words, eventOf({ error: { message: 'Boom' } })]],
    ['an error of another shape', [words, eventOf({ error: 'Boom' }), end]],
    ['no JSON', [words, eventOf('{"choices"'), end]],
    ['JSON that is no chunk', [words, eventOf('[]'), end]],
    ['a chunk without choices', [words, eventOf({ id: 'x' }), end]],
    ['content of another type', [chunkOf({ content: 7 }), end]],
    ['reasoning of another type', [chunkOf({ reasoning: 7 }), end]],
    ['a reason of another type', [eventOf({ choices: [{ delta: {}, finish_reason: 7 }] }), end]],
  ])('with %s is read as the SDK reads it', async (_name, pieces) => {
    answerWith(...pieces);
    const own = await outcomeOf(ownParts());
    const sdk = await outcomeOf(guardedSdk());
    expect(own).toEqual(sdk);
  });

  test('whose reader leaves closes its socket', async () => {
    let isClosed = false;
    answer = (response) => {
      response.once('close', () => (isClosed = true));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(words);
    };
    for await (const part of ownParts()) if (part.type === 'text') break;
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
  [429, { 'retry-after': '7' }, '{"error":{"message":"Slow down","code":"rate"}}'],
  [400, {}, '{"error":{"message":"too long","code":"context_length_exceeded"}}'],
  [429, {}, '{"error":{"message":"No credit","code":"insufficient_quota"}}'],
  [401, {}, '{"error":{"message":"bad key sk-1"}}'],
  [500, {}, 'no JSON at all'],
  [503, {}, ''],
  [404, {}, '{"error":"as a text"}'],
  [204, {}, ''],
])('status %d with %j and the body %s is named as through the SDK', async (status, headers, body) => {
  answer = (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
  const nameOf = async (parts: AsyncIterable<ModelPart>) => {
    const error = await Array.fromAsync(parts).then(() => null, toAppError);
    return { code: error?.code, message: error?.message, wait: error?.retryAfterMs, details: error?.details };
  };
  const own = await nameOf(ownParts());
  expect(own).toEqual(await nameOf(guardedSdk()));
  expect(own.code).toMatch(/^model_/);
});
