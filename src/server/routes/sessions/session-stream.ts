import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { problems } from '#server/routes/describe.ts';
import { sessionSchemas } from '#server/schemas/session-schemas.ts';
import { eventStream } from '#server/streams/event-stream.ts';
import { watchSessions } from '#server/streams/watch-sessions.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

const stream = createRoute({
  method: 'get',
  path: '/stream',
  operationId: 'followSessions',
  summary: 'Stream events of coding sessions from now on. Reload the lists after reconnecting.',
  responses: {
    200: {
      description:
        'Server-sent events: connected, session_started, new_prompt, new_observation, new_summary, session_completed.',
      content: { 'text/event-stream': { schema: sessionSchemas.news } },
    },
    ...problems(),
  },
});

type StreamPorts = Pick<ServerPorts, 'log'> & { sessions: Sessions };

export function addSessionStreamRoute(app: OpenAPIHono, { sessions, log }: StreamPorts): void {
  app.openapi(stream, (c) => {
    const body = eventStream({
      open: (signal) => watchSessions(sessions, signal),
      toEvent: (news) => ({ event: news.type, data: news }),
      signal: c.req.raw.signal,
      onError: (error) => log.error({ err: error, path: c.req.path }, 'event stream failed'),
    });
    return c.body(body, 200, {
      'Content-Type': 'text/event-stream',
      // Otherwise nginx buffers events until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
  });
}
