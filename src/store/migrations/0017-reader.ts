import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Of runs that are there already nobody knows which models failed before another answered. */
export const readerPromises: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('runs').addColumn('model_failures_json', 'text').execute();
  },
};
