import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What each coding agent sent by its hooks, and was given. */
export const clients: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table session_clients (
      client text primary key, prompts bigint not null, observations bigint not null, summaries bigint not null,
      contexts bigint not null, context_tokens bigint not null, lost bigint not null, last_event_at bigint not null
    )`.execute(db);
  },
};
