import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { spendingQuerySchema } from '#schema/wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { readSpending } from '#server/read-spending.ts';
import { jsonAnswer, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const get = createRoute({
  method: 'get',
  path: '/api/spending',
  operationId: 'getSpending',
  summary: 'Get spending by day, task and model, and whether automatic runs are paused.',
  request: { query: spendingQuerySchema },
  responses: { 200: jsonAnswer('The spending.', apiSchemas.spending), ...problems() },
});

export function addSpendingRoutes(
  app: OpenAPIHono,
  ports: Pick<ServerPorts, 'queries' | 'settings' | 'now'>,
): void {
  app.openapi(get, async (c) => c.json(await readSpending(ports, c.req.valid('query')), 200));
}
