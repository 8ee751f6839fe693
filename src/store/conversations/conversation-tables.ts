import type { PendingClarification } from '#schema/conversations/conversation.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';

export interface ConversationTables {
  conversations: ConversationsTable;
  conversation_turns: ConversationTurnsTable;
}

export interface ConversationsTable {
  id: ConversationId;
  revision: number;
  /** 0: created for the lease of its first turn, and invisible to everyone else. */
  turn_count: number;
  /** Who may add the next turn, and until when. */
  lease_token: string | null;
  lease_until: number | null;
  /** The worker that holds the lease; the lease ends if it dies. */
  lease_worker_id: string | null;
  /** Its beginning, for lists. */
  last_user_message: string;
  pending: PendingClarification['type'] | null;
  created_at: number;
  /** Of the last turn. */
  updated_at: number;
  /** Null as long as there is no turn. */
  state_json: string | null;
}

export interface ConversationTurnsTable {
  conversation_id: ConversationId;
  number: number;
  idempotency_key: string | null;
  request_hash: string;
  run_ids_json: string;
  issues_json: string;
  created_at: number;
  assistant_summary: string | null;
  ledger_json: string;
  user_message: string;
  assistant: string;
  /** The state after this turn, for repeated requests with its key; null: without a key, or too old. */
  state_json: string | null;
}
