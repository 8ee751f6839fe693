import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const grounding: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('summaries').addColumn('grounding_json', 'text').execute();
    await db.schema.alterTable('runs').addColumn('grounding_json', 'text').execute();
  },
};
