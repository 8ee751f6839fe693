import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';
import { createTermIndex } from '#store/migrations/parts/term-index.ts';

/** Translated paragraphs of entries, and the index to find entries by them. */
export const translations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('translated_paragraphs')
      .addColumn('entry_id', isPostgres(db) ? 'bigint' : 'integer', (column) =>
        column.notNull().references('entries.id').onDelete('cascade'),
      )
      .addColumn('target_language', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('text', 'text')
      .addColumn('problem', 'text')
      .addColumn('marks_json', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('undo_id', 'text')
      .addColumn('cleared_at', 'bigint')
      .addPrimaryKeyConstraint('translated_paragraphs_key', ['entry_id', 'target_language', 'key', 'run_id'])
      .execute();
    await db.schema
      .createIndex('translated_paragraphs_by_run')
      .on('translated_paragraphs')
      .column('run_id')
      .execute();
    await sql`create index translated_paragraphs_cleared on translated_paragraphs (cleared_at)
      where cleared_at is not null`.execute(db);
    await createTermIndex(db, { index: 'translation_search', key: 'entry_id', table: 'entries', id: 'id' });
    if (!isPostgres(db)) {
      await sql`create virtual table translation_search_terms using fts5vocab (translation_search, instance)`.execute(
        db,
      );
    }
  },
};
