import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const conversations: Migration = {
  async up(db: Kysely<unknown>) {
    await createConversations(db);
    await createTurns(db);
  },
};

async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('turn_count', 'bigint', (column) => column.notNull())
    .addColumn('lease_token', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('last_user_message', 'text', (column) => column.notNull())
    .addColumn('pending', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    // Last, so that whoever wants the other columns does not read past a long text.
    .addColumn('state_json', 'text')
    .execute();
  // One that only waits for its first turn is not listed.
  await sql`create index conversations_by_change on conversations (updated_at, id)
    where turn_count > 0`.execute(db);
}

/** No reference to the runs: a turn outlives their retention. */
async function createTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversation_turns')
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversations.id').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('run_ids_json', 'text', (column) => column.notNull())
    .addColumn('issues_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('assistant_summary', 'text')
    .addColumn('ledger_json', 'text', (column) => column.notNull())
    .addColumn('user_message', 'text', (column) => column.notNull())
    .addColumn('assistant', 'text', (column) => column.notNull())
    .addColumn('state_json', 'text')
    .addPrimaryKeyConstraint('conversation_turns_by_number', ['conversation_id', 'number'])
    .execute();
  await sql`create unique index conversation_turns_by_key on conversation_turns (conversation_id, idempotency_key)
    where idempotency_key is not null`.execute(db);
}
