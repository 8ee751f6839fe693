import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { answerProblem } from '#server/problem.ts';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { parseBody } from './parse-body.ts';
import { maxBodyBytesOf, readBody } from './read-body.ts';

const path = '/api/sessions/init';
const maxBytes = 256 * 1024;

const app = new Hono();
app.onError((error, c) => answerProblem(error, c, createLineLog().log));
app.use(readBody(async (bytes) => parseBody(bytes)));
app.post(path, async (c) => c.json({ json: await c.req.json(), text: await c.req.text() }));

function streamOf(chunks: Iterable<Uint8Array>, onCancel = () => {}) {
  const left = chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = left.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: onCancel,
  });
}

async function post(body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${path}`, { method: 'POST', body, headers, duplex: 'half' });
  const response = await app.fetch(request);
  return { status: response.status, text: await response.text() };
}

describe('a body', () => {
  test('that states a length over the limit is not even read', async () => {
    expect((await post('"small"', { 'content-length': String(maxBytes + 1) })).status).toBe(413);
  });

  test('of no stated length is read to its end without being kept, so that its connection stays whole', async () => {
    let cancelled = false;
    let given = 0;
    const chunks = (function* () {
      for (; given < 100; given++) yield new Uint8Array(16 * 1024).fill(0x20);
    })();
    expect((await post(streamOf(chunks, () => (cancelled = true)))).status).toBe(413);
    expect({ given, cancelled }).toEqual({ given: 100, cancelled: false });
  });

  test('without an end is given up', async () => {
    const chunk = new Uint8Array(4 * 1024 * 1024);
    const endless = (function* () {
      for (;;) yield chunk;
    })();
    expect((await post(streamOf(endless))).status).toBe(413);
  });

  test('of no stated length within the limit arrives whole, though split inside a letter', async () => {
    const bytes = new TextEncoder().encode('"é"');
    const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await post(streamOf(chunks))).toEqual({ status: 200, text: '{"json":"é","text":"\\"é\\""}' });
  });

  test('that is empty, or no JSON, is refused in words', async () => {
    expect(await post('')).toMatchObject({
      status: 400,
      text: expect.stringContaining('body: must not be empty.'),
    });
    expect(await post('{')).toMatchObject({ status: 400, text: expect.stringContaining('not valid JSON') });
  });
});

test.each([
  ['POST', '/api/summaries', 48],
  ['POST', '/mcp', 48],
  ['PUT', '/api/threads/x/messages/y', 3],
  ['POST', '/api/sessions/summarize/ingest', 0.25],
  ['POST', '/api/sessions/import', 16],
  ['PATCH', '/api/settings', 1],
  ['DELETE', '/api/summaries', 1],
  ['POST', '/api/nothing/at/all', 1],
])('%s %s takes at most %d MiB', (method, at, mib) => {
  expect(maxBodyBytesOf(method, at)).toBe(mib * 1024 * 1024);
});
