import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const fetchOne = createRoute({
  method: 'post',
  path: '/api/pages',
  operationId: 'fetchPage',
  summary: 'Fetch a web page and extract its article.',
  request: jsonBody(apiSchemas.fetchPageRequest),
  responses: {
    200: jsonAnswer('The readable text of the page.', apiSchemas.page),
    ...problems(
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'fetch_unsupported',
      'source_blocked',
      'too_large',
    ),
  },
});

export function addPageRoutes(app: OpenAPIHono, { fetchPage }: Pick<ServerPorts, 'fetchPage'>): void {
  app.openapi(fetchOne, async (c) => c.json(await fetchPage(c.req.valid('json').url), 200));
}
