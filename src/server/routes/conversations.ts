import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '#schema/app-error.ts';
import {
  conversationIdSchema,
  listConversationsQuerySchema,
  listTurnsQuerySchema,
  type TurnRequest,
} from '#schema/conversations/conversations-wire.ts';
import { idempotencyKeyHeader, replayedHeader } from '#schema/runs/idempotency-key.ts';
import { keyHeaders } from '#server/idempotency/answer-once.ts';
import type { ServerPorts } from '#server/ports.ts';
import { conversationSchemas } from '#server/schemas/conversation-schemas.ts';
import { jsonAnswer, jsonBody, problems } from './describe.ts';

const params = z.object({ id: conversationIdSchema });

const list = createRoute({
  method: 'get',
  path: '/api/conversations',
  operationId: 'listConversations',
  summary: 'List conversations, newest turn first.',
  request: { query: listConversationsQuerySchema },
  responses: {
    200: jsonAnswer('A page of conversations.', conversationSchemas.conversationPage),
    ...problems(),
  },
});

const get = createRoute({
  method: 'get',
  path: '/api/conversations/{id}',
  operationId: 'getConversation',
  summary: 'Get a conversation: its state, its newest turns with their ledgers, and runs in progress.',
  request: { params, query: listTurnsQuerySchema },
  responses: {
    200: jsonAnswer('The conversation.', conversationSchemas.conversationView),
    ...problems('not_found'),
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/conversations/{id}',
  operationId: 'deleteConversation',
  summary: 'Delete a conversation and its turns.',
  request: { params },
  responses: { 204: { description: 'Removed.' }, ...problems('not_found') },
});

const listTurns = createRoute({
  method: 'get',
  path: '/api/conversations/{id}/turns',
  operationId: 'listTurns',
  summary: 'List the turns of a conversation with their ledgers, newest last.',
  request: { params, query: listTurnsQuerySchema },
  responses: { 200: jsonAnswer('The turns.', conversationSchemas.turnPage), ...problems('not_found') },
});

const addTurn = createRoute({
  method: 'post',
  path: '/api/conversations/{id}/turns',
  operationId: 'addTurn',
  summary:
    'Add a finished turn to its conversation. The first turn creates the conversation. Repeating an Idempotency-Key returns the first response.',
  request: { params, headers: keyHeaders, ...jsonBody(conversationSchemas.turnRequest) },
  responses: {
    200: jsonAnswer('The new state.', conversationSchemas.turnResult),
    ...problems('not_found', 'conflict', 'idempotency_key_reused', 'too_large', 'database_unavailable'),
  },
});

export function addConversationRoutes(
  app: OpenAPIHono,
  { conversations }: Pick<ServerPorts, 'conversations'>,
): void {
  app.openapi(list, async (c) => c.json(await conversations.list(c.req.valid('query')), 200));
  app.openapi(get, async (c) =>
    c.json(await conversations.get(c.req.valid('param').id, c.req.valid('query')), 200),
  );
  app.openapi(remove, async (c) => {
    await conversations.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });
  app.openapi(listTurns, async (c) =>
    c.json(await conversations.listTurns(c.req.valid('param').id, c.req.valid('query')), 200),
  );
  app.openapi(addTurn, async (c) => {
    const request = withKey(c.req.valid('json'), c.req.valid('header')[idempotencyKeyHeader]);
    const { result, replayed } = await conversations.addTurn(c.req.valid('param').id, request);
    if (replayed) c.header(replayedHeader, 'true');
    return c.json(result, 200);
  });
}

/** In the header or in the body; if both are present, they must match. */
function withKey(request: TurnRequest, key: string | undefined): TurnRequest {
  if (key === undefined || key === request.idempotency_key) return request;
  if (request.idempotency_key === undefined) return { ...request, idempotency_key: key };
  throw new AppError('invalid_input', 'idempotency_key: does not match the Idempotency-Key header.');
}
