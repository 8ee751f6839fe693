import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { apiSchemas } from '#server/api-schemas.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from './describe.ts';

const summarize = createRoute({
  method: 'post',
  path: '/api/summaries',
  operationId: 'summarizeText',
  summary: 'Summarize a text. Follow the run by its events.',
  request: jsonBody(apiSchemas.summarizeTextRequest),
  responses: {
    202: jsonAnswer('The run, queued.', apiSchemas.run),
    ...problems(
      'too_large',
      'source_empty',
      'source_too_short',
      'source_title_only',
      'source_blocked',
      'model_not_configured',
      'database_unavailable',
    ),
  },
});

export function addSummaryRoutes(
  app: OpenAPIHono,
  { summarizeText }: Pick<ServerPorts, 'summarizeText'>,
): void {
  app.openapi(summarize, async (c) => {
    const run = await summarizeText(c.req.valid('json'));
    c.header('Location', `/api/runs/${run.id}`);
    return c.json(run, 202);
  });
}
