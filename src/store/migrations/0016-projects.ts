import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Projects that are there already belong to nobody: the first repository of that name takes its own over. */
export const projects: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('project_identities')
      .addColumn('identity', 'text', (column) => column.primaryKey())
      .addColumn('project', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('project_identities_by_project')
      .on('project_identities')
      .column('project')
      .execute();
  },
};
