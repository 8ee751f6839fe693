export interface ServerEvent {
  id?: number;
  event: string;
  data: object;
}

export interface EventStreamOptions {
  /** Makes the events; it must end, and release what it holds, when the signal is aborted. */
  open(signal: AbortSignal): AsyncIterable<ServerEvent>;
  /** Aborted when the reader is gone. */
  signal: AbortSignal;
  onError(error: unknown): void;
  heartbeatMs?: number;
}

const encoder = new TextEncoder();

/** Proxies cut a silent connection after 30 to 60 seconds. */
const defaultHeartbeatMs = 15_000;

/**
 * Server-sent events, made only as fast as they are read. Nothing is opened before the first read: the answer to a
 * HEAD request is never read.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { heartbeatMs = defaultHeartbeatMs } = options;
  const gone = new AbortController();
  let events: AsyncIterator<ServerEvent> | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let cancelled = false;

  function open(controller: ReadableStreamDefaultController<Uint8Array>): AsyncIterator<ServerEvent> {
    options.signal.addEventListener('abort', release, { once: true });
    if (options.signal.aborted) release();
    heartbeat = setInterval(() => {
      // One that nobody has read yet is enough.
      if (controller.desiredSize === 0) controller.enqueue(encoder.encode(':\n\n'));
    }, heartbeatMs);
    heartbeat.unref();
    return options.open(gone.signal)[Symbol.asyncIterator]();
  }

  function release(): void {
    clearInterval(heartbeat);
    options.signal.removeEventListener('abort', release);
    gone.abort();
    // One that waits to be read hears no signal.
    events?.return?.().catch(options.onError);
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          events ??= open(controller);
          const { done, value } = await events.next();
          if (done !== true) return controller.enqueue(encode(value));
        } catch (error) {
          // The reader sees the stream end before its last event, and comes again for the rest.
          if (!gone.signal.aborted) options.onError(error);
        }
        release();
        if (!cancelled) controller.close();
      },
      cancel() {
        cancelled = true;
        release();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Many readers get the same object; it is written out once for all of them. */
const encoded = new WeakMap<object, Uint8Array>();

function encode({ id, event, data }: ServerEvent): Uint8Array {
  const known = encoded.get(data);
  if (known !== undefined) return known;
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  const bytes = encoder.encode(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  encoded.set(data, bytes);
  return bytes;
}
