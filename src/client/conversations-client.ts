import {
  type ConversationId,
  type ConversationPage,
  type ConversationView,
  conversationPageSchema,
  conversationViewSchema,
  type ListConversationsQuery,
  type ListTurnsQuery,
  type TurnPage,
  type TurnRequestInput,
  type TurnResult,
  turnPageSchema,
  turnResultSchema,
} from '#schema/conversations/conversations-wire.ts';
import type { Api } from './call-api.ts';

export interface ConversationsClient {
  list(query?: Partial<ListConversationsQuery>): Promise<ConversationPage>;
  /** With its newest turns. */
  get(id: ConversationId, query?: Partial<ListTurnsQuery>): Promise<ConversationView>;
  turns(id: ConversationId, query?: Partial<ListTurnsQuery>): Promise<TurnPage>;
  /** Resolves when the turn is in the conversation and stored. */
  addTurn(id: ConversationId, request: TurnRequestInput): Promise<TurnResult>;
  remove(id: ConversationId): Promise<void>;
}

export function createConversationsClient({ read, send }: Api): ConversationsClient {
  return {
    list: (query) => read(conversationPageSchema, { path: '/api/conversations', query }),
    get: (id, query) => read(conversationViewSchema, { path: pathOf(id), query }),
    turns: (id, query) => read(turnPageSchema, { path: `${pathOf(id)}/turns`, query }),
    addTurn: (id, body) => read(turnResultSchema, { method: 'POST', path: `${pathOf(id)}/turns`, body }),
    remove: async (id) => void (await send({ method: 'DELETE', path: pathOf(id) })),
  };
}

function pathOf(id: ConversationId): string {
  return `/api/conversations/${encodeURIComponent(id)}`;
}
