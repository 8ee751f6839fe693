import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const logins: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('logins')
      .addColumn('id_hash', 'text', (column) => column.primaryKey())
      .addColumn('token_mark', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
