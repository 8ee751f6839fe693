import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const workersIssuesAndProfiles: Migration = {
  async up(db: Kysely<unknown>) {
    await addOwnershipToRuns(db);
    await db.schema
      .createTable('workers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('beat_at', 'bigint', (column) => column.notNull())
      .execute();
    await createIssues(db);
    await db.schema
      .createTable('model_profiles')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body_json', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function addOwnershipToRuns(db: Kysely<unknown>): Promise<void> {
  // One column a statement: SQLite's ALTER TABLE takes no more.
  await db.schema.alterTable('runs').addColumn('worker_id', 'text').execute();
  await db.schema.alterTable('runs').addColumn('cancel_requested_at', 'bigint').execute();
  await db.schema.alterTable('runs').addColumn('attempt_profile_id', 'text').execute();
  await db.schema.alterTable('runs').addColumn('attempt_started_at', 'bigint').execute();
  await db.schema
    .createIndex('runs_by_attempt_start')
    .on('runs')
    .columns(['attempt_profile_id', 'attempt_started_at'])
    .execute();
}

async function createIssues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issues')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.references('runs.id').onDelete('set null'))
    .addColumn('details_json', 'text', (column) => column.notNull())
    .addColumn('last_events_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('issues_by_creation').on('issues').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('issues_by_kind').on('issues').columns(['kind', 'created_at', 'id']).execute();
  // Deleting a run looks for its issues.
  await db.schema.createIndex('issues_by_run').on('issues').column('run_id').execute();
}
