import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';
import { createTermIndex } from '#store/migrations/parts/term-index.ts';
import { indexTerms } from '#text/search-terms.ts';

export const readerPromises: Migration = {
  async up(db: Kysely<unknown>) {
    // Of runs that are there already nobody knows which models failed before another answered.
    await db.schema.alterTable('runs').addColumn('model_failures_json', 'text').execute();
    await createCleared(db);
    await createTermIndex(db, { index: 'summary_search', key: 'entry_id', table: 'entries', id: 'id' });
    if (!isPostgres(db)) {
      await sql`create virtual table summary_search_terms using fts5vocab (summary_search, instance)`.execute(
        db,
      );
    }
    await indexStored(db);
  },
};

/** For undo: a row for each summary that was cleared a moment ago. */
async function createCleared(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cleared_summaries')
    .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
    .addColumn('undo_id', 'text', (column) => column.notNull())
    .addColumn('source_kind', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('row_json', 'text', (column) => column.notNull())
    .addColumn('cleared_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('cleared_summaries_by_undo')
    .on('cleared_summaries')
    .column('undo_id')
    .execute();
}

/** Summaries are at most some thousands, whatever the number of entries. */
async function indexStored(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; text: string }>`
    select entries.id as id, summaries.text as text
    from summaries join entries on cast(entries.id as text) = summaries.source_id
    where summaries.source_kind = 'entry' and summaries.task_type = 'summary'
  `.execute(db);
  for (const [id, texts] of Map.groupBy(rows, (row) => row.id)) {
    const terms = indexTerms(texts.map(({ text }) => text).join('\n'));
    await (isPostgres(db) ? insertVector(db, id, terms) : insertTerms(db, id, terms));
  }
}

function insertTerms(db: Kysely<unknown>, id: number, terms: string) {
  return sql`insert into summary_search (rowid, title, body) values (${id}, '', ${terms})`.execute(db);
}

/** With the beginnings of up to four letters as terms of their own, marked by a star. */
function insertVector(db: Kysely<unknown>, id: number, terms: string) {
  const widened = terms.split(' ').flatMap((term) => {
    const letters = Array.from(term.slice(0, 8)).slice(0, 4);
    return [term, ...letters.map((_, last) => `${letters.slice(0, last + 1).join('')}*`)];
  });
  return sql`
    insert into summary_search (entry_id, title_terms, terms) values (
      ${id}, array_to_tsvector(array[]::text[]),
      array_to_tsvector(array_remove(string_to_array(${[...new Set(widened)].join(' ')}, ' '), ''))
    )`.execute(db);
}
