import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '#schema/app-error.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { ServerPorts } from '#server/ports.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { type EventStreamOptions, eventStream } from '#server/streams/event-stream.ts';
import { watchChanges } from '#server/streams/watch-changes.ts';
import { problems } from './describe.ts';

/** Events are numbered in a column of 32 bits; PostgreSQL fails on a larger number, in the middle of the stream. */
const lastSeq = 2 ** 31 - 1;
const seqSchema = z.coerce.number().int().nonnegative().max(lastSeq);

const runEvents = createRoute({
  method: 'get',
  path: '/api/runs/{id}/events',
  operationId: 'followRun',
  summary: 'Stream the events of a run to its end, from the first one or after a given one.',
  request: {
    params: z.object({ id: runIdSchema }),
    query: z.object({ after: seqSchema.optional() }),
    headers: z.object({ 'last-event-id': seqSchema.optional() }),
  },
  responses: {
    200: {
      description: 'Server-sent events: `id` is the sequence number, `event` the type, `data` the event.',
      content: { 'text/event-stream': { schema: apiSchemas.runEvent } },
    },
    ...problems('not_found'),
  },
});

const changes = createRoute({
  method: 'get',
  path: '/api/changes',
  operationId: 'followChanges',
  summary:
    'Stream notices that a list has changed. Reload the list after each notice and after reconnecting.',
  responses: {
    200: {
      description: 'Server-sent events of the type `changed`.',
      content: { 'text/event-stream': { schema: apiSchemas.change } },
    },
    ...problems(),
  },
});

type StreamPorts = Pick<ServerPorts, 'engine' | 'queries' | 'bus' | 'log'>;

export function addStreamRoutes(app: OpenAPIHono, { engine, queries, bus, log }: StreamPorts): void {
  app.openapi(runEvents, async (c) => {
    const { id } = c.req.valid('param');
    // A browser that reconnects asks again for the address it first had; its header knows better.
    const afterSeq = c.req.valid('header')['last-event-id'] ?? c.req.valid('query').after ?? 0;
    if ((await queries.getRun(id)) === null) throw new AppError('not_found', `Run ${id} not found.`);
    return answer(c, {
      open: (signal) => engine.subscribe(id, { afterSeq, signal }),
      toEvent: (event) => ({ id: event.seq, event: event.type, data: event }),
    });
  });

  app.openapi(changes, (c) =>
    answer(c, {
      open: (signal) => watchChanges(bus, signal),
      toEvent: (change) => ({ event: 'changed', data: change }),
    }),
  );

  function answer<T extends object>(
    c: Context,
    news: Pick<EventStreamOptions<T>, 'open' | 'toEvent'>,
  ): Response {
    const { signal } = c.req.raw;
    const stream = eventStream({
      ...news,
      signal,
      onError: (error) => log.error({ err: error, path: c.req.path }, 'event stream failed'),
    });
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream',
      // Otherwise nginx buffers events until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
  }
}
