import { type Kysely, sql } from 'kysely';
import type { OpenedDatabase } from '#store/database.ts';
import { postgres, sqlite } from './baseline/dialects.ts';

/** What sessions were given from memory, and where the user changed how it is given. */
export async function deliveries(db: Kysely<unknown>, dialect: OpenedDatabase['dialect']): Promise<void> {
  const { numbered } = dialect === 'postgres' ? postgres : sqlite;
  // The session is named as its client names it, because it may have no record yet.
  const statements = [
    `create table deliveries (
      id ${numbered},
      content_session_id text not null,
      occasion text not null, kind text not null, record_id bigint not null,
      tokens bigint not null, at bigint not null, dropped_at bigint
    )`,
    'create index deliveries_by_session on deliveries (content_session_id, id)',
    'create index deliveries_by_record on deliveries (kind, record_id)',
    'create table quiet_projects (project text primary key, created_at bigint not null)',
    `create table compatible_sessions (
      older_id bigint not null references sessions (id) on delete cascade,
      newer_id bigint not null references sessions (id) on delete cascade,
      constraint compatible_sessions_key primary key (older_id, newer_id)
    )`,
    'create index compatible_sessions_by_newer on compatible_sessions (newer_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
