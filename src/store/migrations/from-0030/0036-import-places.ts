import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far the transcripts of clients have been read, so that an import continues where the last one ended. */
export const importPlaces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('import_places')
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('mark', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('import_places_by_path', ['client', 'path'])
      .execute();
  },
};
