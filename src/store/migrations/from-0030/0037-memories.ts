import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres, numbered } from '#store/migrations/parts/numbered.ts';

/** What holds beyond its session, and what is set for projects. A memory outlives the retention of its session. */
export const memories: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('memories')
      .addColumn('id', isPostgres(db) ? 'bigint' : 'integer', numbered(db))
      .addColumn('project', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('session_id', 'bigint', (column) => column.references('sessions.id').onDelete('set null'))
      .addColumn('source_kind', 'text')
      .addColumn('source_id', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('superseded_at', 'bigint')
      .addColumn('superseded_by', 'bigint')
      .addColumn('deleted_at', 'bigint')
      .addColumn('anchors_json', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await sql`create table excluded_projects (project text primary key, created_at bigint not null)`.execute(
      db,
    );
    await sql`create table project_languages (project text primary key, language text not null)`.execute(db);
    await sql`create table excluded_sessions (
      key text primary key, project text not null, used_at bigint not null
    )`.execute(db);
    await sql`create index memories_by_change on memories (changed_at, id) where deleted_at is null`.execute(
      db,
    );
    await sql`create index memories_by_session on memories (session_id) where session_id is not null`.execute(
      db,
    );
  },
};
