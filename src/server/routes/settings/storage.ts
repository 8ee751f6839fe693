import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const get = createRoute({
  method: 'get',
  path: '/api/storage',
  operationId: 'getStorage',
  summary: 'Get the size and contents of the database.',
  responses: { 200: jsonAnswer('Sizes and counts.', apiSchemas.storageReport), ...problems() },
});

const clear = createRoute({
  method: 'post',
  path: '/api/storage/clear',
  operationId: 'clearStorage',
  summary: 'Delete all summaries, all finished runs, or all diagnostic records.',
  request: jsonBody(apiSchemas.clearStorageRequest),
  responses: { 200: jsonAnswer('The number of deleted records.', apiSchemas.deleted), ...problems() },
});

export function addStorageRoutes(app: OpenAPIHono, { storage }: Pick<ServerPorts, 'storage'>): void {
  app.openapi(get, async (c) => c.json(await storage.measure(), 200));
  app.openapi(clear, async (c) => c.json({ deleted: await storage.clear(c.req.valid('json').what) }, 200));
}
