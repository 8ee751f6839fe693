import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages that wait for the answer before them, and answers that a person stopped. */
export const queuedMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('messages').addColumn('stopped_by', 'text').execute();
    await db.schema
      .createTable('queued_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('thread_id', 'text', (column) =>
        column.notNull().references('threads.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('queued_messages_by_thread')
      .unique()
      .on('queued_messages')
      .columns(['thread_id', 'position'])
      .execute();
  },
};
