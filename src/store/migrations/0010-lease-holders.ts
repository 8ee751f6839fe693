import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const leaseHolders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('conversations').addColumn('lease_worker_id', 'text').execute();
  },
};
