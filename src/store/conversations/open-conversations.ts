import type { Database } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { createConversationLease } from './conversation-lease.ts';
import { createConversations } from './conversations.ts';

export function openConversations(database: Database): Store['conversations'] {
  return {
    ...createConversations(database),
    ...createConversationLease(database),
  };
}
