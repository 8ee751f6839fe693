import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { keyHeaders, startRunOnce } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { jsonAnswer, jsonBody, problems } from './describe.ts';

const summarize = createRoute({
  method: 'post',
  path: '/api/summaries',
  operationId: 'summarizeText',
  summary: 'Summarize a text. Follow the run through its events.',
  request: { headers: keyHeaders, ...jsonBody(apiSchemas.summarizeTextRequest) },
  responses: {
    202: jsonAnswer('The run: a new one, or an identical one in progress.', apiSchemas.run),
    ...problems(
      'idempotency_key_reused',
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
  { keys, queries, summarizeText }: Pick<ServerPorts, 'keys' | 'queries' | 'summarizeText'>,
): void {
  app.openapi(summarize, (c) =>
    startRunOnce(c, {
      keys,
      getRun: queries.getRun,
      start: (runId) => summarizeText(c.req.valid('json'), { runId }),
    }),
  );
}
