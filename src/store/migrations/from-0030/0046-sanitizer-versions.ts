import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Markup that is stored already was written by the first sanitizer. */
export const sanitizerVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('entry_texts')
      .addColumn('sanitizer', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
