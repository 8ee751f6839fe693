import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { RunId } from '#schema/ids.ts';
import { type MessageId, messageIdSchema, threadIdSchema } from '#schema/spaces/space.ts';
import { listMessagesQuerySchema } from '#schema/spaces/spaces-wire.ts';
import { answerOnce, keyHeaders, startRunOnce } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { jsonAnswer, jsonBody, problems } from '#server/routes/describe.ts';
import { apiSchemas } from '#server/schemas/api-schemas.ts';
import { spaceSchemas } from '#server/schemas/space-schemas.ts';

const params = z.object({ id: threadIdSchema });
const refusals = problems('not_found', 'conflict', 'idempotency_key_reused', 'database_unavailable');
const started = jsonAnswer('The message and the runs it started.', spaceSchemas.turnStarted);

const list = createRoute({
  method: 'get',
  path: '/api/threads/{id}/messages',
  operationId: 'listMessages',
  summary: 'List messages of a thread in reading order. Without a position, the newest messages.',
  request: { params, query: listMessagesQuerySchema },
  responses: { 200: jsonAnswer('The messages.', spaceSchemas.messagePage), ...problems('not_found') },
});

const send = createRoute({
  method: 'post',
  path: '/api/threads/{id}/messages',
  operationId: 'sendMessage',
  summary: 'Send a message. Follow the answer through the run’s events; cancel the run to stop it.',
  request: { params, headers: keyHeaders, ...jsonBody(spaceSchemas.sendMessageRequest) },
  responses: { 202: started, ...refusals },
});

const editLast = createRoute({
  method: 'put',
  path: '/api/threads/{id}/messages/{messageId}',
  operationId: 'editLastMessage',
  summary: 'Replace the user’s newest message. Everything after it is deleted.',
  request: {
    params: params.extend({ messageId: messageIdSchema }),
    headers: keyHeaders,
    ...jsonBody(spaceSchemas.editMessageRequest),
  },
  responses: { 202: started, ...refusals },
});

const retry = createRoute({
  method: 'post',
  path: '/api/threads/{id}/retry',
  operationId: 'retryAnswer',
  summary: 'Answer the newest message again. The old answer is kept until there is a new one.',
  request: { params, headers: keyHeaders },
  responses: { 202: started, ...refusals },
});

const editSummary = createRoute({
  method: 'put',
  path: '/api/threads/{id}/summary',
  operationId: 'editThreadSummary',
  summary: 'Edit the summary. It covers the same messages as before.',
  request: { params, ...jsonBody(spaceSchemas.summaryEdit) },
  responses: { 200: jsonAnswer('The thread.', spaceSchemas.thread), ...problems('not_found', 'conflict') },
});

const rebuild = createRoute({
  method: 'post',
  path: '/api/threads/{id}/summary/rebuild',
  operationId: 'rebuildThreadSummary',
  summary: 'Rebuild the summary from all messages it covers.',
  request: { params, headers: keyHeaders },
  responses: {
    202: jsonAnswer('The run: a new one, or the rebuild in progress.', apiSchemas.run),
    ...problems('not_found', 'conflict', 'idempotency_key_reused'),
  },
});

const listVersions = createRoute({
  method: 'get',
  path: '/api/threads/{id}/summary/versions',
  operationId: 'listSummaryVersions',
  summary: 'List the versions of the summary, newest first: who wrote each one, when and why.',
  request: { params },
  responses: { 200: jsonAnswer('The versions.', spaceSchemas.summaryVersionList), ...problems('not_found') },
});

const restore = createRoute({
  method: 'post',
  path: '/api/threads/{id}/summary/restore',
  operationId: 'restoreThreadSummary',
  summary: 'Restore an older version. A run folds the messages summarized since then into it again.',
  request: { params, headers: keyHeaders, ...jsonBody(spaceSchemas.restoreSummary) },
  responses: {
    200: jsonAnswer('The thread, and the run, if any.', spaceSchemas.summaryRestored),
    ...problems('not_found', 'conflict', 'idempotency_key_reused'),
  },
});

const ground = createRoute({
  method: 'get',
  path: '/api/threads/{id}/summary/grounding',
  operationId: 'groundThreadSummary',
  summary: 'Check each sentence of the summary against the messages it covers.',
  request: { params },
  responses: { 200: jsonAnswer('The sentences.', spaceSchemas.threadGrounding), ...problems('not_found') },
});

export function addMessageRoutes(
  app: OpenAPIHono,
  { keys, queries, spaces }: Pick<ServerPorts, 'keys' | 'queries' | 'spaces'>,
): void {
  app.openapi(list, async (c) =>
    c.json(await spaces.listMessages(c.req.valid('param').id, c.req.valid('query')), 200),
  );
  app.openapi(send, (c) =>
    answerOnce(c, keys, async (id) => {
      const request = c.req.valid('json');
      const started = await spaces.send(c.req.valid('param').id, {
        ...request,
        id: request.id ?? nameOf(id),
      });
      return c.json(started, 202);
    }),
  );
  app.openapi(editLast, (c) =>
    answerOnce(c, keys, async (newId) => {
      const { id, messageId } = c.req.valid('param');
      const request = { ...c.req.valid('json'), id: nameOf(newId) };
      return c.json(await spaces.editLast(id, messageId, request), 202);
    }),
  );
  app.openapi(retry, (c) =>
    answerOnce(c, keys, async (runId) => c.json(await spaces.retry(c.req.valid('param').id, { runId }), 202)),
  );
  app.openapi(editSummary, async (c) =>
    c.json(await spaces.editSummary(c.req.valid('param').id, c.req.valid('json')), 200),
  );
  app.openapi(rebuild, (c) =>
    startRunOnce(c, {
      keys,
      getRun: queries.getRun,
      start: (runId) => spaces.rebuildSummary(c.req.valid('param').id, { runId }),
    }),
  );
  app.openapi(listVersions, async (c) => c.json(await spaces.listVersions(c.req.valid('param').id), 200));
  app.openapi(restore, (c) =>
    answerOnce(c, keys, async () =>
      c.json(await spaces.restoreSummary(c.req.valid('param').id, c.req.valid('json')), 200),
    ),
  );
  app.openapi(ground, async (c) => c.json(await spaces.ground(c.req.valid('param').id), 200));
}

/** The message that a keyed request sends is known by the id that its key has: sent again, it is found. */
function nameOf(id: RunId | undefined): MessageId | undefined {
  return id === undefined ? undefined : messageIdSchema.parse(id);
}
