import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { threadIdSchema } from '#schema/spaces/space.ts';
import {
  explainQuerySchema,
  listThreadsQuerySchema,
  searchThreadsQuerySchema,
} from '#schema/spaces/spaces-wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { spaceSchemas } from '#server/schemas/space-schemas.ts';
import { toMarkdown } from '#sources/thread/export-thread.ts';

const params = z.object({ id: threadIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/threads',
  operationId: 'listThreads',
  summary: 'List threads, most recently changed first.',
  request: { query: listThreadsQuerySchema },
  responses: { 200: jsonAnswer('A page of threads.', spaceSchemas.threadPage), ...problems() },
});

const create = createRoute({
  method: 'post',
  path: '/api/threads',
  operationId: 'createThread',
  summary: 'Create an empty thread in a Space.',
  request: jsonBody(spaceSchemas.newThread),
  responses: { 201: jsonAnswer('The thread.', spaceSchemas.thread), ...problems('not_found') },
});

const search = createRoute({
  method: 'get',
  path: '/api/threads/search',
  operationId: 'searchThreads',
  summary: 'Search the full text of messages in all threads, newest first.',
  request: { query: searchThreadsQuerySchema },
  responses: { 200: jsonAnswer('The hits.', spaceSchemas.threadHitPage), ...problems() },
});

const get = createRoute({
  method: 'get',
  path: '/api/threads/{id}',
  operationId: 'getThread',
  summary: 'Get a thread with its summary, its window and its runs in progress.',
  request: { params },
  responses: { 200: jsonAnswer('The thread.', spaceSchemas.threadView), ...problems('not_found') },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/threads/{id}',
  operationId: 'patchThread',
  summary: 'Rename a thread.',
  request: { params, ...jsonBody(spaceSchemas.threadPatch) },
  responses: { 200: jsonAnswer('The thread.', spaceSchemas.thread), ...problems('not_found') },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/threads/{id}',
  operationId: 'deleteThread',
  summary: 'Delete a thread and its messages.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const explain = createRoute({
  method: 'get',
  path: '/api/threads/{id}/explain',
  operationId: 'explainThread',
  summary: 'Replay a thread under a memory policy, without calling a model.',
  request: { params, query: explainQuerySchema },
  responses: { 200: jsonAnswer('Calls and tokens.', spaceSchemas.explanation), ...problems('not_found') },
});

const exportJson = createRoute({
  method: 'get',
  path: '/api/threads/{id}/export.json',
  operationId: 'exportThread',
  summary: 'Export the whole thread as JSON.',
  request: { params },
  responses: { 200: jsonAnswer('The thread.', spaceSchemas.threadExport), ...problems('not_found') },
});

const exportMarkdown = createRoute({
  method: 'get',
  path: '/api/threads/{id}/export.md',
  operationId: 'exportThreadAsMarkdown',
  summary: 'Export the whole thread as Markdown.',
  request: { params },
  responses: {
    200: { description: 'Markdown.', content: { 'text/markdown': { schema: z.string() } } },
    ...problems('not_found'),
  },
});

export function addThreadRoutes(app: OpenAPIHono, { spaces }: Pick<ServerPorts, 'spaces'>): void {
  app.openapi(list, async (c) => c.json(await spaces.listThreads(c.req.valid('query')), 200));
  app.openapi(create, async (c) => c.json(await spaces.createThread(c.req.valid('json').spaceId), 201));
  app.openapi(search, async (c) => c.json(await spaces.search(c.req.valid('query')), 200));
  app.openapi(get, async (c) => c.json(await spaces.getThread(c.req.valid('param').id), 200));
  app.openapi(patch, async (c) =>
    c.json(await spaces.patchThread(c.req.valid('param').id, c.req.valid('json')), 200),
  );
  app.openapi(remove, async (c) => {
    await spaces.removeThread(c.req.valid('param').id);
    return c.body(null, 204);
  });
  app.openapi(explain, async (c) =>
    c.json(await spaces.explain(c.req.valid('param').id, c.req.valid('query').policy), 200),
  );
  app.openapi(exportJson, async (c) => {
    c.header('Content-Disposition', 'attachment; filename="thread.json"');
    return c.json(await spaces.exportThread(c.req.valid('param').id), 200);
  });
  app.openapi(exportMarkdown, async (c) =>
    c.body(toMarkdown(await spaces.exportThread(c.req.valid('param').id)), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': 'attachment; filename="thread.md"',
    }),
  );
}
