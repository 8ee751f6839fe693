import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/**
 * In SQLite's index, records have one more mark, for their kind and project together. Those that are indexed wait in the
 * queue to be indexed again, the newest first, and are found by everything else meanwhile.
 */
export const marksTogether: Migration = {
  async up(db: Kysely<unknown>) {
    if (isPostgres(db)) return;
    await sql`insert or ignore into record_queue (kind, id)
      select kind, id from record_search order by place desc`.execute(db);
  },
};
