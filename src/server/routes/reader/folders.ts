import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { folderIdSchema } from '#schema/feed.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: numberedId(folderIdSchema) });

const create = createRoute({
  method: 'post',
  path: '/api/folders',
  operationId: 'createFolder',
  summary: 'Create a folder.',
  request: jsonBody(apiSchemas.folderInput),
  responses: { 201: jsonAnswer('The folder.', apiSchemas.folder), ...problems('conflict') },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/folders/{id}',
  operationId: 'patchFolder',
  summary: 'Rename a folder or change its auto-summary rule.',
  request: { params, ...jsonBody(apiSchemas.folderPatch) },
  responses: { 200: jsonAnswer('The folder.', apiSchemas.folder), ...problems('not_found', 'conflict') },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/folders/{id}',
  operationId: 'deleteFolder',
  summary: 'Delete a folder. Its feeds are kept, outside any folder.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

export function addFolderRoutes(app: OpenAPIHono, { reader }: Pick<ServerPorts, 'reader'>): void {
  app.openapi(create, async (c) => c.json(await (await reader()).createFolder(c.req.valid('json')), 201));

  app.openapi(patch, async (c) => {
    const folder = await (await reader()).patchFolder(c.req.valid('param').id, c.req.valid('json'));
    return c.json(folder, 200);
  });

  app.openapi(remove, async (c) => {
    await (await reader()).deleteFolder(c.req.valid('param').id);
    return c.body(null, 204);
  });
}
