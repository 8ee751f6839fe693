import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { createClient } from './create-client.ts';

const runId = runIdSchema.parse('018f4d4e-0000-7000-8000-000000000001');

const events: RunEvent[] = [
  { runId, seq: 1, at: 0, type: 'run-start', attempt: 1 },
  { runId, seq: 2, at: 0, type: 'text-delta', text: 'Für ' },
  { runId, seq: 3, at: 0, type: 'text-delta', text: 'alle 🌊' },
  { runId, seq: 4, at: 0, type: 'run-end', status: 'succeeded', errorCode: null, message: null },
];

function frame(event: RunEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

interface Step {
  bytes: Uint8Array;
  after: 'end' | 'break' | 'hang';
}

const encoder = new TextEncoder();

function stream({ bytes, after }: Step): Response {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      // Sends single bytes, because a chunk may end inside a character, a field or a frame.
      if (sent < bytes.length) return controller.enqueue(bytes.slice(sent, (sent += 1)));
      if (after === 'end') return controller.close();
      if (after === 'break') return controller.error(new TypeError('terminated'));
      return new Promise<void>(() => {});
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** A server that answers each connection as scripted and records the event id from which each one resumes. */
function script(...steps: (Step | Error | Response)[]) {
  const asked: (string | null)[] = [];
  const client = createClient({
    async fetch(request) {
      asked.push(request.headers.get('last-event-id'));
      const step = steps[Math.min(asked.length, steps.length) - 1];
      if (step === undefined || step instanceof Error) throw step ?? new Error('no step');
      return step instanceof Response ? step.clone() : stream(step);
    },
  });
  return { client, asked };
}

function bytesOf(...some: (RunEvent | string)[]): Uint8Array {
  return encoder.encode(some.map((part) => (typeof part === 'string' ? part : frame(part))).join(''));
}

function problem(status: number, code: string, retry: boolean): Response {
  const body = { type: 'x', title: 'x', status, detail: 'In words.', code, remedy: 'x', retry };
  return new Response(JSON.stringify(body), { status });
}

const [one, two, three, four] = events as [RunEvent, RunEvent, RunEvent, RunEvent];

afterEach(() => {
  vi.useRealTimers();
});

describe('the events of a run', () => {
  test('are read through comments and cuts anywhere', async () => {
    const { client, asked } = script({
      bytes: bytesOf(':\n\n', one, two, ':\n\n', three, four),
      after: 'hang',
    });
    expect(await Array.fromAsync(client.runs.events(runId))).toEqual(events);
    expect(asked).toEqual([null]);
  });

  test('go on after the connection breaks, without a gap or a repetition', async () => {
    const { client, asked } = script(
      { bytes: bytesOf(one, two), after: 'break' },
      new TypeError('fetch failed'),
      { bytes: bytesOf(two, three, frame(four).slice(0, 20)), after: 'end' },
      { bytes: bytesOf(four), after: 'end' },
    );
    expect(await Array.fromAsync(client.runs.events(runId))).toEqual(events);
    expect(asked).toEqual([null, '2', '2', '3']);
  });

  test('begin after those that the reader has', async () => {
    const { client, asked } = script({ bytes: bytesOf(three, four), after: 'end' });
    expect(await Array.fromAsync(client.runs.events(runId, { afterSeq: 2 }))).toEqual([three, four]);
    expect(asked).toEqual(['2']);
  });

  test('are asked for again after a failure of the server that may pass', async () => {
    const { client } = script(problem(503, 'database_unavailable', true), {
      bytes: bytesOf(...events),
      after: 'end',
    });
    expect(await Array.fromAsync(client.runs.events(runId))).toEqual(events);
  });

  test('are not asked for again when the server refuses', async () => {
    const { client, asked } = script(problem(404, 'not_found', false));
    await expect(Array.fromAsync(client.runs.events(runId))).rejects.toMatchObject({
      code: 'not_found',
      message: 'In words.',
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    [
      'an event of an unknown type',
      stream({ bytes: encoder.encode('data: {"type":"new"}\n\n'), after: 'end' }),
    ],
    ['an event that is no JSON', stream({ bytes: encoder.encode('data: {\n\n'), after: 'end' })],
    ['a page instead of events', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('are not asked for again after %s', async (_what, response) => {
    const { client, asked } = script(response);
    await expect(Array.fromAsync(client.runs.events(runId))).rejects.toMatchObject({
      code: 'server_incompatible',
    });
    expect(asked).toHaveLength(1);
  });

  test('are given up after half a minute without a server', async () => {
    vi.useFakeTimers();
    const { client, asked } = script(new TypeError('fetch failed'));
    const startedAt = Date.now();
    const reading = Array.fromAsync(client.runs.events(runId)).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    const error = await reading;
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'server_unreachable' });
    expect(asked).toHaveLength(11);
    expect(Date.now() - startedAt).toBeGreaterThan(25_000);
    expect(Date.now() - startedAt).toBeLessThan(60_000);
  });

  test('come over a new connection when the old one is silent for too long', async () => {
    vi.useFakeTimers();
    const { client, asked } = script(
      { bytes: bytesOf(one, two), after: 'hang' },
      { bytes: bytesOf(three, four), after: 'end' },
    );
    const reading = Array.fromAsync(client.runs.events(runId));
    await vi.advanceTimersByTimeAsync(44_000);
    expect(asked).toEqual([null]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toEqual(events);
    expect(asked).toEqual([null, '2']);
  });

  test('end quietly when the reader aborts, while reading and while waiting', async () => {
    const leaving = new AbortController();
    const { client } = script({ bytes: bytesOf(one), after: 'hang' });
    const seen: RunEvent[] = [];
    for await (const event of client.runs.events(runId, { signal: leaving.signal })) {
      seen.push(event);
      setImmediate(() => leaving.abort());
    }
    expect(seen).toEqual([one]);

    const leavingAgain = new AbortController();
    const unreachable = script(new TypeError('fetch failed'));
    const reading = Array.fromAsync(unreachable.client.runs.events(runId, { signal: leavingAgain.signal }));
    await expect.poll(() => unreachable.asked.length).toBe(1);
    leavingAgain.abort();
    expect(await reading).toEqual([]);
  });
});
