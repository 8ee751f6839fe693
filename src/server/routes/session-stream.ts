import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { SessionNews } from '#schema/sessions-wire.ts';
import { eventStream, type ServerEvent } from '#server/event-stream.ts';
import type { ServerPorts } from '#server/ports.ts';
import { sessionSchemas } from '#server/session-schemas.ts';
import { watchSessions } from '#server/watch-sessions.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import { problems } from './describe.ts';

const stream = createRoute({
  method: 'get',
  path: '/stream',
  operationId: 'followSessions',
  summary: 'What happens in coding sessions from now on. Read the lists after reconnecting.',
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
      open: (signal) => named(watchSessions(sessions, signal)),
      signal: c.req.raw.signal,
      onError: (error) => log.error({ err: error, path: c.req.path }, 'An event stream broke off.'),
    });
    return c.body(body, 200, {
      'Content-Type': 'text/event-stream',
      // Else nginx holds events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
  });
}

async function* named(news: AsyncIterable<SessionNews>): AsyncGenerator<ServerEvent> {
  for await (const one of news) yield { event: one.type, data: one };
}
