import { AppError } from '#schema/app-error.ts';
import type { TurnRequest } from '#schema/conversations/conversations-wire.ts';
import { idempotencyKeyHeader, replayedHeader } from '#schema/headers.ts';
import { conversationRoutes } from '#schema/routes/conversation-routes.ts';
import { type Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

export function addConversationRoutes(
  { answer }: Router,
  { conversations }: Pick<ServerPorts, 'conversations'>,
): void {
  answer(conversationRoutes.list, ({ query }) => conversations.list(query));
  answer(conversationRoutes.get, ({ id, query }) => conversations.get(id, query));
  answer(conversationRoutes.remove, ({ id }) => conversations.remove(id));
  answer(conversationRoutes.grounding, ({ id }) => conversations.ground(id));
  answer(conversationRoutes.turns, ({ id, query }) => conversations.listTurns(id, query));
  answer(conversationRoutes.addTurn, async ({ id, body, headers }, c) => {
    const request = withKey(body, headers[idempotencyKeyHeader]);
    const { result, replayed } = await conversations.addTurn(id, request);
    if (replayed) c.header(replayedHeader, 'true');
    return result;
  });
}

/** Reads the key from the header or the body. If both have one, they must match. */
function withKey(request: TurnRequest, key: string | undefined): TurnRequest {
  if (key === undefined || key === request.idempotency_key) return request;
  if (request.idempotency_key === undefined) return { ...request, idempotency_key: key };
  throw new AppError('invalid_input', 'idempotency_key: does not match the Idempotency-Key header.');
}
