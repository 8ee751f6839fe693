import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/**
 * A thread may be about an article, and an answer says what it was made from. The article is no foreign key: a thread goes
 * on when its article is deleted, and its number is never reused.
 */
export const articleThreads: Migration = {
  async up(db: Kysely<unknown>) {
    const threads = db.schema.alterTable('threads');
    await threads.addColumn('entry_id', isPostgres(db) ? 'bigint' : 'integer').execute();
    await threads.addColumn('entry_title', 'text').execute();
    await db.schema.alterTable('messages').addColumn('read_json', 'text').execute();
    await sql`create index threads_by_entry on threads (entry_id, updated_at) where entry_id is not null`.execute(
      db,
    );
  },
};
