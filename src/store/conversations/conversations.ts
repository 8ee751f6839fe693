import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import {
  type ConversationHead,
  conversationIdSchema,
  type KeptTurn,
} from '#schema/conversations/conversations-wire.ts';
import { timestampSchema } from '#schema/ids.ts';
import type { ConversationStore } from '#sources/conversation/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { isUnfinishedRun, toRun } from '#store/runs/run-row.ts';
import { forgetConversation } from '#store/sessions/forget-texts.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { ConversationsTable, ConversationTurnsTable, Tables } from '#store/tables.ts';

type Conversations = Omit<ConversationStore, 'takeLease' | 'renewLease' | 'releaseLease' | 'saveTurn'>;

const listCursor = z.tuple([timestampSchema, conversationIdSchema]);

/** The number of newest runs that are listed. A turn asks for far fewer. */
const newestRuns = 100;

const turnColumns = [
  'conversation_id',
  'number',
  'idempotency_key',
  'request_hash',
  'run_ids_json',
  'issues_json',
  'created_at',
  'assistant_summary',
  'ledger_json',
  'user_message',
  'assistant',
] as const satisfies (keyof ConversationTurnsTable)[];

export function createConversations({ db, transaction, readRows }: Database): Conversations {
  return {
    async listConversations({ limit, cursor }) {
      let select = selectHeads(db);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor(listCursor, cursor);
        select = select.where(sql<SqlBool>`(updated_at, id) < (${updatedAt}, ${id})`);
      }
      const rows = await select
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(toHead);
      const last = items.at(-1);
      const more = rows.length > limit && last !== undefined;
      return { items, nextCursor: more ? encodeCursor([last.updatedAt, last.id]) : null };
    },

    async getConversation(id) {
      const row = await selectHeads(db).select('state_json').where('id', '=', id).executeTakeFirst();
      return row ? { ...toHead(row), state: JSON.parse(row.state_json ?? 'null') } : null;
    },

    async listTurns({ id, before, limit }) {
      let select = db.selectFrom('conversation_turns').select(turnColumns).where('conversation_id', '=', id);
      if (before !== undefined) select = select.where('number', '<', before);
      const rows = await select.orderBy('number', 'desc').limit(limit).execute();
      return rows.toReversed().map(toKeptTurn);
    },

    async findAnswered(id, idempotencyKey) {
      const row = await db
        .selectFrom('conversation_turns as turns')
        .innerJoin('conversations', 'conversations.id', 'turns.conversation_id')
        .select(['turns.number', 'turns.request_hash', 'turns.run_ids_json', 'turns.issues_json'])
        .select(({ fn, ref }) =>
          fn.coalesce(ref('turns.state_json'), ref('conversations.state_json')).as('state_json'),
        )
        .where('turns.conversation_id', '=', id)
        .where('turns.idempotency_key', '=', idempotencyKey)
        .executeTakeFirst();
      if (!row) return null;
      return {
        requestHash: row.request_hash,
        result: {
          conversationId: id,
          turn: row.number,
          state: JSON.parse(row.state_json ?? 'null'),
          runIds: JSON.parse(row.run_ids_json),
          issues: JSON.parse(row.issues_json),
        },
      };
    },

    deleteConversation: (id) =>
      transaction(async (trx) => {
        const row = await trx
          .selectFrom('conversations')
          .select('turn_count')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!row || row.turn_count === 0) return false;
        await forgetConversation(trx, id);
        // The turns of the conversation are deleted with it.
        await trx.deleteFrom('conversations').where('id', '=', id).execute();
        return true;
      }),

    async listConversationRuns(id) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'conversation')
        .where('source_id', '=', id)
        .where(isUnfinishedRun)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return readRows('runs', rows, toRun);
    },

    async listNewestRuns(id) {
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'conversation')
        .where('source_id', '=', id)
        .orderBy('created_at', 'desc')
        .limit(newestRuns)
        .execute();
      return readRows('runs', rows, toRun);
    },
  };
}

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

/** Leaves out conversations that only wait for their first turn. */
function selectHeads(db: Kysely<Tables>) {
  return db.selectFrom('conversations').select(headColumns).where('turn_count', '>', 0);
}

function toHead(row: Pick<ConversationRow, (typeof headColumns)[number]>): ConversationHead {
  return {
    id: row.id,
    lastUserMessage: row.last_user_message,
    turns: row.turn_count,
    pending: row.pending,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toKeptTurn(row: Omit<TurnRow, 'state_json'>): KeptTurn {
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
