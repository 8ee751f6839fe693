import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Every run that ends counts the slots of its task: an index of those that are kept answers alone. */
export const keptSlots: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('slots_by_age').execute();
    await sql`
      create index slots_by_age on slots (task_type, updated_at, created_at, run_id)
      where cleared_at is null`.execute(db);
  },
};
