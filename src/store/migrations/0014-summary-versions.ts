import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const summaryVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('runs').addColumn('start_by', 'bigint').execute();
    await db.schema
      .alterTable('threads')
      .addColumn('fold_revision', 'bigint', (column) => column.notNull().defaultTo(-1))
      .execute();
    await createVersions(db);
    // A thread that has a summary begins with that one; what it said before is not known.
    await sql`
      insert into summary_versions
        (thread_id, revision, reason, run_id, model, through_seq, tokens, created_at, segments_json, text)
      select id, summary_revision, case when summary_run_id is null then 'edit' else 'fold' end, summary_run_id,
        summary_model, summary_through_seq, summary_tokens, coalesce(summary_updated_at, updated_at), segments_json,
        summary
      from threads where summary is not null
    `.execute(db);
  },
};

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('summary_versions')
    .addColumn('thread_id', 'text', (column) => column.notNull().references('threads.id').onDelete('cascade'))
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text')
    .addColumn('model', 'text')
    .addColumn('through_seq', 'bigint', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('segments_json', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('summary_versions_key', ['thread_id', 'revision'])
    .execute();
}
