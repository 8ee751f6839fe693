import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { answerOnce, keyHeaders } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

/** An id may contain a slash, which is %2F in the path. */
const params = z.object({ id: modelProfileIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/models',
  operationId: 'listModels',
  summary: 'List model profiles, the built-in one first.',
  responses: { 200: jsonAnswer('The profiles.', apiSchemas.modelList), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/models/{id}',
  operationId: 'getModel',
  summary: 'Get a model profile. Its key is never returned.',
  request: { params },
  responses: { 200: jsonAnswer('The profile.', apiSchemas.modelProfile), ...problems('not_found') },
});

const put = createRoute({
  method: 'put',
  path: '/api/models/{id}',
  operationId: 'putModel',
  summary: 'Add or update a model profile. Omit the key to keep it.',
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
  summary: 'Send a test request to the model. The response describes any failure.',
  request: { params, headers: keyHeaders },
  responses: {
    200: jsonAnswer('The test result.', apiSchemas.connectionTest),
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
      throw new AppError('invalid_input', `id: “${input.id}” in the body does not match “${id}” in the URL.`);
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
