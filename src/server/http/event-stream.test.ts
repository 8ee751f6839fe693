import { describe, expect, test } from 'vitest';
import { eventStream, type ServerEvent } from './event-stream.ts';

function createSource(events: ServerEvent[], { waits = false } = {}) {
  const source = { opened: 0, released: 0 };
  async function* open(signal: AbortSignal): AsyncGenerator<ServerEvent[]> {
    source.opened += 1;
    try {
      for (const event of events) yield [event];
      if (waits && !signal.aborted) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      }
    } finally {
      source.released += 1;
    }
  }
  return { source, open };
}

const events: ServerEvent[] = [
  { id: 1, event: 'text-delta', data: { text: 'line one\nline two\r\n\n: no comment' } },
  { event: 'changed', data: { what: 'runs' } },
];

const toEvent = (event: ServerEvent) => event;

function never(error: unknown): void {
  throw new Error('an error nobody expected', { cause: error });
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 5 }).toBe(true);
}

describe('a stream of events', () => {
  test('has id, type and data of each, however many lines the text has', async () => {
    const { open, source } = createSource(events);
    const stream = eventStream({ open, toEvent, signal: new AbortController().signal, onError: never });
    expect(await new Response(stream).text()).toBe(
      'id: 1\nevent: text-delta\ndata: {"text":"line one\\nline two\\r\\n\\n: no comment"}\n\n' +
        'event: changed\ndata: {"what":"runs"}\n\n',
    );
    expect(source).toEqual({ opened: 1, released: 1 });
  });

  test('opens nothing that is never read', async () => {
    const { open, source } = createSource(events);
    const stream = eventStream({ open, toEvent, signal: new AbortController().signal, onError: never });
    expect(source.opened).toBe(0);
    await stream.cancel();
    expect(source).toEqual({ opened: 0, released: 0 });
  });

  test('releases its source when the reader leaves while waiting', async () => {
    const { open, source } = createSource([], { waits: true });
    const reader = eventStream({
      open,
      toEvent,
      signal: new AbortController().signal,
      onError: never,
    }).getReader();
    const pending = reader.read();
    await until(() => source.opened === 1);
    await reader.cancel();
    expect((await pending).done).toBe(true);
    await until(() => source.released === 1);
  });

  test('releases its source when the reader leaves between two events', async () => {
    const { open, source } = createSource(events, { waits: true });
    const reader = eventStream({
      open,
      toEvent,
      signal: new AbortController().signal,
      onError: never,
    }).getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    await until(() => source.released === 1);
  });

  test('ends and releases its source when the connection is gone', async () => {
    const { open, source } = createSource([], { waits: true });
    const connection = new AbortController();
    const reader = eventStream({ open, toEvent, signal: connection.signal, onError: never }).getReader();
    const pending = reader.read();
    await until(() => source.opened === 1);
    connection.abort();
    expect((await pending).done).toBe(true);
    await until(() => source.released === 1);
  });

  test('beats its heart in comments while nothing happens', async () => {
    const { open } = createSource([], { waits: true });
    const options = { open, toEvent, signal: new AbortController().signal, onError: never, heartbeatMs: 5 };
    const reader = eventStream(options).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n');
    await reader.cancel();
  });

  test('ends in good order, after telling the log, when its source fails', async () => {
    const errors: unknown[] = [];
    const stream = eventStream({
      async *open(): AsyncGenerator<ServerEvent[]> {
        yield [{ event: 'changed', data: {} }];
        throw new Error('the database is gone');
      },
      toEvent,
      signal: new AbortController().signal,
      onError: (error) => errors.push(error),
    });
    expect(await new Response(stream).text()).toBe('event: changed\ndata: {}\n\n');
    expect(errors).toHaveLength(1);
  });
});
