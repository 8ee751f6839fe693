import type { ConversationId } from '#schema/conversations/conversations-wire.ts';

/** The first part of a key is the name the server uses in change events. */
export const conversationsKeys = {
  list: () => ['conversations', 'list'] as const,
  one: (id: ConversationId) => ['conversations', 'one', id] as const,
  turns: (id: ConversationId) => ['conversations', 'turns', id] as const,
  /** Changes with each turn, and when a model has checked the narrative. */
  grounding: (id: ConversationId, turns: number, narrative: string) =>
    ['conversation-grounding', id, turns, narrative] as const,
};
