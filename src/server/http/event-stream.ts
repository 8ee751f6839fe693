import type { Context } from 'hono';
import type { Log } from '#engine/ports.ts';

export interface ServerEvent {
  id?: number;
  event: string;
  data: object;
}

export interface EventSource<T extends object> {
  /** Produces events in batches. When the signal is aborted, it must end and release its resources. */
  open(signal: AbortSignal): AsyncIterable<readonly T[]>;
  toEvent(news: T): ServerEvent;
}

export interface EventStreamOptions<T extends object> extends EventSource<T> {
  /** The signal is aborted when the reader disconnects. */
  signal?: AbortSignal;
  onError(error: unknown): void;
  heartbeatMs?: number;
}

export interface EventReader {
  /** The signal is aborted when the reader disconnects. */
  signal: AbortSignal;
  /** Takes bytes. The result resolves when the reader can take more, and is undefined if it can do so at once. */
  take(bytes: Uint8Array): Promise<void> | undefined;
}

export type Tell = (reader: EventReader) => Promise<void>;

/** Proxies cut a silent connection after 30 to 60 seconds. */
const defaultHeartbeatMs = 15_000;
const encoder = new TextEncoder();
const heartbeat = encoder.encode(':\n\n');
const tellers = new WeakMap<ReadableStream<Uint8Array>, Tell>();

/**
 * Returns how to get the events of such a stream without reading it. A web stream would cause a large part of the
 * cost of each event.
 */
export function tellerOf(stream: ReadableStream<Uint8Array>): Tell | undefined {
  return tellers.get(stream);
}

/**
 * Makes a stream of server-sent events, which are produced only as fast as they are read. Nothing is opened before
 * the first read, because the reply to a HEAD request is never read.
 */
export function eventStream<T extends object>(options: EventStreamOptions<T>): ReadableStream<Uint8Array> {
  const left = new AbortController();
  let isOpen = false;
  let readOn = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        readOn();
        if (isOpen) return;
        isOpen = true;
        const take = (bytes: Uint8Array) => {
          controller.enqueue(bytes);
          return new Promise<void>((resolve) => {
            readOn = resolve;
          });
        };
        void tellEvents(options, { signal: left.signal, take }).then(() => {
          if (!left.signal.aborted) controller.close();
        });
      },
      cancel() {
        left.abort();
      },
    },
    { highWaterMark: 0 },
  );
  tellers.set(stream, (reader) => tellEvents(options, reader));
  return stream;
}

async function tellEvents<T extends object>(
  options: EventStreamOptions<T>,
  reader: EventReader,
): Promise<void> {
  const { toEvent, onError, heartbeatMs = defaultHeartbeatMs } = options;
  const gone = new AbortController();
  let isBehind = false;
  let goOn = () => {};
  const leave = () => {
    gone.abort();
    goOn();
  };
  const signals = [options.signal, reader.signal].filter((signal) => signal !== undefined);
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
  if (signals.some((signal) => signal.aborted)) leave();
  const beat = setInterval(() => {
    if (!isBehind && !gone.signal.aborted) void whenTaken(heartbeat);
  }, heartbeatMs).unref();

  function whenTaken(bytes: Uint8Array): Promise<void> | undefined {
    const taken = reader.take(bytes);
    if (taken === undefined) return undefined;
    isBehind = true;
    return new Promise<void>((resolve) => {
      goOn = resolve;
      void taken.then(resolve);
    }).then(() => {
      isBehind = false;
    });
  }

  try {
    for await (const batch of options.open(gone.signal)) {
      if (gone.signal.aborted) break;
      const taken = whenTaken(encode(batch, toEvent));
      if (taken !== undefined) await taken;
    }
  } catch (error) {
    // The reader sees the stream end before its last event and reconnects for the rest.
    if (!gone.signal.aborted) onError(error);
  } finally {
    clearInterval(beat);
    for (const signal of signals) signal.removeEventListener('abort', leave);
  }
}

interface Encoded {
  batch: readonly object[];
  bytes: Uint8Array;
}

/** The last serialized batch. Many readers get the same events, so each batch is serialized once for all of them. */
let last: Encoded | null = null;

function encode<T extends object>(batch: readonly T[], toEvent: (news: T) => ServerEvent): Uint8Array {
  if (last !== null && isSame(last.batch, batch)) return last.bytes;
  let text = '';
  for (const news of batch) {
    const { id, event, data } = toEvent(news);
    if (id !== undefined) text += `id: ${id}\n`;
    text += `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
  last = { batch, bytes: encoder.encode(text) };
  return last.bytes;
}

function isSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

type SendEvents<T extends object> = EventSource<T> & { log: Log };

const eventHeaders = {
  'Content-Type': 'text/event-stream',
  // Without this header, nginx buffers events until its buffer is full.
  'X-Accel-Buffering': 'no',
};

/** Responds with server-sent events until the client disconnects. */
export function sendEvents<T extends object>(c: Context, { log, ...events }: SendEvents<T>): Response {
  const stream = eventStream({
    ...events,
    signal: c.req.raw.signal,
    onError: (error) => logFailure(log, { error, path: c.req.path }),
  });
  return c.body(stream, 200, eventHeaders);
}

function logFailure(log: Log, { error, path }: { error: unknown; path: string }): void {
  log.error({ err: error, path }, 'event stream failed');
}
