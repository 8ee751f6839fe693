import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far the fetch in progress is. */
export const loadingFeeds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('feeds').addColumn('loading_done', 'integer').execute();
    await db.schema.alterTable('feeds').addColumn('loading_total', 'integer').execute();
  },
};
