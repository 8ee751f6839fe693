import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key of an entry's first picture. Entries stored earlier get it when their text is stored again. */
export const pictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('entries').addColumn('image_key', 'text').execute();
  },
};
