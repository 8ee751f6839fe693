import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const runsAndSummaries: Migration = {
  async up(db: Kysely<unknown>) {
    await createRuns(db);
    await createRunTexts(db);
    await createSummaries(db);
    await db.schema
      .createTable('settings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('body_json', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('task_type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('source_kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('source_title', 'text')
    .addColumn('agent_id', 'text', (column) => column.notNull())
    .addColumn('trigger_kind', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('template_version', 'text')
    .addColumn('parameters_json', 'text', (column) => column.notNull())
    .addColumn('target_language', 'text')
    .addColumn('detail_level', 'text')
    .addColumn('route_json', 'text', (column) => column.notNull())
    .addColumn('model_profile_id', 'text')
    .addColumn('provider', 'text')
    .addColumn('model', 'text')
    .addColumn('output_language', 'text')
    .addColumn('coverage_json', 'text')
    .addColumn('usage_input_tokens', 'bigint')
    .addColumn('usage_cached_input_tokens', 'bigint')
    .addColumn('usage_output_tokens', 'bigint')
    .addColumn('usage_cost_usd', 'double precision')
    .addColumn('usage_reported', 'integer')
    .addColumn('duration_ms', 'bigint')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('runs_by_creation').on('runs').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('runs_by_status').on('runs').columns(['status', 'created_at', 'id']).execute();
  await db.schema
    .createIndex('runs_by_source')
    .on('runs')
    .columns(['source_kind', 'source_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('runs_by_finish').on('runs').column('finished_at').execute();
}

async function createRunTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run_inputs')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
    .addColumn('source_text', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('system_prompt_override', 'text')
    .execute();
  await db.schema
    .createTable('run_events')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body_json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_events_key', ['run_id', 'seq'])
    .execute();
}

async function createSummaries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('summaries')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
    .addColumn('task_type', 'text', (column) => column.notNull())
    .addColumn('source_kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('target_language', 'text', (column) => column.notNull())
    .addColumn('detail_level', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('output_language', 'text')
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('summaries_by_slot')
    .unique()
    .on('summaries')
    .columns(['task_type', 'source_kind', 'source_id', 'target_language', 'detail_level'])
    .execute();
  await db.schema
    .createIndex('summaries_by_age')
    .on('summaries')
    .columns(['updated_at', 'created_at', 'run_id'])
    .execute();
}
