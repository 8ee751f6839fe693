import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const importOpml = createRoute({
  method: 'post',
  path: '/api/opml',
  operationId: 'importOpml',
  summary: 'Subscribe to the feeds in an OPML file. They are fetched in the background.',
  request: jsonBody(apiSchemas.opmlImport),
  responses: {
    200: jsonAnswer('The import report.', apiSchemas.opmlReport),
    ...problems('feed_unreadable', 'too_large'),
  },
});

const exportOpml = createRoute({
  method: 'get',
  path: '/api/opml',
  operationId: 'exportOpml',
  summary: 'Export all subscriptions as an OPML file.',
  responses: {
    200: { description: 'OPML 2.0.', content: { 'text/x-opml': { schema: z.string() } } },
    ...problems(),
  },
});

export function addOpmlRoutes(app: OpenAPIHono, { reader }: Pick<ServerPorts, 'reader'>): void {
  app.openapi(importOpml, async (c) =>
    c.json(await (await reader()).importOpml(c.req.valid('json').opml), 200),
  );

  app.openapi(exportOpml, async (c) =>
    c.body(await (await reader()).exportOpml(), 200, {
      'Content-Type': 'text/x-opml; charset=utf-8',
      'Content-Disposition': 'attachment; filename="precis.opml"',
    }),
  );
}
