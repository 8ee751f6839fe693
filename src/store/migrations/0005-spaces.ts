import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';
import { createTermIndex } from '#store/migrations/parts/term-index.ts';

export const spaces: Migration = {
  async up(db: Kysely<unknown>) {
    await extendRuns(db);
    await createAgents(db);
    await createSpaces(db);
    await createThreads(db);
    await createMessages(db);
    await createTermIndex(db, {
      index: 'message_search',
      key: 'message_number',
      table: 'messages',
      id: 'number',
    });
  },
};

async function extendRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('after_run_id', 'text').execute();
  await db.schema.alterTable('run_inputs').addColumn('subject_json', 'text').execute();
  await sql`create index runs_by_predecessor on runs (after_run_id) where after_run_id is not null`.execute(
    db,
  );
  // A long thread has thousands of runs, of which none or one is unfinished.
  await sql`create index runs_unfinished_by_source on runs (source_kind, source_id)
    where status in ('queued', 'running')`.execute(db);
}

async function createAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSpaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('spaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('instructions', 'text', (column) => column.notNull())
    .addColumn('agent_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createThreads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('threads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('space_id', 'text', (column) => column.notNull().references('spaces.id').onDelete('cascade'))
    .addColumn('title', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('message_count', 'bigint', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('total_tokens', 'bigint', (column) => column.notNull())
    .addColumn('live_tokens', 'bigint', (column) => column.notNull())
    .addColumn('summary_through_seq', 'bigint', (column) => column.notNull())
    .addColumn('summary_revision', 'bigint', (column) => column.notNull())
    .addColumn('summary_tokens', 'bigint', (column) => column.notNull())
    .addColumn('summary_updated_at', 'bigint')
    .addColumn('summary_run_id', 'text')
    .addColumn('summary_model', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('segments_json', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('threads_by_change').on('threads').columns(['updated_at', 'id']).execute();
  await db.schema
    .createIndex('threads_by_space')
    .on('threads')
    .columns(['space_id', 'updated_at', 'id'])
    .execute();
  await sql`create index threads_by_summary_run on threads (summary_run_id)
    where summary_run_id is not null`.execute(db);
}

/** No reference to the run: a message outlives the retention of runs. */
async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('number', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('thread_id', 'text', (column) => column.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('provider', 'text')
    .addColumn('model', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    // Last, so that whoever wants the other columns does not read past a long text.
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('messages_by_place')
    .unique()
    .on('messages')
    .columns(['thread_id', 'seq'])
    .execute();
  await sql`create index messages_by_run on messages (run_id) where run_id is not null`.execute(db);
}
