import {
  conversationIdSchema,
  conversationPageSchema,
  conversationViewSchema,
  listConversationsQuerySchema,
  listTurnsQuerySchema,
  turnPageSchema,
  turnRequestSchema,
  turnResultSchema,
} from '#schema/conversations/conversations-wire.ts';
import { keyHeaders } from '#schema/runs/idempotency-key.ts';
import type { RouteTable } from './route.ts';

export const conversationRoutes = {
  list: {
    method: 'GET',
    path: '/api/conversations',
    operationId: 'listConversations',
    summary: 'List conversations, newest turn first.',
    query: listConversationsQuerySchema,
    gives: 'A page of conversations.',
    answer: conversationPageSchema,
  },
  get: {
    method: 'GET',
    path: '/api/conversations/{id}',
    operationId: 'getConversation',
    summary: 'Get a conversation: its state, its newest turns with their ledgers, and runs in progress.',
    params: { id: conversationIdSchema },
    query: listTurnsQuerySchema,
    gives: 'The conversation.',
    answer: conversationViewSchema,
    problems: ['not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/conversations/{id}',
    operationId: 'deleteConversation',
    summary: 'Delete a conversation and its turns.',
    params: { id: conversationIdSchema },
    gives: 'Removed.',
    problems: ['not_found'],
  },
  turns: {
    method: 'GET',
    path: '/api/conversations/{id}/turns',
    operationId: 'listTurns',
    summary: 'List the turns of a conversation with their ledgers, newest last.',
    params: { id: conversationIdSchema },
    query: listTurnsQuerySchema,
    gives: 'The turns.',
    answer: turnPageSchema,
    problems: ['not_found'],
  },
  addTurn: {
    method: 'POST',
    path: '/api/conversations/{id}/turns',
    operationId: 'addTurn',
    summary:
      'Add a finished turn to its conversation. The first turn creates the conversation. Repeating an Idempotency-Key returns the first response.',
    params: { id: conversationIdSchema },
    headers: keyHeaders,
    body: turnRequestSchema,
    gives: 'The new state.',
    answer: turnResultSchema,
    problems: ['not_found', 'conflict', 'idempotency_key_reused'],
  },
} as const satisfies RouteTable;
