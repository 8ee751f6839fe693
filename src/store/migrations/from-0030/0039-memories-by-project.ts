import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each question, and each statement that is recognized, asks for the newest that hold in a project. */
export const memoriesByProject: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index memories_by_project on memories (project, changed_at, id)
      where deleted_at is null and superseded_at is null`.execute(db);
  },
};
