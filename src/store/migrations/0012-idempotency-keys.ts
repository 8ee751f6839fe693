import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const idempotencyKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await createKeys(db);
    await db.schema.alterTable('runs').addColumn('join_hash', 'text').execute();
    // Of two requests at the same time, in whichever process, one starts the run and the other finds it.
    await sql`create unique index runs_in_progress_by_join_hash on runs (join_hash)
      where join_hash is not null and status in ('queued', 'running')`.execute(db);
  },
};

/** No reference to the runs: a key outlives a run that is deleted. */
async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('lease_token', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('lease_worker_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('answer_json', 'text')
    .execute();
  for (const column of ['run_id', 'created_at']) {
    await db.schema
      .createIndex(`idempotency_keys_by_${column}`)
      .on('idempotency_keys')
      .column(column)
      .execute();
  }
}
