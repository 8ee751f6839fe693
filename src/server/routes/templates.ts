import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { apiSchemas } from '#server/api-schemas.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, problems } from './describe.ts';

const list = createRoute({
  method: 'get',
  path: '/api/templates',
  operationId: 'listTemplates',
  summary: 'The templates in use, and why a user’s file is not among them.',
  responses: { 200: jsonAnswer('The templates.', apiSchemas.templateList), ...problems() },
});

export function addTemplateRoutes(app: OpenAPIHono, { templates }: Pick<ServerPorts, 'templates'>): void {
  app.openapi(list, async (c) => c.json(await templates.list(), 200));
}
