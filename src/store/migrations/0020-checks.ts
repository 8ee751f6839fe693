import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What models say about summaries, and summaries as they were before a model corrected them. */
export const checks: Migration = {
  async up(db: Kysely<unknown>) {
    await withOwner(db.schema.createTable('checks'))
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('opinions_json', 'text', (column) => column.notNull())
      .addColumn('check_json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('checks_key', ['target_kind', 'target_id'])
      .execute();
    await withOwner(db.schema.createTable('repairs'))
      .addColumn('run_id', 'text', (column) => column.primaryKey().references('runs.id').onDelete('cascade'))
      .addColumn('new_text_hash', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('edits_json', 'text', (column) => column.notNull())
      .addColumn('grounding_json', 'text', (column) => column.notNull())
      .addColumn('opinions_json', 'text')
      .addColumn('check_json', 'text')
      .addColumn('provider', 'text')
      .addColumn('model', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('repairs_by_target')
      .on('repairs')
      .columns(['target_kind', 'target_id', 'created_at'])
      .execute();
    for (const table of ['checks', 'repairs']) {
      for (const owner of Object.keys(owners)) {
        await db.schema.createIndex(`${table}_by_${owner}`).on(table).column(owner).execute();
      }
    }
  },
};

/** One of these is set: with it, the row goes. */
const owners = {
  slot_run_id: 'slots.run_id',
  thread_id: 'threads.id',
  conversation_id: 'conversations.id',
  session_summary_id: 'session_summaries.id',
} as const;

type Builder = CreateTableBuilder<string, string>;

function withOwner(table: Builder): Builder {
  const referring = (place: string) => (column: ColumnDefinitionBuilder) =>
    column.references(place).onDelete('cascade');
  return table
    .addColumn('target_kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text', (column) => column.notNull())
    .addColumn('slot_run_id', 'text', referring(owners.slot_run_id))
    .addColumn('thread_id', 'text', referring(owners.thread_id))
    .addColumn('conversation_id', 'text', referring(owners.conversation_id))
    .addColumn('session_summary_id', 'integer', referring(owners.session_summary_id));
}
