import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { spaceIdSchema } from '#schema/spaces/space.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { spaceSchemas } from '#server/schemas/space-schemas.ts';

const params = z.object({ id: spaceIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/spaces',
  operationId: 'listSpaces',
  summary: 'List all Spaces, by name.',
  responses: { 200: jsonAnswer('The Spaces.', spaceSchemas.spaceList), ...problems() },
});

const create = createRoute({
  method: 'post',
  path: '/api/spaces',
  operationId: 'createSpace',
  summary: 'Create a Space with custom instructions and an agent.',
  request: jsonBody(spaceSchemas.spaceInput),
  responses: { 201: jsonAnswer('The Space.', spaceSchemas.space), ...problems('not_found') },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/spaces/{id}',
  operationId: 'patchSpace',
  summary: 'Change the name, instructions or agent of a Space.',
  request: { params, ...jsonBody(spaceSchemas.spacePatch) },
  responses: { 200: jsonAnswer('The Space.', spaceSchemas.space), ...problems('not_found') },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/spaces/{id}',
  operationId: 'deleteSpace',
  summary: 'Delete a Space and all its threads.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

export function addSpaceRoutes(app: OpenAPIHono, { spaces }: Pick<ServerPorts, 'spaces'>): void {
  app.openapi(list, async (c) => c.json({ items: await spaces.list() }, 200));
  app.openapi(create, async (c) => c.json(await spaces.create(c.req.valid('json')), 201));
  app.openapi(patch, async (c) =>
    c.json(await spaces.patch(c.req.valid('param').id, c.req.valid('json')), 200),
  );
  app.openapi(remove, async (c) => {
    await spaces.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });
}
