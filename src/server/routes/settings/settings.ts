import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const get = createRoute({
  method: 'get',
  path: '/api/settings',
  operationId: 'getSettings',
  summary: 'Get all settings, including defaults.',
  responses: { 200: jsonAnswer('The settings.', apiSchemas.settings), ...problems() },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/settings',
  operationId: 'patchSettings',
  summary: 'Update the given settings. Others are unchanged.',
  request: jsonBody(apiSchemas.settingsPatch),
  responses: { 200: jsonAnswer('All settings.', apiSchemas.settings), ...problems() },
});

export function addSettingsRoutes(app: OpenAPIHono, { settings }: Pick<ServerPorts, 'settings'>): void {
  app.openapi(get, async (c) => c.json(await settings.get(), 200));
  app.openapi(patch, async (c) => c.json(await settings.patch(c.req.valid('json')), 200));
}
