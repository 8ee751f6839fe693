import type { Kysely, Selectable } from 'kysely';
import type { ConversationStore, Lease, SaveTurn } from '#sources/conversation/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { ConversationsTable, Tables } from '#store/tables.ts';
import { toTurnColumns } from './conversations.ts';

type Leases = Pick<ConversationStore, 'takeLease' | 'renewLease' | 'releaseLease' | 'saveTurn'>;
type Held = Pick<Selectable<ConversationsTable>, 'lease_token' | 'lease_until' | 'lease_worker_id'>;

/** The number of newest turns whose state is kept, for repeated requests with the same key. */
const statesKept = 50;
const headCharacters = 300;

/** Leases are written often and are worthless after a power failure. Only a turn must be durable. */
export function createConversationLease(database: Database): Leases {
  const { db, transaction, relaxedTransaction } = database;
  return {
    async takeLease({ id, token, workerId, at, until }) {
      // Waiters poll often; polling must not take the write lock.
      const held = await db
        .selectFrom('conversations')
        .select(['lease_token', 'lease_until', 'lease_worker_id'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (held && (await isHeld(db, held, at))) return { kind: 'busy' };
      return relaxedTransaction(async (trx) => {
        await insertEmpty(trx, id, at);
        const row = await trx
          .selectFrom('conversations')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        // On PostgreSQL the row may be deleted between the two statements. The next attempt creates it again.
        if (!row || (await isHeld(trx, row, at))) return { kind: 'busy' };
        await trx
          .updateTable('conversations')
          .set({ lease_token: token, lease_until: until, lease_worker_id: workerId })
          .where('id', '=', id)
          .execute();
        return {
          kind: 'leased',
          state: row.state_json === null ? null : JSON.parse(row.state_json),
          revision: row.revision,
          takenOver: row.lease_token !== null,
        };
      });
    },

    renewLease: ({ id, token, until }) =>
      relaxedTransaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('conversations')
          .set({ lease_until: until })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    releaseLease: ({ id, token }) =>
      relaxedTransaction(async (trx) => {
        await trx
          .deleteFrom('conversations')
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('turn_count', '=', 0)
          .execute();
        await trx
          .updateTable('conversations')
          .set({ lease_token: null, lease_until: null })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .execute();
      }),

    saveTurn: (save) =>
      transaction(async (trx) => {
        const row = await trx
          .selectFrom('conversations')
          .select(['lease_token', 'revision'])
          .where('id', '=', save.id)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return 'gone';
        if (row.lease_token !== save.token || row.revision !== save.revision) return 'lost';
        await writeTurn(trx, save);
        return 'saved';
      }),
  };
}

export async function isHeld(db: Kysely<Tables>, held: Held, at: number): Promise<boolean> {
  const { lease_token, lease_until, lease_worker_id } = held;
  if (lease_token === null || lease_until === null || lease_until <= at) return false;
  if (lease_worker_id === null) return true;
  const worker = await db
    .selectFrom('workers')
    .select('id')
    .where('id', '=', lease_worker_id)
    .executeTakeFirst();
  return worker !== undefined;
}

async function insertEmpty(trx: TablesTransaction, id: Lease['id'], at: number): Promise<void> {
  await trx
    .insertInto('conversations')
    .values({ id, revision: 0, turn_count: 0, last_user_message: '', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function writeTurn(trx: TablesTransaction, save: SaveTurn): Promise<void> {
  const { id, turn, state, idempotencyKey } = save;
  const stateJson = toStoredJson(state);
  await trx
    .insertInto('conversation_turns')
    .values({
      ...toTurnColumns(turn),
      conversation_id: id,
      idempotency_key: idempotencyKey,
      request_hash: save.requestHash,
      state_json: idempotencyKey === null ? null : stateJson,
    })
    .execute();
  await trx
    .updateTable('conversation_turns')
    .set({ state_json: null })
    .where('conversation_id', '=', id)
    .where('number', '=', turn.number - statesKept)
    .execute();
  await trx
    .updateTable('conversations')
    .set({
      revision: save.revision + 1,
      turn_count: turn.number,
      lease_token: null,
      lease_until: null,
      last_user_message: Array.from(turn.user.slice(0, headCharacters * 2))
        .slice(0, headCharacters)
        .join(''),
      pending: state.conversation.pending_clarification?.type ?? null,
      updated_at: turn.createdAt,
      state_json: stateJson,
    })
    .where('id', '=', id)
    .execute();
}
