import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';

/** The tag library, the tags of entries, suggestions, and batches that tag many entries. */
export const tags: Migration = {
  async up(db: Kysely<unknown>) {
    await createLibrary(db);
    await createEntryTags(db);
    await createBatches(db);
    await db.schema
      .alterTable('feeds')
      .addColumn('auto_tag', 'text', (column) => column.notNull().defaultTo('off'))
      .execute();
  },
};

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const ofEntry = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('entries.id').onDelete('cascade');
const ofTag = (column: ColumnDefinitionBuilder) => column.notNull().references('tags.id').onDelete('cascade');

async function createLibrary(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tags')
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('name', 'text', required)
    .addColumn('is_named', 'integer', required)
    .addColumn('batch_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('tag_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tag_id', 'bigint', ofTag)
    .addColumn('synonym', 'text')
    .execute();
  await db.schema.createIndex('tag_keys_by_tag').on('tag_keys').column('tag_id').execute();
}

async function createEntryTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entry_tags')
    .addColumn('entry_id', 'bigint', ofEntry)
    .addColumn('tag_id', 'bigint', ofTag)
    .addColumn('origin', 'text', required)
    .addColumn('quote', 'text')
    .addColumn('run_id', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('entry_tags_key', ['entry_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('entry_tags_by_tag').on('entry_tags').columns(['tag_id', 'entry_id']).execute();
  await db.schema
    .createTable('tag_suggestions')
    .addColumn('entry_id', 'bigint', ofEntry)
    .addColumn('key', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('quote', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('run_id', 'text')
    .addColumn('batch_id', 'text')
    .addColumn('at', 'bigint', required)
    .addColumn('dismissed_at', 'bigint')
    .addPrimaryKeyConstraint('tag_suggestions_key', ['entry_id', 'key'])
    .execute();
  for (const table of ['entry_tags', 'tag_suggestions']) {
    await db.schema
      .createIndex(`${table}_by_batch`)
      .on(table)
      .column('batch_id')
      .where(sql.ref('batch_id'), 'is not', null)
      .execute();
  }
}

async function createBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tagging_batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('mode', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('selection_json', 'text', required)
    .addColumn('total', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('tagging_batches_by_time')
    .on('tagging_batches')
    .columns(['created_at', 'id'])
    .execute();
  await db.schema
    .createTable('tagging_entries')
    .addColumn('batch_id', 'text', (column) =>
      column.notNull().references('tagging_batches.id').onDelete('cascade'),
    )
    .addColumn('entry_id', 'bigint', ofEntry)
    .addColumn('position', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('run_id', 'text')
    .addColumn('spent_usd', sql`double precision`, (column) => column.notNull().defaultTo(0))
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addPrimaryKeyConstraint('tagging_entries_key', ['batch_id', 'entry_id'])
    .execute();
  await db.schema
    .createIndex('tagging_entries_by_position')
    .on('tagging_entries')
    .columns(['batch_id', 'position'])
    .execute();
  // One batch at a time works on an entry.
  await db.schema
    .createIndex('tagging_entries_running')
    .unique()
    .on('tagging_entries')
    .column('entry_id')
    .where(sql.ref('status'), '=', 'running')
    .execute();
  await db.schema.createIndex('tagging_entries_by_entry').on('tagging_entries').column('entry_id').execute();
}
