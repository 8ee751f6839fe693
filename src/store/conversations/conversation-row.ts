import type { Kysely, Selectable } from 'kysely';
import type { ConversationHead, KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { Tables } from '#store/tables.ts';
import type { ConversationsTable, ConversationTurnsTable } from './conversation-tables.ts';

type ConversationRow = Selectable<ConversationsTable>;
type TurnRow = Selectable<ConversationTurnsTable>;

const headColumns = [
  'id',
  'turn_count',
  'last_user_message',
  'pending',
  'created_at',
  'updated_at',
] as const satisfies (keyof ConversationsTable)[];

/** Without those that only wait for their first turn. */
export function selectHeads(db: Kysely<Tables>) {
  return db.selectFrom('conversations').select(headColumns).where('turn_count', '>', 0);
}

export function toHead(row: Pick<ConversationRow, (typeof headColumns)[number]>): ConversationHead {
  return {
    id: row.id,
    lastUserMessage: row.last_user_message,
    turns: row.turn_count,
    pending: row.pending,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toKeptTurn(row: Omit<TurnRow, 'state_json'>): KeptTurn {
  return {
    number: row.number,
    user: row.user_message,
    assistant: row.assistant,
    assistantSummary: row.assistant_summary,
    ledger: JSON.parse(row.ledger_json),
    runIds: JSON.parse(row.run_ids_json),
    issues: JSON.parse(row.issues_json),
    createdAt: row.created_at,
  };
}

export function toTurnColumns(turn: KeptTurn) {
  return {
    number: turn.number,
    user_message: turn.user,
    assistant: turn.assistant,
    assistant_summary: turn.assistantSummary,
    ledger_json: toStoredJson(turn.ledger),
    run_ids_json: toStoredJson(turn.runIds),
    issues_json: toStoredJson(turn.issues),
    created_at: turn.createdAt,
  };
}
