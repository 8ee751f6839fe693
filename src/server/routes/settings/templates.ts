import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: z.string().min(1).max(100) });

const list = createRoute({
  method: 'get',
  path: '/api/templates',
  operationId: 'listTemplates',
  summary: 'List the templates in use, and why a user’s file is not used.',
  responses: { 200: jsonAnswer('The templates.', apiSchemas.templateList), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/templates/{id}',
  operationId: 'getTemplate',
  summary: 'Get a template with its texts, exactly as in its file.',
  request: { params },
  responses: {
    200: jsonAnswer('The template.', apiSchemas.templateDetail),
    ...problems('template_missing', 'template_invalid'),
  },
});

const preview = createRoute({
  method: 'post',
  path: '/api/templates/{id}/preview',
  operationId: 'previewTemplate',
  summary: 'Preview the prompt with sample texts, or get the reason why it cannot be rendered.',
  request: { params, ...jsonBody(apiSchemas.templatePreviewRequest) },
  responses: {
    200: jsonAnswer('The prompt, or the problem.', apiSchemas.templatePreview),
    ...problems('template_missing'),
  },
});

export function addTemplateRoutes(app: OpenAPIHono, { templates }: Pick<ServerPorts, 'templates'>): void {
  app.openapi(list, async (c) => c.json(await templates.list(), 200));
  app.openapi(get, async (c) => c.json(await templates.get(c.req.valid('param').id), 200));
  app.openapi(preview, async (c) =>
    c.json(await templates.preview(c.req.valid('param').id, c.req.valid('json').parameters), 200),
  );
}
