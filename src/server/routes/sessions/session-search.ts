import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  contextQuerySchema,
  recordRefsQuerySchema,
  searchSessionsQuerySchema,
  timelineQuerySchema,
} from '#schema/sessions/sessions-wire.ts';
import { jsonAnswer, problems } from '#server/routes/describe.ts';
import { sessionSchemas } from '#server/schemas/session-schemas.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';
import { renderHits, renderRecords, renderTimeline } from '#sources/session/render-hits.ts';

/** Per record that a model reads; longer texts say how much was cut. */
const maxCharacters = 4000;

/** `json` for lists; anything else for a text that a model reads. */
const format = z.string().max(20).optional();

const search = createRoute({
  method: 'get',
  path: '/api/search',
  operationId: 'searchSessions',
  summary: 'Search the full text of prompts, observations and summaries of coding sessions.',
  request: { query: searchSessionsQuerySchema.extend({ format }) },
  responses: {
    200: jsonAnswer('The hits.', z.union([sessionSchemas.content, sessionSchemas.hitPage])),
    ...problems(),
  },
});

const timeline = createRoute({
  method: 'get',
  path: '/api/timeline',
  operationId: 'showTimeline',
  summary: 'Get what happened before and after a record or a time.',
  request: { query: timelineQuerySchema.extend({ format }) },
  responses: {
    200: jsonAnswer('The timeline.', z.union([sessionSchemas.content, sessionSchemas.timeline])),
    ...problems(),
  },
});

const records = createRoute({
  method: 'get',
  path: '/api/session-records',
  operationId: 'getSessionRecords',
  summary: 'Get prompts, observations and summaries by reference, separated by commas, such as S12,O7.',
  request: { query: recordRefsQuerySchema },
  responses: {
    200: jsonAnswer('The records.', z.union([sessionSchemas.content, sessionSchemas.recordList])),
    ...problems(),
  },
});

const inject = createRoute({
  method: 'get',
  path: '/api/context/inject',
  operationId: 'injectContext',
  summary: 'Get what a new session should know about earlier ones.',
  request: { query: contextQuerySchema.extend({ format }) },
  responses: {
    200: {
      description: 'The text for a prompt. As JSON, also its size.',
      content: {
        'text/plain': { schema: z.string() },
        'application/json': { schema: sessionSchemas.context },
      },
    },
    ...problems(),
  },
});

export function addSessionSearchRoutes(app: OpenAPIHono, { sessions }: { sessions: Sessions }): void {
  app.openapi(search, async (c) => {
    const { format, ...query } = c.req.valid('query');
    const found = await sessions.search(query);
    return c.json(format === 'json' ? found : toContent(renderHits(found)), 200);
  });

  app.openapi(timeline, async (c) => {
    const { format, ...query } = c.req.valid('query');
    const found = await sessions.timeline(query);
    return c.json(format === 'json' ? found : toContent(renderTimeline(found)), 200);
  });

  app.openapi(records, async (c) => {
    const { refs, format } = c.req.valid('query');
    const found = await sessions.getRecords(refs.split(',').map((ref) => ref.trim()));
    return c.json(format === 'text' ? toContent(renderRecords(found, { maxCharacters })) : found, 200);
  });

  app.openapi(inject, async (c) => {
    const { format, ...query } = c.req.valid('query');
    const context = await sessions.context(query);
    return format === 'json' ? c.json(context, 200) : c.text(context.text, 200);
  });
}

function toContent(text: string): z.infer<typeof sessionSchemas.content> {
  return { content: [{ type: 'text', text }] };
}
