import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#store/migrations/parts/numbered.ts';

/**
 * What an embedding model made of records, in columns that both databases have without an extension: they are stored,
 * deleted and backed up on a machine that cannot compare them. Null: nothing to read, or the model refused the text.
 */
export const vectors: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table record_vectors (
      kind integer not null, id bigint not null,
      session_id bigint not null references sessions (id) on delete cascade,
      at bigint not null, model text not null, vector ${sql.raw(isPostgres(db) ? 'real[]' : 'blob')},
      primary key (kind, id)
    )`.execute(db);
    await sql`create index record_vectors_by_session on record_vectors (session_id)`.execute(db);
    await sql`create index record_vectors_by_model on record_vectors (model, kind, id)`.execute(db);
  },
};
