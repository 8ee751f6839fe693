import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const modelCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('model_calls')
      .addColumn('profile_id', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('model_calls_by_start')
      .on('model_calls')
      .columns(['profile_id', 'started_at'])
      .execute();
    // It served the limit of requests per minute, which counts calls from now on.
    await db.schema.dropIndex('runs_by_attempt_start').execute();
    await db.schema
      .createTable('sweeps')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('swept_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
