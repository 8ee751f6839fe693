import type { Context } from 'hono';
import type { Log } from '#engine/ports.ts';
import { type EventSource, eventStream } from './event-stream.ts';

type SendEvents<T extends object> = EventSource<T> & { log: Log };

const eventHeaders = {
  'Content-Type': 'text/event-stream',
  // Otherwise nginx buffers events until its buffer is full.
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
