import type { Context } from 'hono';
import type { Log } from '#engine/ports.ts';
import { type EventStreamOptions, eventStream } from './event-stream.ts';

type SendEvents<T extends object> = Pick<EventStreamOptions<T>, 'open' | 'toEvent'> & { log: Log };

/** Responds with server-sent events until the client disconnects. */
export function sendEvents<T extends object>(c: Context, { log, ...events }: SendEvents<T>): Response {
  const stream = eventStream({
    ...events,
    signal: c.req.raw.signal,
    onError: (error) => log.error({ err: error, path: c.req.path }, 'event stream failed'),
  });
  return c.body(stream, 200, {
    'Content-Type': 'text/event-stream',
    // Otherwise nginx buffers events until its buffer is full.
    'X-Accel-Buffering': 'no',
  });
}
