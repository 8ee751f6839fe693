import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/**
 * By default, FTS5 merges parts of the index within the commit of whoever adds to it, which blocks for up to 45 ms. Now the
 * queue of records merges in small steps; sixteen parts that nobody has merged are still merged at once.
 */
export const mergeInSteps: Migration = {
  async up(db: Kysely<unknown>) {
    if (isPostgres(db)) return;
    await sql`insert into record_terms (record_terms, rank) values ('automerge', 0)`.execute(db);
  },
};
