import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ServerPorts } from '#server/ports.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { jsonAnswer, problems } from './describe.ts';

const health = createRoute({
  method: 'get',
  path: '/api/health',
  operationId: 'getHealth',
  summary: 'Check that the server responds and can reach its database.',
  responses: { 200: jsonAnswer('It can.', apiSchemas.health), ...problems('database_unavailable') },
});

const version = createRoute({
  method: 'get',
  path: '/api/version',
  operationId: 'getVersion',
  summary: 'Get the version of Precis and its data folder.',
  responses: { 200: jsonAnswer('The version and the folder.', apiSchemas.version), ...problems() },
});

const diagnosis = createRoute({
  method: 'get',
  path: '/api/diagnosis',
  operationId: 'getDiagnosis',
  summary: 'Check the installation and get what to fix.',
  responses: { 200: jsonAnswer('The checks.', apiSchemas.diagnosis), ...problems() },
});

type StatusPorts = Pick<
  ServerPorts,
  'version' | 'home' | 'storeDialect' | 'startedAt' | 'now' | 'diagnose' | 'settings'
>;

export function addStatusRoutes(app: OpenAPIHono, ports: StatusPorts): void {
  app.openapi(health, async (c) => {
    // Any read will do: it fails if the database is unavailable.
    await ports.settings.get();
    const uptimeMs = Math.max(0, Math.round(ports.now() - ports.startedAt));
    return c.json(
      { status: 'ok' as const, version: ports.version, store: ports.storeDialect, uptimeMs },
      200,
    );
  });
  app.openapi(version, (c) => c.json({ version: ports.version, home: ports.home }, 200));
  app.openapi(diagnosis, async (c) => c.json(await ports.diagnose(), 200));
}
