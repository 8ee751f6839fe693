import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = {
  asks: 'text',
  about_id: 'bigint',
  confirmed_at: 'bigint',
  dismissed_at: 'bigint',
  announced_at: 'bigint',
  untold_id: 'bigint',
};

/**
 * Some memories wait for a person. Earlier versions also took pasted text for the user's words, and let agents save what
 * tells to act, for all projects too: none of that holds until the rules of this version have looked at it again.
 */
export const memoryProposals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, type] of Object.entries(columns))
      await sql`alter table memories add column ${sql.ref(name)} ${sql.raw(type)}`.execute(db);
    await sql`update memories set asks = 'unjudged', superseded_at = changed_at
      where superseded_at is null and origin <> 'user'`.execute(db);
    await sql`create index memories_that_wait on memories (project, changed_at, id)
      where asks is not null and confirmed_at is null and dismissed_at is null and deleted_at is null`.execute(
      db,
    );
    await sql`create index memories_to_tell on memories (project) where untold_id is not null`.execute(db);
    await sql`create index memories_by_successor on memories (superseded_by)
      where superseded_by is not null`.execute(db);
  },
};
