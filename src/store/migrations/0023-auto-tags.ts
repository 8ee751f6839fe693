import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** New entries that are to be tagged, written with them; and folders say whether their feeds tag. */
export const autoTags: Migration = {
  async up(db: Kysely<{ feeds: { auto_tag: string } }>) {
    await db.schema
      .createTable('wished_tags')
      .addColumn('entry_id', 'bigint', (column) =>
        column.primaryKey().references('entries.id').onDelete('cascade'),
      )
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('wished_tags_by_time').on('wished_tags').column('held_until').execute();
    await db.schema
      .alterTable('folders')
      .addColumn('auto_tag', 'text', (column) => column.notNull().defaultTo('off'))
      .execute();
    await db.updateTable('feeds').set({ auto_tag: 'inherit' }).where('auto_tag', '=', 'off').execute();
  },
};
