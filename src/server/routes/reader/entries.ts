import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { entryIdSchema } from '#schema/entry.ts';
import { listEntriesQuerySchema } from '#schema/reader-wire.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { numberedId } from '#server/routes/numbered-id.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';

const params = z.object({ id: numberedId(entryIdSchema) });

const list = createRoute({
  method: 'get',
  path: '/api/entries',
  operationId: 'listEntries',
  summary: 'List entries, newest first. A search puts entries with all its words in the title first.',
  request: { query: listEntriesQuerySchema },
  responses: { 200: jsonAnswer('A page of entries.', apiSchemas.entryPage), ...problems() },
});

const add = createRoute({
  method: 'post',
  path: '/api/entries',
  operationId: 'addEntry',
  summary: 'Save a page by its URL, a pasted text, or a file.',
  request: jsonBody(apiSchemas.addEntryRequest),
  responses: {
    201: jsonAnswer('The entry.', apiSchemas.entry),
    ...problems(
      'too_large',
      'file_unsupported',
      'source_empty',
      'source_blocked',
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'fetch_unsupported',
    ),
  },
});

const markRead = createRoute({
  method: 'post',
  path: '/api/entries/mark-read',
  operationId: 'markEntriesRead',
  summary: 'Mark all entries as read, or those of a feed or folder.',
  request: jsonBody(apiSchemas.markReadRequest),
  responses: {
    200: jsonAnswer('The number of entries that were unread.', apiSchemas.markedRead),
    ...problems(),
  },
});

const get = createRoute({
  method: 'get',
  path: '/api/entries/{id}',
  operationId: 'getEntry',
  summary: 'Get an entry with its article.',
  request: { params },
  responses: { 200: jsonAnswer('The entry.', apiSchemas.entry), ...problems('not_found') },
});

const patch = createRoute({
  method: 'patch',
  path: '/api/entries/{id}',
  operationId: 'patchEntry',
  summary: 'Mark an entry as read or unread, or star or unstar it.',
  request: { params, ...jsonBody(apiSchemas.entryPatch) },
  responses: {
    200: jsonAnswer('The entry, without its article.', apiSchemas.entryHead),
    ...problems('not_found'),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/entries/{id}',
  operationId: 'deleteEntry',
  summary: 'Delete an entry and its summaries. Its feed does not add it again.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const fullText = createRoute({
  method: 'post',
  path: '/api/entries/{id}/full-text',
  operationId: 'fetchFullText',
  summary: 'Fetch the article from the entry’s page.',
  request: { params },
  responses: {
    200: jsonAnswer('The entry with the article from its page.', apiSchemas.entry),
    ...problems(
      'not_found',
      'conflict',
      'too_large',
      'source_empty',
      'source_title_only',
      'source_blocked',
      'fetch_refused',
      'fetch_failed',
      'fetch_timeout',
      'fetch_too_large',
      'fetch_unsupported',
    ),
  },
});

export function addEntryRoutes(app: OpenAPIHono, { reader }: Pick<ServerPorts, 'reader'>): void {
  app.openapi(list, async (c) => c.json(await (await reader()).listEntries(c.req.valid('query')), 200));
  app.openapi(add, async (c) => c.json(await (await reader()).addEntry(c.req.valid('json')), 201));
  app.openapi(markRead, async (c) =>
    c.json({ marked: await (await reader()).markRead(c.req.valid('json')) }, 200),
  );
  app.openapi(get, async (c) => c.json(await (await reader()).getEntry(c.req.valid('param').id), 200));

  app.openapi(patch, async (c) => {
    const head = await (await reader()).patchEntry(c.req.valid('param').id, c.req.valid('json'));
    return c.json(head, 200);
  });

  app.openapi(remove, async (c) => {
    await (await reader()).deleteEntry(c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(fullText, async (c) =>
    c.json(await (await reader()).fetchFullText(c.req.valid('param').id), 200),
  );
}
