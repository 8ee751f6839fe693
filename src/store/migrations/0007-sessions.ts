import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';
import { createSessionIndex } from '#store/migrations/parts/session-index.ts';

export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await createSessions(db);
    await createPrompts(db);
    await createObservations(db);
    await createSummaries(db);
    await createOrders(db);
    for (const table of ['prompts', 'observations', 'session_summaries']) {
      await indexByTime(db, table);
      await createSessionIndex(db, table);
    }
  },
};

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('content_session_id', 'text', (column) => column.notNull().unique())
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('prompt_count', 'bigint', (column) => column.notNull())
    .addColumn('is_private', 'integer', (column) => column.notNull())
    .addColumn('prompts', 'bigint', (column) => column.notNull())
    .addColumn('observations', 'bigint', (column) => column.notNull())
    .addColumn('summaries', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('completed_at', 'bigint')
    .execute();
  await db.schema.createIndex('sessions_by_use').on('sessions').columns(['updated_at', 'id']).execute();
  await db.schema
    .createIndex('sessions_by_project')
    .on('sessions')
    .columns(['project', 'updated_at', 'id'])
    .execute();
}

async function createPrompts(db: Kysely<unknown>): Promise<void> {
  await happening(db, 'prompts')
    .addColumn('event_key', 'text', (column) => column.notNull())
    // Last, so that whoever wants the other columns does not read past a long text.
    .addColumn('text', 'text')
    .execute();
  await uniqueInSession(db, 'prompts', ['event_key']);
  await uniqueInSession(db, 'prompts', ['prompt_number']);
}

async function createObservations(db: Kysely<unknown>): Promise<void> {
  await happening(db, 'observations')
    .addColumn('event_key', 'text', (column) => column.notNull())
    .addColumn('tool_name', 'text', (column) => column.notNull())
    .addColumn('cwd', 'text', (column) => column.notNull())
    .addColumn('tool_input', 'text', (column) => column.notNull())
    .addColumn('tool_response', 'text', (column) => column.notNull())
    .execute();
  await uniqueInSession(db, 'observations', ['event_key']);
}

/** No reference to the run: a summary outlives the retention of runs. */
async function createSummaries(db: Kysely<unknown>): Promise<void> {
  await happening(db, 'session_summaries')
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('investigated', 'text', (column) => column.notNull())
    .addColumn('learned', 'text', (column) => column.notNull())
    .addColumn('completed', 'text', (column) => column.notNull())
    .addColumn('next_steps', 'text', (column) => column.notNull())
    .addColumn('notes', 'text')
    .addColumn('grounding_json', 'text')
    .execute();
  await uniqueInSession(db, 'session_summaries', ['prompt_number', 'content_hash']);
  await sql`create index session_summaries_by_run on session_summaries (run_id)
    where run_id is not null`.execute(db);
}

/** What was asked to be summarized, and by which run. */
async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('session_orders')
    .addColumn('session_id', 'bigint', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('prompt_number', 'bigint', (column) => column.notNull())
    .addColumn('input_hash', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('is_void', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('session_orders_by_input', ['session_id', 'prompt_number', 'input_hash'])
    .execute();
  await db.schema.createIndex('session_orders_by_run').on('session_orders').column('run_id').execute();
}

/** What everything that happens in a session has. */
function happening(db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(table)
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('session_id', 'bigint', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('prompt_number', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull());
}

function uniqueInSession(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .unique()
    .on(table)
    .columns(['session_id', ...columns])
    .execute();
}

/** Every list is a range of one of these. */
async function indexByTime(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema.createIndex(`${table}_by_time`).on(table).columns(['created_at', 'id']).execute();
  for (const column of ['project', 'session_id']) {
    await db.schema
      .createIndex(`${table}_by_${column}`)
      .on(table)
      .columns([column, 'created_at', 'id'])
      .execute();
  }
}
