import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLineLog } from '#tests/fixtures/open-real-server.ts';
import { limitBody } from './limit-body.ts';
import { answerProblem } from './problem.ts';

const app = new Hono();
app.onError((error, c) => answerProblem(error, c, createLineLog().log));
app.use(limitBody(() => 1024));
app.post('/', async (c) => c.text(await c.req.text()));

function streamOf(chunks: string[], onCancel: () => void) {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
    cancel: onCancel,
  });
}

async function post(body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' });
  const response = await app.fetch(request);
  return { status: response.status, text: await response.text() };
}

test('a body that states a length over the limit is not even read', async () => {
  expect((await post('small', { 'content-length': '1025' })).status).toBe(413);
});

test('a body of no stated length is read to the limit and no further', async () => {
  let cancelled = false;
  const endless = Array.from({ length: 1000 }, () => 'x'.repeat(100));
  expect((await post(streamOf(endless, () => (cancelled = true)))).status).toBe(413);
  expect(cancelled).toBe(true);
});

test('a body of no stated length within the limit arrives whole, though split inside a letter', async () => {
  const [first = 0, second = 0] = new TextEncoder().encode('é');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Uint8Array.of(first));
      controller.enqueue(Uint8Array.of(second));
      controller.close();
    },
  });
  expect(await post(body)).toEqual({ status: 200, text: 'é' });
});
