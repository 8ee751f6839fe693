import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { answerOnce, keyHeaders } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

/** An id may hold a slash, which stands as %2F in the path. */
const params = z.object({ id: modelProfileIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/models',
  operationId: 'listModels',
  summary: 'Model profiles, the built-in one first.',
  responses: { 200: jsonAnswer('The profiles.', apiSchemas.modelList), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/models/{id}',
  operationId: 'getModel',
  summary: 'One model profile. Its key never comes out.',
  request: { params },
  responses: { 200: jsonAnswer('The profile.', apiSchemas.modelProfile), ...problems('not_found') },
});

const put = createRoute({
  method: 'put',
  path: '/api/models/{id}',
  operationId: 'putModel',
  summary: 'Add or change a model profile. A key left out stays as it is.',
  request: { params, ...jsonBody(apiSchemas.modelProfileInput) },
  responses: {
    200: jsonAnswer('The profile.', apiSchemas.modelProfile),
    ...problems('conflict', 'key_origin_changed'),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/models/{id}',
  operationId: 'deleteModel',
  summary: 'Delete a model profile and its key. One in use needs a replacement, which takes its place.',
  request: { params, query: z.object({ replacement: modelProfileIdSchema.optional() }) },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found', 'conflict') },
});

const test = createRoute({
  method: 'post',
  path: '/api/models/{id}/test',
  operationId: 'testModel',
  summary: 'A real round trip to the model. What goes wrong is in the answer, in words.',
  request: { params, headers: keyHeaders },
  responses: {
    200: jsonAnswer('What came of it.', apiSchemas.connectionTest),
    ...problems('not_found', 'idempotency_key_reused'),
  },
});

export function addModelRoutes(
  app: OpenAPIHono,
  { keys, profiles }: Pick<ServerPorts, 'keys' | 'profiles'>,
): void {
  app.openapi(list, async (c) => c.json({ items: await profiles.list() }, 200));
  app.openapi(get, async (c) => c.json(await profiles.get(c.req.valid('param').id), 200));

  app.openapi(put, async (c) => {
    const { id } = c.req.valid('param');
    const input = c.req.valid('json');
    if (input.id !== id)
      throw new AppError('invalid_input', `id: it is “${input.id}” in the body and “${id}” in the address.`);
    return c.json(await profiles.put(input), 200);
  });

  app.openapi(remove, async (c) => {
    await profiles.remove(c.req.valid('param').id, c.req.valid('query').replacement);
    return c.body(null, 204);
  });

  app.openapi(test, (c) =>
    answerOnce(c, keys, async () => c.json(await profiles.test(c.req.valid('param').id), 200)),
  );
}
