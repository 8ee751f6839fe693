import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';
import { createTermIndex } from '#store/migrations/parts/term-index.ts';

export const reader: Migration = {
  async up(db: Kysely<unknown>) {
    await createFeeds(db);
    await createEntries(db);
    await indexEntries(db);
    await createTexts(db);
    await createTermIndex(db, { index: 'entry_search', key: 'entry_id', table: 'entries', id: 'id' });
  },
};

async function createFeeds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('folders')
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('auto_summary', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('feeds')
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('host', 'text')
    .addColumn('site_url', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('custom_title', 'text')
    .addColumn('folder_id', 'bigint', (column) => column.references('folders.id').onDelete('set null'))
    .addColumn('auto_summary', 'text', (column) => column.notNull())
    .addColumn('fetch_full_text', 'integer', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('ttl_minutes', 'bigint')
    .addColumn('next_fetch_at', 'bigint')
    .addColumn('fetched_at', 'bigint')
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .addColumn('rests_until', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('reported', 'integer', (column) => column.notNull())
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('feeds_by_folder').on('feeds').column('folder_id').execute();
  await db.schema.createIndex('feeds_by_host').on('feeds').column('host').execute();
  await db.schema.createIndex('feeds_by_next_fetch').on('feeds').column('next_fetch_at').execute();
}

/** Its numbers are never given out twice: a summary that outlived its entry must not show under another. */
async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entries')
    .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
    .addColumn('feed_id', 'bigint', (column) => column.references('feeds.id'))
    .addColumn('folder_id', 'bigint')
    .addColumn('guid', 'text', (column) => column.notNull())
    .addColumn('source_hash', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('author', 'text')
    .addColumn('site_title', 'text')
    .addColumn('excerpt', 'text', (column) => column.notNull())
    .addColumn('text_origin', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('reading_minutes', 'integer', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('starred_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Each list of entries is one range of one index, newest first; the partial ones hold only what their view shows. */
async function indexEntries(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    sql`create unique index entries_by_guid on entries (feed_id, guid)`,
    sql`create unique index entries_saved_by_guid on entries (guid) where feed_id is null`,
    sql`create index entries_by_time on entries (published_at, id)`,
    sql`create index entries_by_feed on entries (feed_id, published_at, id)`,
    sql`create index entries_by_folder on entries (folder_id, published_at, id) where folder_id is not null`,
    sql`create index entries_saved on entries (published_at, id) where feed_id is null`,
    sql`create index entries_starred on entries (published_at, id) where starred_at is not null`,
    sql`create index entries_unread on entries (published_at, id) where read_at is null`,
    sql`create index entries_unread_by_feed on entries (feed_id, published_at, id) where read_at is null`,
    sql`create index entries_unread_by_folder on entries (folder_id, published_at, id)
      where read_at is null and folder_id is not null`,
  ]) {
    await statement.execute(db);
  }
}

/** Apart from the entries, so that lists read short rows. */
async function createTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entry_texts')
    .addColumn('entry_id', 'bigint', (column) =>
      column.primaryKey().references('entries.id').onDelete('cascade'),
    )
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('entry_originals')
    .addColumn('entry_id', 'bigint', (column) =>
      column.notNull().references('entries.id').onDelete('cascade'),
    )
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('entry_originals_key', ['entry_id', 'origin'])
    .execute();
  await db.schema
    .createTable('deleted_entries')
    .addColumn('feed_id', 'bigint', (column) => column.notNull().references('feeds.id').onDelete('cascade'))
    .addColumn('guid', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deleted_entries_key', ['feed_id', 'guid'])
    .execute();
}
